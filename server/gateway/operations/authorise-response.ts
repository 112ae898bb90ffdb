import { isSameAmount } from '../../../shared/money.ts';
import type { DeclineCode } from '../../../shared/contract/outcome.ts';
import type { PaymentResult } from '../../../shared/interface/payment-result.ts';
import { decodeResultInfo, isFailureCode } from '../../../shared/interface/result-info.ts';
import type { GatewayCallContext } from '../context.ts';
import { UnreadableMessageError, decodeText } from '../decode-body.ts';
import { type DigestRecipeValues, isResponseDigestAcceptable } from '../digest.ts';
import {
  declineCodeOf,
  isCredentialErrorCode,
  isSuccessCode,
  statusOfWireValue,
  statusOfPaymentResult,
  type GatewayProfile,
} from '../profile/index.ts';
import { urlContainsCardData, redactGatewayResult, type KnownCardData } from '../redact.ts';
import type { TransportResult } from '../transport.ts';
import { readResultDocument } from '../xml.ts';

/** The result of a payment request (interface 4.2). Only `paid` means paid. */
export type AuthoriseCallResult =
  | { kind: 'paid' | 'pending' | 'held'; result: PaymentResult }
  | { kind: 'declined'; result: PaymentResult; decline: DeclineCode }
  /** The shopper must be sent to issuer_url or shown a code; with a code issuer_url may be empty. */
  | { kind: 'action_required'; result: PaymentResult; issuerUrl: string; code?: GatewayQrCodeOrVoucher }
  /** No byte has left; a retry is safe. */
  | { kind: 'not_sent'; reason: string }
  /** It is unknown whether money moved. `mismatch`: the response belongs to another payment. */
  | { kind: 'unknown'; reason: string; mismatch: boolean; result?: PaymentResult }
  /** The gateway refuses the credentials; with a result if it refuses this payment. */
  | { kind: 'misconfigured'; reason: string; result?: PaymentResult };

/** A code by which the shopper pays, as the gateway writes it. */
export interface GatewayQrCodeOrVoucher {
  value: string;
  /** In the gateway's spelling; empty without an expiry. */
  expires_at: string;
}

/** Reads the gateway's response to a payment request. */
export function readAuthoriseResponse(
  context: GatewayCallContext,
  sent: TransportResult,
  request: Readonly<Record<string, unknown>>,
): AuthoriseCallResult {
  if (sent.kind === 'not_sent') return sent;
  if (sent.kind === 'lost') return toUnknown(sent.reason);
  if (![200, 400, 401, 403, 404].includes(sent.status)) return toUnknown(`http ${String(sent.status)}`);
  try {
    const { result: raw, others } = readResultDocument(
      decodeText(sent.body, sent.contentType),
      context.profile.field_names.result,
    );
    const card = cardOf(request);
    const response = withAction(context.profile, classifyResult(context, raw, request, sent.status), { others, card });
    return 'result' in response ? { ...response, result: redactGatewayResult(raw, card) } : response;
  } catch (error) {
    if (error instanceof UnreadableMessageError) return toUnknown(error.message);
    throw error;
  }
}

/** Checks that the response belongs to the payment, then classifies its status. */
function classifyResult(
  context: GatewayCallContext,
  result: PaymentResult,
  request: Readonly<Record<string, unknown>>,
  httpStatus: number,
): AuthoriseCallResult {
  const { profile } = context;
  const isRefusal = httpStatus !== 200;
  // A gateway that could not read a request refuses it without naming the payment.
  const foreign = findMismatchedPaymentField(isRefusal ? withRequestIdentity(request, result) : result, request);
  if (foreign !== undefined) return { kind: 'unknown', reason: `${foreign} differs`, mismatch: true, result };
  const digest = result.encryption_data ?? '';
  if (!isResponseDigestAcceptable(context, 'result', { given: digest, values: result as DigestRecipeValues })) {
    return { kind: 'unknown', reason: 'encryption_data differs', mismatch: !isRefusal || digest !== '', result };
  }
  if (httpStatus === 401 || httpStatus === 403) return toCredentialRefusal(profile, result, httpStatus);
  const code = decodeResultInfo(result.result_info ?? '')?.code;
  if (isRefusal) {
    return isPaymentRefusal(profile, result, code, httpStatus)
      ? toDeclined(profile, result, code)
      : { ...toUnknown(`http ${String(httpStatus)}`), result };
  }
  // An empty element counts as absent.
  if ((result.order_status ?? '') === '')
    return { kind: 'action_required', result, issuerUrl: result.issuer_url ?? '' };
  return readStatus(profile, result, code);
}

/** A result completed with the request's values where it names none. */
function withRequestIdentity(request: Readonly<Record<string, unknown>>, result: PaymentResult): PaymentResult {
  const named = Object.entries(result).filter(([, value]) => value !== '');
  return { ...request, ...Object.fromEntries(named) };
}

/**
 * Whether a response with HTTP 400 or 404 (interface 4.2) is a refusal of this payment: its status is declined, or it
 * has no status and a code other than success. "Record not found" needs no code: any text of the gateway about the
 * payment is enough.
 */
function isPaymentRefusal(
  profile: GatewayProfile,
  result: PaymentResult,
  code: string | undefined,
  httpStatus: number,
): boolean {
  const status = result.order_status ?? '';
  if (isSuccessCode(profile, code)) return false;
  if (status !== '') return statusOfWireValue(profile, 'order_status', status) === 'declined';
  if ((result.issuer_url ?? '') !== '') return false;
  return (
    isFailureCode(code, profile.success_codes) || (httpStatus === 404 && Boolean(result.result_info || result.order_no))
  );
}

/**
 * A gateway document with 401 or 403. It refuses this payment if its status is declined or its code refuses our
 * credentials. Otherwise the payment's outcome is unknown.
 */
function toCredentialRefusal(profile: GatewayProfile, result: PaymentResult, httpStatus: number): AuthoriseCallResult {
  const { order_status: status = '', result_info: info = '' } = result;
  const reason = `http ${String(httpStatus)}`;
  const code = decodeResultInfo(info)?.code;
  const isDeclined = statusOfWireValue(profile, 'order_status', status) === 'declined';
  if (status === '' ? code === undefined : !isDeclined) return { ...toUnknown(reason), result };
  if (isSuccessCode(profile, code)) return { ...toUnknown(reason), result };
  const isRefused = isDeclined || isCredentialErrorCode(profile, code);
  return isRefused ? { kind: 'misconfigured', reason: code ?? reason, result } : { kind: 'misconfigured', reason };
}

/**
 * Adds the code by which an unfinished payment is paid, and the redirect to its issuer_url. A response without
 * order_status, code and issuer_url is inconclusive.
 */
function withAction(
  profile: GatewayProfile,
  answer: AuthoriseCallResult,
  { others, card }: { others: ReadonlyMap<string, string>; card: KnownCardData },
): AuthoriseCallResult {
  const isOpen = answer.kind === 'pending' || answer.kind === 'held';
  if (answer.kind !== 'action_required' && !isOpen) return answer;
  const { result } = answer;
  const issuerUrl = result.issuer_url ?? '';
  if (urlContainsCardData(issuerUrl, card)) return { ...toUnknown('issuer_url holds card data'), result };
  const value = others.get(profile.code_elements.value) ?? '';
  const asked = { kind: 'action_required', result, issuerUrl } as const;
  if (value !== '')
    return { ...asked, code: { value, expires_at: others.get(profile.code_elements.expires_at) ?? '' } };
  if (issuerUrl !== '') return asked;
  return isOpen ? answer : { ...toUnknown('neither order_status nor issuer_url'), result };
}

/** The response for the status in `order_status` and `result_info`. */
function readStatus(profile: GatewayProfile, result: PaymentResult, code: string | undefined): AuthoriseCallResult {
  const { status, fault } = statusOfPaymentResult(profile, result);
  if (status === undefined) return { ...toUnknown(fault), result };
  return status === 'declined' ? toDeclined(profile, result, code) : { kind: status, result };
}

function toDeclined(profile: GatewayProfile, result: PaymentResult, code: string | undefined): AuthoriseCallResult {
  if (isCredentialErrorCode(profile, code)) {
    return { kind: 'misconfigured', reason: code, result };
  }
  return { kind: 'declined', result, decline: declineCodeOf(profile, code) };
}

/** The first field that names another payment; undefined if the result belongs to the payment. */
function findMismatchedPaymentField(
  result: PaymentResult,
  expected: Readonly<Record<string, unknown>>,
): 'merchant_id' | 'account_id' | 'order_no' | 'currency' | 'amount' | undefined {
  for (const name of ['merchant_id', 'account_id', 'order_no', 'currency'] as const) {
    if (result[name] !== expected[name]) return name;
  }
  return isSameAmount(result.amount ?? '', String(expected['amount'])) ? undefined : 'amount';
}

/** The card of a request, to redact it from the response. */
function cardOf(request: Readonly<Record<string, unknown>>): KnownCardData {
  const filled = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  return { number: filled(request['card']), security_code: filled(request['security_code']) };
}

function toUnknown(reason: string): { kind: 'unknown'; reason: string; mismatch: boolean } {
  return { kind: 'unknown', reason, mismatch: false };
}
