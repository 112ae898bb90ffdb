import { CheckoutError, type FieldError } from '../../shared/errors.ts';
import type { WebhookEventData, WebhookEventType } from './event-data.ts';

/** The parts of a webhook request, read without any package or runtime's own module. */

/** A type and no interface, so that it is assignable to {@link RequestHeaders}. */
export type WebhookHeaders = {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/** An event as it comes: what happened, when (ISO 8601, UTC), and to what. */
export type WebhookMessage = {
  [T in WebhookEventType]: { id: string; type: T; timestamp: string; data: WebhookEventData[T] };
}[WebhookEventType];

/** The headers of a request, as a web request, `node:http` or a framework has them. */
export type RequestHeaders =
  Readonly<Record<string, string | string[] | undefined>> | { get(name: string): string | null };

/** Callers without types may pass another value, such as a body that a framework has parsed. */
export function toBodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  if (body instanceof Promise) throw verifyWebhookUsageError('body', 'a Promise was given: await the body');
  const given = body === undefined || body === null ? 'no body was given' : 'a parsed body was given';
  throw verifyWebhookUsageError(
    'body',
    `${given}: the signature covers the bytes as they came, such as await request.text(), or request.body behind ` +
      "express.raw({ type: 'application/json' })",
  );
}

export function verifyWebhookUsageError(path: string, rule: string): CheckoutError {
  return new CheckoutError('configuration_invalid', `verifyWebhook, ${path}: ${rule}.`, {
    fields: [{ path, code: 'type', rule }],
  });
}

/** The headers of an event, whichever case a platform writes their names in. */
export function readWebhookHeaders(headers: RequestHeaders | null | undefined): WebhookHeaders {
  if (headers === null || headers === undefined) {
    throw verifyWebhookUsageError('headers', 'no headers were given: the request’s headers');
  }
  const entries = isHeaders(headers) ? [] : Object.entries(headers);
  const read = (name: string): string => {
    const value = isHeaders(headers)
      ? headers.get(name)
      : (headers[name] ?? entries.find(([key]) => key.toLowerCase() === name)?.[1]);
    const text = (Array.isArray(value) ? value[0] : value) ?? '';
    if (text === '') throw refusedWebhookError(name, 'required', `The header ${name} of the webhook is missing.`);
    return text;
  };
  return {
    'webhook-id': read('webhook-id'),
    'webhook-timestamp': read('webhook-timestamp'),
    'webhook-signature': read('webhook-signature'),
  };
}

function isHeaders(headers: RequestHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

/** The most seconds between an event's time and now. */
const TOLERANCE = 300;

/** @throws CheckoutError `unauthenticated` naming `webhook-timestamp` for an event of another time, or one without a time */
export function assertRecent({ 'webhook-timestamp': timestamp }: WebhookHeaders): void {
  if (/^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE) return;
  throw refusedWebhookError(
    'webhook-timestamp',
    'not_allowed',
    'The webhook is older than five minutes, or from the future: the companion sends it again; check the clocks.',
  );
}

/** The signature of another secret or of another body: nobody can tell which. */
export function wrongSignatureError(): CheckoutError {
  return refusedWebhookError(
    'webhook-signature',
    'not_allowed',
    'The signature of the webhook is wrong: the secret is not the endpoint’s, or the body is not as it came.',
  );
}

function refusedWebhookError(path: string, code: FieldError['code'], rule: string): CheckoutError {
  return new CheckoutError('unauthenticated', rule, { fields: [{ path, code, rule }] });
}
