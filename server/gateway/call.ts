import type * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { GatewayContext } from './context.ts';
import { UnreadableAnswer, decodeText } from './decode-body.ts';
import { computeDigest, verifyDigest, type DigestValues } from './digest.ts';
import { fromWireNames, toWireFlags } from './field-names.ts';
import type { ItemMeaning, OperationName, RecipeName } from './profile.ts';
import type { Sent } from './transport.ts';

/** What came of a request that is answered in JSON. */
export type Answer<T> =
  /** The gateway took it; each item says for itself what became of it. `blames`: a code against our credentials. */
  | { kind: 'answered'; response: T; blames?: string }
  /** The gateway refused the whole request and did nothing. */
  | { kind: 'refused'; code: string | undefined; message: string; response: T }
  /** The gateway refuses our credentials. */
  | { kind: 'misconfigured'; reason: string; response?: T }
  /** No byte has left; it may be tried again. */
  | { kind: 'not_sent'; reason: string }
  /** Nobody can say what the gateway did. */
  | { kind: 'unknown'; reason: string; mismatch: boolean };

/** The most that an answer with many items may hold, in bytes. */
const BATCH_ANSWER_MAX_BYTES = 512 * 1024;

interface Call<Request, Response> {
  operation: OperationName & RecipeName;
  request: z.ZodMiniType<Request>;
  response: z.ZodMiniType<Response>;
  /** The request's own fields, without identity and digest. */
  fields: Readonly<Record<string, unknown>>;
  /** Values for the digest that are no field of the request, such as transaction_ids. */
  values?: DigestValues;
  /** Fields of the answer that speak of the whole request. */
  verdict?: { status: string; message: string };
  /** The answer's list of items: where it speaks of them, they count and not the word about the whole. */
  list?: string;
  /** The interface shows no answer: one that does not refuse is taken. */
  isUndocumented?: boolean;
}

interface Head {
  merchant_id?: string | undefined;
  account_id?: string | undefined;
  encryption_data?: string | undefined;
}

/**
 * Checks a request, signs it, sends it once and reads the JSON answer (interface 4.1).
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function call<Request, Response extends Head>(
  context: GatewayContext,
  { operation, request, response, fields, values, ...reading }: Call<Request, Response>,
): Promise<Answer<Response>> {
  const signed = signRequest(context, { operation, request, fields, ...(values === undefined ? {} : { values }) });
  const sent = await context.send(operation, signed.wire, 'application/json', BATCH_ANSWER_MAX_BYTES);
  return readAnswer(sent, (json, isOk): Answer<Response> => {
    const parsed = response.safeParse(fromWireNames(context.profile, operation, json));
    if (!parsed.success) return { kind: 'unknown', reason: 'not the shape of an answer', mismatch: false };
    const foreign = findForeign(context, operation, parsed.data, signed);
    if (foreign !== undefined) return { kind: 'unknown', reason: `${foreign} differs`, mismatch: true };
    return judge(context, parsed.data, isOk, reading);
  });
}

/** What the fields of an answer say of the whole request. */
function judge<T>(
  context: GatewayContext,
  response: T,
  isOk: boolean,
  reading: Pick<Call<unknown, never>, 'verdict' | 'list' | 'isUndocumented'>,
): Answer<T> {
  const verdict = reading.verdict ?? { status: 'return_status', message: 'return_message' };
  const record = response as Readonly<Record<string, string | undefined>>;
  const said = record[verdict.status];
  const message = record[verdict.message] ?? '';
  const code = decodeResultInfo(message)?.code;
  const isBlamed = code !== undefined && context.profile.configuration_codes.includes(code);
  const items: unknown =
    reading.list === undefined ? undefined : (response as Readonly<Record<string, unknown>>)[reading.list];
  // Whatever is said of the whole: an item that was taken has moved money.
  if (Array.isArray(items) && items.length > 0) {
    return { kind: 'answered', response, ...(isBlamed ? { blames: code } : {}) };
  }
  if (isBlamed) return { kind: 'misconfigured', reason: code, response };
  const isTaken = said === undefined && isOk && reading.isUndocumented === true;
  const meaning = isTaken ? 'accepted' : meaningOf(context, said);
  if (meaning === 'refused') return { kind: 'refused', code, message, response };
  if (!isOk || meaning === undefined) {
    return { kind: 'unknown', reason: `${verdict.status} says nothing known`, mismatch: false };
  }
  return { kind: 'answered', response };
}

/** What a status value means; undefined where the profile does not know it. */
export function meaningOf(context: GatewayContext, status: string | undefined): ItemMeaning | undefined {
  const { item_status: meanings } = context.profile;
  return status !== undefined && Object.hasOwn(meanings, status) ? meanings[status] : undefined;
}

/** A request with identity and digest, and the values that made the digest. */
interface Signed {
  wire: Readonly<Record<string, unknown>>;
  values: DigestValues;
}

/**
 * Adds identity and digest to a request and checks the whole.
 * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule
 */
export function signRequest<Request>(
  context: GatewayContext,
  { operation, request, fields, values }: Pick<Call<Request, Head>, 'operation' | 'request' | 'fields' | 'values'>,
): Signed {
  const identity = { merchant_id: context.merchantId, account_id: context.accountId };
  const unsigned = { ...fields, ...identity, encryption_data: UNSIGNED };
  const checked = request.safeParse(unsigned);
  if (!checked.success) {
    throw new CheckoutError('gateway_invalid_request', undefined, { fields: toFieldErrors(checked.error, unsigned) });
  }
  const data = checked.data as Readonly<Record<string, unknown>>;
  const wire = operation === 'checkout' ? toWireFlags(context.profile, data) : data;
  const drawn = { ...(wire as DigestValues), ...values };
  const digest = computeDigest(context.profile.recipes[operation], drawn, context.signKeys[0]);
  return { wire: { ...identity, ...wire, encryption_data: digest }, values: drawn };
}

/** Stands in for the digest while the other fields are checked. */
const UNSIGNED = '0'.repeat(64);

/** The first thing by which an answer is not the answer to this request. */
function findForeign(context: GatewayContext, operation: RecipeName, head: Head, signed: Signed): string | undefined {
  if (head.merchant_id !== undefined && head.merchant_id !== context.merchantId) return 'merchant_id';
  if (head.account_id !== undefined && head.account_id !== context.accountId) return 'account_id';
  return isTrusted(context, operation, head.encryption_data ?? '', signed) ? undefined : 'encryption_data';
}

/** A batch answer repeats the request's digest; one made with another valid key is as good (interface-gaps, "Digests"). */
function isTrusted(context: GatewayContext, operation: RecipeName, given: string, signed: Signed): boolean {
  const { verification, recipes } = context.profile;
  if (verification === 'off' || (verification === 'when-present' && given === '')) return true;
  return given !== '' && verifyDigest(given, recipes[operation], signed.values, context.signKeys);
}

/** Turns what came over the wire into JSON, and what cannot be read into `unknown`. */
export function readAnswer<T extends { kind: string }>(
  sent: Sent,
  read: (json: unknown, isOk: boolean) => T,
): T | Exclude<Answer<never>, { kind: 'answered' | 'refused' }> {
  if (sent.kind === 'not_sent') return sent;
  if (sent.kind === 'lost') return { kind: 'unknown', reason: sent.reason, mismatch: false };
  const { status } = sent;
  if (status === 401 || status === 403) return { kind: 'misconfigured', reason: `http ${String(status)}` };
  if (status !== 200 && status !== 400 && status !== 404) {
    return { kind: 'unknown', reason: `http ${String(status)}`, mismatch: false };
  }
  try {
    return read(parseJson(decodeText(sent.body, sent.contentType)), status === 200);
  } catch (error) {
    if (error instanceof UnreadableAnswer) return { kind: 'unknown', reason: error.message, mismatch: false };
    throw error;
  }
}

function parseJson(text: string): unknown {
  // A replacement character is damage that would be stored for good.
  if (text.includes('\ufffd')) throw new UnreadableAnswer('a damaged value');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableAnswer('not JSON', { cause });
  }
}
