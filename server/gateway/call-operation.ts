import type * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { removeDamagedText } from '../../shared/interface/batch.ts';
import { decodeResultInfo, isFailureCode } from '../../shared/interface/result-info.ts';
import type { GatewayCallContext } from './context.ts';
import { UnreadableMessageError, decodeText } from './decode-body.ts';
import { type DigestRecipeValues, computeDigest, isResponseDigestAcceptable } from './digest.ts';
import { fromWireNames, toWirePaymentValues } from './field-names.ts';
import {
  isCredentialErrorCode,
  isSuccessCode,
  digestRecipeOf,
  statusOfWireValue,
  type GatewayProfile,
  type ReportedItemStatus,
  type AcquiringOperationName,
  type DigestRecipeName,
} from './profile/index.ts';
import type { TransportResult } from './transport.ts';

/** The result of an operation with a JSON response (interface 4.1). */
export type AcquiringCallResult<T> =
  /**
   * The gateway accepted the request; each item has its own result. `configurationCode`: a code that refuses our
   * credentials.
   */
  | { kind: 'completed'; response: T; configurationCode?: string }
  /** The gateway refused the whole request and did nothing. */
  | { kind: 'refused'; code: string | undefined; message: string; response: T }
  /** The gateway refuses our credentials. `code`: its code; absent for a bare HTTP 401 or 403. */
  | { kind: 'misconfigured'; reason: string; code?: string; response?: T }
  /** No byte has left; a retry is safe. */
  | { kind: 'not_sent'; reason: string }
  /** The gateway may have acted or not. `mismatch`: the response belongs to another request or account. */
  | { kind: 'unknown'; reason: string; mismatch: boolean };

/** The most bytes of a response with a list of items. */
const JSON_RESPONSE_MAX_BYTES = 512 * 1024;

interface OperationCall<Request, Response> {
  operation: AcquiringOperationName & DigestRecipeName;
  request: z.ZodMiniType<Request>;
  response: z.ZodMiniType<Response>;
  /** The request's own fields, without identity and digest. */
  fields: Readonly<Record<string, unknown>>;
  /** Values of the digest that are not fields of the request, such as transaction_ids. */
  digestValues?: DigestRecipeValues;
  /** The response fields with the status of the whole request. Default: `return_status`, `return_message`. */
  statusFields?: { status: string; message: string };
  /** The response's list of transactions or refunds. */
  list?: string;
  /** If the list contains items, their statuses count instead of the request's status. */
  isBatch?: boolean;
  /** The interface shows no response, so any response that is not a refusal counts as accepted. */
  isUndocumented?: boolean;
}

interface ResponseIdentity {
  merchant_id?: string | undefined;
  account_id?: string | undefined;
  encryption_data?: string | undefined;
}

/**
 * Checks a request, signs it, sends it once and reads the JSON response (interface 4.1).
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function callAcquiringOperation<Request, Response extends ResponseIdentity>(
  context: GatewayCallContext,
  { operation, request, response, fields, digestValues: values, ...reading }: OperationCall<Request, Response>,
): Promise<AcquiringCallResult<Response>> {
  const signed = toSignedRequest(context, {
    operation,
    request,
    fields,
    ...(values === undefined ? {} : { digestValues: values }),
  });
  const sent = await context.send(operation, signed.wire, 'application/json', JSON_RESPONSE_MAX_BYTES);
  return readJsonResponse(sent, (json, httpStatus): AcquiringCallResult<Response> => {
    const parsed = response.safeParse(fromWireNames(context.profile, operation, json));
    if (!parsed.success) return { kind: 'unknown', reason: 'not the shape of an answer', mismatch: false };
    const body = removeDamagedText(parsed.data) as Response;
    const mismatch = findAccountMismatch(context, httpStatus === 200 ? body : withoutEmptyIdentity(body));
    if (mismatch !== undefined) return { kind: 'unknown', reason: `${mismatch} differs`, mismatch: true };
    // A digest under another valid key is accepted (gateway-profile.md).
    const digest = body.encryption_data ?? '';
    const fields = context.profile.response_recipes[operation as keyof GatewayProfile['response_recipes']];
    const drawn = fields === undefined ? signed.values : responseValues(body, reading.list);
    if (!isResponseDigestAcceptable(context, operation, { given: digest, values: drawn, fields })) {
      return { kind: 'unknown', reason: 'encryption_data differs', mismatch: httpStatus === 200 || digest !== '' };
    }
    return classifyResponse(context, body, httpStatus, reading);
  });
}

/** The response values that its digest can contain, with the transaction IDs of the entries of its list. */
function responseValues(body: ResponseIdentity, list: string | undefined): DigestRecipeValues {
  const entries = listOf(body, list) as readonly { transaction_id?: string }[];
  return { ...(body as DigestRecipeValues), transaction_ids: entries.map(({ transaction_id: id }) => id ?? '') };
}

/** The entries of a response's list; none if the response has no such list. */
function listOf(response: unknown, list: string | undefined): readonly unknown[] {
  const entries = list === undefined ? undefined : (response as Readonly<Record<string, unknown>>)[list];
  return Array.isArray(entries) ? entries : [];
}

/** Classifies a response by its items, its status fields and the HTTP status. */
function classifyResponse<T>(
  context: GatewayCallContext,
  response: T,
  httpStatus: number,
  reading: Pick<OperationCall<unknown, never>, 'statusFields' | 'list' | 'isBatch' | 'isUndocumented'>,
): AcquiringCallResult<T> {
  const statusFields = reading.statusFields ?? { status: 'return_status', message: 'return_message' };
  const record = response as Readonly<Record<string, string | undefined>>;
  const value = record[statusFields.status];
  const message = record[statusFields.message] ?? '';
  const code = decodeResultInfo(message)?.code;
  const isCredentialRefusal = isCredentialErrorCode(context.profile, code);
  // An accepted item has moved money, even if the request as a whole is refused.
  if (reading.isBatch === true && listOf(response, reading.list).length > 0) {
    return { kind: 'completed', response, ...(isCredentialRefusal ? { configurationCode: code } : {}) };
  }
  if (isCredentialRefusal) return { kind: 'misconfigured', reason: code, code, response };
  const isOk = httpStatus === 200;
  const isAbsent = value === undefined || (value === '' && !isOk);
  const status = isAbsent
    ? statusOfHttpError(context, response as ResponseIdentity, {
        httpStatus,
        message,
        isUndocumented: reading.isUndocumented === true,
      })
    : statusOfWireValue(context.profile, 'item_status', value);
  if (status === 'refused') return { kind: 'refused', code, message, response };
  if (!isOk || status === undefined) {
    return { kind: 'unknown', reason: `${statusFields.status} is not a known status`, mismatch: false };
  }
  return { kind: 'completed', response };
}

/**
 * The status of a response without a status field, by HTTP: 400 and 404 with a gateway document are refusals (interface
 * 4.2).
 */
function statusOfHttpError(
  context: GatewayCallContext,
  head: ResponseIdentity,
  { httpStatus, message, isUndocumented }: { httpStatus: number; message: string; isUndocumented: boolean },
): ReportedItemStatus | undefined {
  if (httpStatus === 200) return isUndocumented ? 'accepted' : undefined;
  const code = decodeResultInfo(message)?.code;
  if (isFailureCode(code, context.profile.success_codes)) return 'refused';
  if (isSuccessCode(context.profile, code)) return undefined;
  const namesAccount = (head.merchant_id ?? '') !== '' && (head.account_id ?? '') !== '';
  return httpStatus === 404 && (namesAccount || message !== '') ? 'refused' : undefined;
}

/** A request with identity and digest, and the digest's values. */
interface SignedRequest {
  wire: Readonly<Record<string, unknown>>;
  values: DigestRecipeValues;
}

/**
 * Adds identity and digest to a request and validates it.
 * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule
 */
export function toSignedRequest<Request>(
  context: GatewayCallContext,
  {
    operation,
    request,
    fields,
    digestValues: values,
  }: Pick<OperationCall<Request, ResponseIdentity>, 'operation' | 'request' | 'fields' | 'digestValues'>,
): SignedRequest {
  const identity = { merchant_id: context.merchantId, account_id: context.accountId };
  const unsigned = { ...fields, ...identity, encryption_data: UNSIGNED_DIGEST };
  const checked = request.safeParse(unsigned);
  if (!checked.success) {
    throw new CheckoutError('gateway_invalid_request', undefined, { fields: toFieldErrors(checked.error, unsigned) });
  }
  const data = checked.data as Readonly<Record<string, unknown>>;
  const wire = operation === 'checkout' ? { ...data, ...toWirePaymentValues(context.profile, data) } : data;
  const drawn = { ...(wire as DigestRecipeValues), ...values };
  const digest = computeDigest(digestRecipeOf(context.profile, operation), drawn, context.signKeys[0]);
  return { wire: { ...identity, ...wire, encryption_data: digest }, values: drawn };
}

/** A placeholder for the digest while the other fields are checked. */
const UNSIGNED_DIGEST = '0'.repeat(64);

/** The first field that names another account; absent fields are not compared. */
function findAccountMismatch(context: GatewayCallContext, head: ResponseIdentity): string | undefined {
  if (head.merchant_id !== undefined && head.merchant_id !== context.merchantId) return 'merchant_id';
  return head.account_id !== undefined && head.account_id !== context.accountId ? 'account_id' : undefined;
}

/** A gateway that could not read a request may refuse it with empty identity fields. */
function withoutEmptyIdentity({ merchant_id: merchant, account_id: account }: ResponseIdentity): ResponseIdentity {
  return { merchant_id: merchant === '' ? undefined : merchant, account_id: account === '' ? undefined : account };
}

/** Parses a JSON response; an unreadable one is `unknown`. */
export function readJsonResponse<T extends { kind: string }>(
  sent: TransportResult,
  read: (json: unknown, httpStatus: number) => T,
): T | Exclude<AcquiringCallResult<never>, { kind: 'completed' | 'refused' }> {
  if (sent.kind === 'not_sent') return sent;
  if (sent.kind === 'lost') return { kind: 'unknown', reason: sent.reason, mismatch: false };
  const { status } = sent;
  if (status === 401 || status === 403) return { kind: 'misconfigured', reason: `http ${String(status)}` };
  if (status !== 200 && status !== 400 && status !== 404) {
    return { kind: 'unknown', reason: `http ${String(status)}`, mismatch: false };
  }
  try {
    return read(parseJson(decodeText(sent.body, sent.contentType)), status);
  } catch (error) {
    if (error instanceof UnreadableMessageError) return { kind: 'unknown', reason: error.message, mismatch: false };
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnreadableMessageError('not JSON', { cause });
  }
}
