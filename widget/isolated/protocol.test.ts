import { describe, expect, test, vi } from 'vitest';
import { FrameChannel } from './channel.ts';
import {
  FROM_FRAME_CHECKS,
  TO_FRAME_CHECKS,
  readFrameMessage,
  readStartMessage,
  encodeStartMessage,
  type MessagesFromFrame,
  type MessagesToFrame,
} from './protocol.ts';

const NONCE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const PAGE: readonly unknown[] = [
  'en',
  'tabs',
  'dark',
  '05',
  { pay: 'Buy' },
  { '--tillgate-radius': '3px' },
  'light dark',
  16,
  'captcha-answer',
  { platform_source: 'shop' },
  false,
];
const ACTION = { type: 'challenge', url: 'https://bank.example/acs', method: 'POST', fields: { creq: 'x' } };
const toFrame = (...message: unknown[]): unknown => readFrameMessage<MessagesToFrame>(TO_FRAME_CHECKS, message, NONCE);
const fromFrame = (...message: unknown[]): unknown =>
  readFrameMessage<MessagesFromFrame>(FROM_FRAME_CHECKS, message, NONCE);

describe('promise 20: the first message', () => {
  const parent = {};
  const origins = ['https://shop.example', 'https://other.example'];
  const { port1 } = new MessageChannel();
  const event = { data: encodeStartMessage(NONCE), origin: origins[0]!, source: parent, ports: [port1] };
  const start = (changes: Record<string, unknown>): unknown =>
    readStartMessage({ ...event, ...changes } as unknown as MessageEvent, { parent, origins });

  test('brings nonce and port', () => {
    expect(start({})).toEqual({ nonce: NONCE, port: port1 });
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins alike', { origin: 'https://shop.example.evil.example' }],
    ['an origin without one', { origin: 'null' }],
    ['no origin', { origin: '' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['no port', { ports: [] }],
    ['two ports', { ports: [port1, port1] }],
    ['another message', { data: ['tillgate:other', NONCE] }],
    ['a short nonce', { data: ['tillgate:start', 'abc'] }],
    ['a nonce that is no text', { data: ['tillgate:start', [NONCE]] }],
    ['more than it should say', { data: ['tillgate:start', NONCE, 'x'] }],
    ['an object', { data: { type: 'tillgate:start', nonce: NONCE } }],
    ['nothing', { data: null }],
  ])('is not taken from or with %s', (_what, changes) => {
    expect(start(changes)).toBeUndefined();
  });

  test('is taken from nobody where the companion knows no shop', () => {
    expect(readStartMessage(event as unknown as MessageEvent, { parent, origins: [] })).toBeUndefined();
    const nameless = { ...event, origin: '' } as unknown as MessageEvent;
    expect(readStartMessage(nameless, { parent, origins: ['https://shop.example'] })).toBeUndefined();
  });
});

describe('promise 20: a message', () => {
  test('is read by its name, with its values', () => {
    expect(toFrame(NONCE, 'page', ...PAGE)).toEqual(['page', PAGE]);
    expect(toFrame(NONCE, 'focus')).toEqual(['focus', []]);
    expect(fromFrame(NONCE, 'request-action', 1, ACTION)).toEqual(['request-action', [1, ACTION]]);
    // The largest basket of a form that is posted to the gateway's own page.
    const basket = { ...ACTION, fields: { cart_items: 'x'.repeat(60_000) } };
    expect(fromFrame(NONCE, 'navigate', basket)).toEqual(['navigate', [basket]]);
    const code = { ...ACTION, type: 'code', url: '', code: { kind: 'voucher', value: '123', expires_at: null } };
    expect(fromFrame(NONCE, 'request-action', 1, code)).toEqual(['request-action', [1, code]]);
    expect(fromFrame(NONCE, 'request-cookies', 2, ['seen'])).toEqual(['request-cookies', [2, ['seen']]]);
    expect(toFrame(NONCE, 'cookies', 2, { seen: '1' })).toEqual(['cookies', [2, { seen: '1' }]]);
    const emoji = PAGE.with(8, '😀'.repeat(8_000));
    expect(toFrame(NONCE, 'page', ...emoji)).toEqual(['page', emoji]);
    expect(fromFrame(NONCE, 'complete', 'ses_1', null, 'expired')).toEqual(['complete', ['ses_1', null, 'expired']]);
  });

  test.each([
    ['another nonce', ['b'.repeat(32), 'focus']],
    ['the nonce of the life before', ['00000000000000000000000000000000', 'focus']],
    ['an empty nonce', ['', 'focus']],
    ['no nonce', ['focus']],
    ['an unknown name', [NONCE, 'value']],
    ['a name that every object has', [NONCE, 'constructor']],
    ['a name in an array', [NONCE, ['focus']]],
    ['a name of the other direction', [NONCE, 'height', 10]],
    ['a value too many', [NONCE, 'focus', 1]],
    ['a value too few', [NONCE, 'answer', 1]],
    ['a number as text', [NONCE, 'submit', '1']],
    ['a number that is none', [NONCE, 'submit', Number.NaN]],
    ['a flag as number', [NONCE, 'answer', 1, 1]],
    ['an unknown challenge window', [NONCE, 'page', ...PAGE.with(3, '06')]],
    ['a colour scheme with more in it', [NONCE, 'page', ...PAGE.with(6, 'light; x')]],
    ['a text size of nothing', [NONCE, 'page', ...PAGE.with(7, 0)]],
    ['labels that are no texts', [NONCE, 'page', ...PAGE.with(4, { pay: {} })]],
    ['labels as an array', [NONCE, 'page', ...PAGE.with(4, ['x'])]],
    ['a token without end', [NONCE, 'page', ...PAGE.with(8, 'x'.repeat(8_001))]],
    ['endless labels', [NONCE, 'page', ...PAGE.with(4, { pay: 'x'.repeat(100_000) })]],
    ['cookies that are no texts', [NONCE, 'cookies', 1, { seen: 1 }]],
    ['a place beyond every screen', [NONCE, 'overlaid', 1e9, 0, 10]],
  ])('to the frame with %s is none', (_what, message) => {
    expect(toFrame(...message)).toBeUndefined();
  });

  test.each([
    ['a height below nothing', [NONCE, 'height', -1]],
    ['an endless height', [NONCE, 'height', Infinity]],
    ['an unknown state', [NONCE, 'complete', 'ses_1', 'pay_1', 'gratis']],
    ['an unknown error', [NONCE, 'error', 'toString']],
    ['names of cookies that are no texts', [NONCE, 'request-cookies', 1, [{}]]],
    ['names of cookies that are no list', [NONCE, 'request-cookies', 1, 'seen']],
    ['an action that is a script', [NONCE, 'navigate', { ...ACTION, url: 'javascript:alert(1)' }]],
    ['an action that is a file', [NONCE, 'navigate', { ...ACTION, url: 'file:///etc/passwd' }]],
    ['an action without an address', [NONCE, 'navigate', { ...ACTION, url: '' }]],
    [
      'a code whose address is a script',
      [NONCE, 'request-action', 1, { ...ACTION, type: 'code', url: 'javascript:1' }],
    ],
    ['an action without fields', [NONCE, 'navigate', { ...ACTION, fields: undefined }]],
    ['an action of another method', [NONCE, 'navigate', { ...ACTION, method: 'DIALOG' }]],
    ['an action of another type', [NONCE, 'navigate', { ...ACTION, type: 'eval' }]],
    ['no action', [NONCE, 'navigate', null]],
  ])('of the frame with %s is none', (_what, message) => {
    expect(fromFrame(...message)).toBeUndefined();
  });

  test.each([null, undefined, 'focus', 1, { type: 'focus', nonce: NONCE }, [], [[]]])('is not %j', (data) => {
    expect(readFrameMessage<MessagesToFrame>(TO_FRAME_CHECKS, data, NONCE)).toBeUndefined();
  });

  test('has no name for anything that was typed, and of a card the brand only', () => {
    const [check] = FROM_FRAME_CHECKS.card;
    expect(['visa', '', '424242', 'visa 4'].map((text) => (check as RegExp).test(text))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(Object.keys(FROM_FRAME_CHECKS).sort()).toEqual(
      'card change complete done error height navigate overlay ready request-action request-cookies request-submit started'.split(
        ' ',
      ),
    );
  });
});

describe('promise 20: a channel', () => {
  test('hears its own messages, and nothing once it is closed', async () => {
    const { port1, port2 } = new MessageChannel();
    const heard = vi.fn();
    const none = (): void => undefined;
    const handlers = {
      page: none,
      submit: heard,
      update: none,
      focus: none,
      cookies: none,
      answer: none,
      overlaid: none,
    };
    const channel = new FrameChannel<MessagesFromFrame, MessagesToFrame>(port1, NONCE, [TO_FRAME_CHECKS, handlers]);
    const said: unknown[] = [];
    port2.onmessage = ({ data }) => said.push(data);
    channel.send('done', 7);
    port2.postMessage(['b'.repeat(32), 'submit', 1]);
    port2.postMessage([NONCE, 'submit', 2]);
    port2.postMessage([NONCE, 'submit', 'x']);
    await vi.waitFor(() => {
      expect(heard.mock.calls).toEqual([[2]]);
      expect(said).toEqual([[NONCE, 'done', 7]]);
    });
    const closed = new Promise((resolve) => port2.addEventListener('close', resolve));
    channel.close();
    port2.postMessage([NONCE, 'submit', 3]);
    // What was sent before has arrived by then.
    await closed;
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
