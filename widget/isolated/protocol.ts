import type { NextAction } from '../../shared/contract/index.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import type { TillgateCompleteEvent } from '../events/index.ts';

/** Where the frame stood before it took the whole window, in px of the window. */
export type FramePosition = [x: number, y: number, width: number];

/** Messages of the host page to the frame, by name, with the values that each carries in order. */
export interface MessagesToFrame {
  /**
   * What the page decides about the form: its settings, the values of the element's custom properties, its colour scheme,
   * and the text size of the page's root in px, since the element's sizes are in rem.
   */
  page: [
    locale: string,
    layout: string,
    theme: string,
    challengeWindow: string,
    labels: Record<string, string>,
    tokens: Record<string, string>,
    colorScheme: string,
    fontSize: number,
    riskToken: string,
    device: Record<string, string>,
    noAutoAdvance: boolean,
  ];
  submit: [id: number];
  update: [id: number];
  focus: [];
  /** The cookies that were asked for, as far as the page has them. */
  cookies: [id: number, values: Record<string, string>];
  /** Whether the page lets what it was asked about happen. */
  answer: [id: number, allowed: boolean];
  overlaid: FramePosition;
}

/** Messages of the frame to the host page. They hold nothing that was typed and prove nothing: `complete` is unverified, as its event is. */
export interface MessagesFromFrame {
  started: [];
  height: [px: number];
  ready: [sessionId: string];
  change: [method: string, valid: boolean];
  /** The brand of the card number. Its digits stay in the frame. */
  card: [brand: string];
  'request-submit': [id: number, method: string];
  'request-action': [id: number, action: NextAction];
  /** Cookies of the page, by their names: those that the companion's profile lists for risk scoring. */
  'request-cookies': [id: number, names: readonly string[]];
  /** The page goes to the action's address. */
  navigate: [action: NextAction];
  /** The frame needs the whole window, or not any more. */
  overlay: [on: boolean];
  complete: [sessionId: string, paymentId: string | null, status: TillgateCompleteEvent['status']];
  error: [code: ErrorCode];
  /** The `submit` or `update` of that id is over. */
  done: [id: number];
}

/** The check of a value: a text that the pattern matches, or a value for which the function returns true. */
type Check = RegExp | ((value: unknown) => boolean);
/** For every message, a check for each of its values. */
export type MessageChecks<Messages> = { readonly [Name in keyof Messages]: readonly Check[] };

const START = 'tillgate:start';
const TEXT = /^[^]{0,200}$/u;
const isFlag: Check = (value) => typeof value === 'boolean';
const within =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
const isSize = within(0, 1e5);
const isTexts = (value: unknown): boolean =>
  isPlain(value) &&
  // As long as a basket of a posted form may be.
  Object.entries(value).every(([key, text], at) => matches(TEXT, key) && matches(/^[^]{0,99999}$/u, text) && at < 500);
const isAction: Check = (value) =>
  isPlain(value) &&
  matches(/^(challenge|redirect|code)$/, value['type']) &&
  // A code to pay by needs no address: the page does not navigate.
  matches(value['type'] === 'code' ? /^(https?:\/\/|$)/i : /^https?:\/\//i, value['url']) &&
  matches(/^(GET|POST)$/, value['method']) &&
  isTexts(value['fields']);
const isCode: Check = (value) => typeof value === 'string' && Object.hasOwn(ERRORS, value);

export const TO_FRAME_CHECKS: MessageChecks<MessagesToFrame> = {
  page: [
    TEXT,
    TEXT,
    TEXT,
    /^(0[1-5])?$/,
    isTexts,
    isTexts,
    /^(normal|light|dark|light dark|dark light)$/,
    within(6, 60),
    /^[^]{0,8000}$/u,
    isTexts,
    isFlag,
  ],
  submit: [isSize],
  update: [isSize],
  focus: [],
  cookies: [isSize, isTexts],
  answer: [isSize, isFlag],
  overlaid: [within(-1e5, 1e5), within(-1e5, 1e5), isSize],
};

export const FROM_FRAME_CHECKS: MessageChecks<MessagesFromFrame> = {
  started: [],
  height: [isSize],
  ready: [TEXT],
  change: [TEXT, isFlag],
  card: [/^[a-z_]{0,30}$/],
  'request-submit': [isSize, TEXT],
  'request-action': [isSize, isAction],
  'request-cookies': [
    isSize,
    (value) => Array.isArray(value) && value.length < 500 && value.every((name) => matches(TEXT, name)),
  ],
  navigate: [isAction],
  overlay: [isFlag],
  complete: [
    TEXT,
    (value) => value === null || matches(TEXT, value),
    /^(open|paid|declined|action_required|pending|unknown|expired)$/,
  ],
  error: [isCode],
  done: [isSize],
};

/** A message's name and values, where it carries the nonce and is in shape; undefined for anything else. */
export function readFrameMessage<Messages>(
  shapes: MessageChecks<Messages>,
  data: unknown,
  nonce: string,
): [name: keyof Messages, values: unknown[]] | undefined {
  const [said, name, ...values] = Array.isArray(data) ? (data as unknown[]) : [];
  if (said !== nonce || typeof name !== 'string' || !Object.hasOwn(shapes, name)) return undefined;
  const known = name as keyof Messages;
  const checks = shapes[known];
  const isRight = checks.length === values.length && checks.every((check, at) => matches(check, values[at]));
  return isRight ? [known, values] : undefined;
}

/** The first message, which goes to the frame's window with the port that all others take. */
export function encodeStartMessage(nonce: string): unknown {
  return [START, nonce];
}

/**
 * The first message, as the frame takes it: from the window around it, from an origin that the companion knows, with
 * exactly one port; undefined for anything else.
 */
export function readStartMessage(
  { data, origin, source, ports }: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source' | 'ports'>,
  expected: { parent: unknown; origins: readonly string[] },
): { nonce: string; port: MessagePort } | undefined {
  if (!expected.origins.includes(origin) || source !== expected.parent) return undefined;
  const [start, nonce, ...rest] = Array.isArray(data) ? (data as unknown[]) : [];
  const [port, ...more] = ports;
  const isRight = start === START && matches(/^[\w-]{20,64}$/, nonce) && rest.length + more.length === 0;
  return isRight && port !== undefined ? { nonce: nonce as string, port } : undefined;
}

function matches(check: Check, value: unknown): boolean {
  return check instanceof RegExp ? typeof value === 'string' && check.test(value) : check(value);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
