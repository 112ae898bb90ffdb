import type * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { removeDamagedText } from '../../shared/interface/batch.ts';
import { CompanyBalance, QueryBalanceRequest } from '../../shared/interface/issuing/account.ts';
import {
  Cardholder,
  DeleteCardholderRequest,
  DeletedCardholder,
  QueryCardholderRequest,
} from '../../shared/interface/issuing/cardholders.ts';
import {
  CardOperationRecord,
  CreateCardRequest,
  CreateCardResult,
  QueryCardOperationRequest,
} from '../../shared/interface/issuing/cards.ts';
import { CompanyId, ISSUING_SUCCESS_CODE, IssuingEnvelope } from '../../shared/interface/issuing/formats.ts';
import {
  CreateCardGroupRequest,
  CardGroup,
  CardGroupRecharge,
  UpdateCardGroupStatusResponseBody,
  RechargeCardGroupRequest,
  UpdateCardGroupStatusRequest,
} from '../../shared/interface/issuing/groups.ts';
import {
  UndocumentedQuery,
  UndocumentedResult,
  UndocumentedWrite,
} from '../../shared/interface/issuing/undocumented-operations.ts';
import { readJsonResponse } from './call-operation.ts';
import { signIssuingRequest, type IssuingSigner } from './issuing-sign.ts';
import {
  ISSUING_OPERATION_NAMES,
  ISSUING_WRITES,
  type IssuingOperationName,
  type ProfileOverrides,
  createProfile,
} from './profile/index.ts';
import { maskCardNumbers } from './redact.ts';
import { createTransport, type CallTimeouts, type Transport } from './transport.ts';

export interface IssuingClientOptions {
  /** The interface's {issuing_base_url}. */
  baseUrl: string;
  companyId: string;
  /** The first signs; the others are for rotation. */
  signKeys: readonly string[];
  /** Replaces the default `sign`. */
  sign?: IssuingSigner;
  profile?: ProfileOverrides;
  /** Limits of connect, headers and total, in ms. */
  deadlines?: Partial<CallTimeouts>;
  connections?: number;
  /** For tests and other runtimes. */
  transport?: Transport;
}

/** The result of an issuing request (interface 4.8). */
export type IssuingCallResult<T> =
  | { kind: 'completed'; result: T; message: string }
  /** The service refused and did nothing; for a query, any code but success. */
  | { kind: 'refused'; code: string; message: string }
  /** The service refuses our credentials. */
  | { kind: 'misconfigured'; reason: string; code?: string }
  /** No byte has left; a retry is safe. */
  | { kind: 'not_sent'; reason: string }
  /** The service may have acted or not. */
  | { kind: 'unknown'; reason: string; mismatch: boolean; code?: string; message?: string };

/** The schemas of every operation: its request (without company_id and sign) and its `result`. */
const OPERATION_SCHEMAS = {
  createCard: [CreateCardRequest, CreateCardResult],
  createGroup: [CreateCardGroupRequest, CardGroup],
  rechargeGroup: [RechargeCardGroupRequest, CardGroupRecharge],
  updateGroupStatus: [UpdateCardGroupStatusRequest, UpdateCardGroupStatusResponseBody],
  queryCardholder: [QueryCardholderRequest, Cardholder],
  deleteCardholder: [DeleteCardholderRequest, DeletedCardholder],
  queryCardOperation: [QueryCardOperationRequest, CardOperationRecord],
  queryAccountBalance: [QueryBalanceRequest, CompanyBalance],
  createCardholder: [UndocumentedWrite, UndocumentedResult],
  updateCardholder: [UndocumentedWrite, UndocumentedResult],
  queryCardBin: [UndocumentedQuery, UndocumentedResult],
  queryCard: [UndocumentedQuery, UndocumentedResult],
  queryCardTransactions: [UndocumentedQuery, UndocumentedResult],
  rechargeCard: [UndocumentedWrite, UndocumentedResult],
  withdrawFromCard: [UndocumentedWrite, UndocumentedResult],
  cancelCard: [UndocumentedWrite, UndocumentedResult],
  updateCardStatus: [UndocumentedWrite, UndocumentedResult],
  updateSharedCardLimit: [UndocumentedWrite, UndocumentedResult],
  queryGroup: [UndocumentedQuery, UndocumentedResult],
  deleteGroup: [UndocumentedWrite, UndocumentedResult],
  withdrawFromGroup: [UndocumentedWrite, UndocumentedResult],
  queryRule: [UndocumentedQuery, UndocumentedResult],
} as const satisfies Record<IssuingOperationName, readonly [z.ZodMiniType, z.ZodMiniType]>;
type OperationSchemas = typeof OPERATION_SCHEMAS;

type SignatureFields = 'company_id' | 'sign';
/** The fields of an operation without those that the client adds. */
export type IssuingRequest<K extends IssuingOperationName> = Unsigned<z.infer<OperationSchemas[K][0]>>;
/** `result` of an operation. */
export type IssuingResultBody<K extends IssuingOperationName> = z.infer<OperationSchemas[K][1]>;
/** `Omit` that preserves an index signature. */
type Unsigned<T> = { [K in keyof T as K extends SignatureFields ? never : K]: T[K] };

/**
 * The issuing operations, typed, one method each, named like the operation. Every method checks its fields, adds
 * company_id and sign, sends once, and rejects with CheckoutError `gateway_invalid_request` before anything is sent.
 */
export type IssuingClient = {
  readonly [K in IssuingOperationName]: (fields: IssuingRequest<K>) => Promise<IssuingCallResult<IssuingResultBody<K>>>;
} & { readonly companyId: string; close(): Promise<void> };

/**
 * A client for the issuing area of the interface (4.8 to 4.10); works without the rest of Tillgate.
 * @throws CheckoutError `configuration_invalid` naming the invalid option
 */
export function createIssuingClient(options: IssuingClientOptions): IssuingClient {
  checkOptions(options);
  const transport = options.transport ?? createTransport(options.baseUrl, options);
  const { issuing_operations: paths, issuing_refusal_codes: refusals } = createProfile(options.profile);
  const sign = options.sign ?? signIssuingRequest;
  const send = async (name: IssuingOperationName, fields: unknown): Promise<IssuingCallResult<unknown>> => {
    const [request, result] = OPERATION_SCHEMAS[name];
    const body = encodeSignedRequest(options, sign, request, fields);
    const sent = await transport.send({
      operation: name,
      path: paths[name].path,
      contentType: 'application/json',
      accept: 'application/json',
      body,
      maxBytes: ISSUING_RESPONSE_MAX_BYTES,
    });
    const isRefusal = (code: string): boolean => !ISSUING_WRITES.has(name) || refusals.includes(code);
    return readJsonResponse(sent, (json, httpStatus) => readEnvelope(json, httpStatus === 200, result, isRefusal));
  };
  const methods = Object.fromEntries(
    ISSUING_OPERATION_NAMES.map((name) => [name, (fields: unknown) => send(name, fields)]),
  );
  return { ...methods, companyId: options.companyId, close: () => transport.close() } as unknown as IssuingClient;
}

/** The most bytes of an issuing response. */
const ISSUING_RESPONSE_MAX_BYTES = 512 * 1024;

function encodeSignedRequest(
  options: IssuingClientOptions,
  sign: IssuingSigner,
  schema: z.ZodMiniType,
  fields: unknown,
): string {
  const unsigned = { ...(fields as object), company_id: options.companyId, sign: '-' };
  const checked = schema.safeParse(unsigned);
  if (!checked.success) {
    throw new CheckoutError('gateway_invalid_request', undefined, { fields: toFieldErrors(checked.error, unsigned) });
  }
  const { sign: _placeholder, ...given } = checked.data as Record<string, unknown>;
  // The signed values are those that the service reads: a Date, for one, is sent as text.
  const body = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
  return JSON.stringify({ ...body, sign: sign(body, options.signKeys[0] ?? '') });
}

/**
 * Reads `{code, message, result}` (interface 4.8). The interface does not show which codes mean that nothing was done
 * (7.5). A code that the profile does not name may mean that the operation is in progress.
 */
function readEnvelope(
  json: unknown,
  isOk: boolean,
  schema: z.ZodMiniType,
  isRefusal: (code: string) => boolean,
): IssuingCallResult<unknown> {
  const envelope = IssuingEnvelope.safeParse(json);
  if (!envelope.success) return toUnknown('not the shape of an answer');
  const { code, result } = envelope.data;
  const message = maskCardNumbers(envelope.data.message ?? '');
  if (code !== ISSUING_SUCCESS_CODE) {
    return isRefusal(code)
      ? { kind: 'refused', code, message }
      : { ...toUnknown('a code that the profile does not know'), code, message };
  }
  if (!isOk) return toUnknown('a refusal by HTTP, a success by code');
  const parsed = schema.safeParse(result ?? {});
  return parsed.success
    ? { kind: 'completed', result: removeDamagedText(parsed.data), message }
    : toUnknown('not the shape of a result');
}

function toUnknown(reason: string): { kind: 'unknown'; reason: string; mismatch: boolean } {
  return { kind: 'unknown', reason, mismatch: false };
}

function checkOptions(options: IssuingClientOptions): void {
  const wrong = (path: string, rule: string): never => {
    throw new CheckoutError('configuration_invalid', `${path}: ${rule}.`, { fields: [{ path, code: 'format', rule }] });
  };
  if (!CompanyId.safeParse(options.companyId).success) wrong('companyId', '1 to 64 characters');
  if (options.signKeys.length === 0 || options.signKeys.some((key) => key.trim() === '')) {
    wrong('signKeys', 'at least one key, none of them empty');
  }
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    wrong('baseUrl', 'an http or https address without user or query');
  }
}
