import { createHash } from 'node:crypto';
import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { redactGatewayMessage, redactFields } from '../gateway/redact.ts';
import { describeError } from '../observability/index.ts';
import {
  trackBackgroundWork,
  type PaymentDeps,
  type RequestFingerprints,
  toCanonicalJson,
  createId,
  storeResultWithRetry,
  describeGatewayRefusal,
  isCredentialRefusalFromGateway,
  gatewayCallFailureOfThrown,
  retryWhileChanged,
} from '../context/index.ts';
import { nextQueryAt } from '../payments/index.ts';
import { nextIssuingOrPayoutQueryAt } from './operation-schedule.ts';
import type { IssuingOrPayoutStatus } from '../../shared/contract/merchant/operations.ts';
import {
  type IssuingOrPayoutOperationRecord,
  type IssuingOrPayoutOperationUpdate,
  unknownOutcomeAlert,
} from '../store/index.ts';

/** The dependencies of operations. */
export interface IssuingOrPayoutDeps extends PaymentDeps {
  /** Fingerprints of operations by their request_id. */
  fingerprints: RequestFingerprints;
}

/** The response of the gateway to an operation. */
export type IssuingOrPayoutOperationResponse =
  | { kind: 'done'; status: 'succeeded' | 'in_progress' | 'refused'; result: Record<string, unknown> }
  | { kind: 'done'; status: 'unknown'; result: Record<string, unknown>; reason?: string }
  | { kind: 'refused'; code: string | undefined; message: string }
  | { kind: 'misconfigured'; reason: string; code?: string }
  | { kind: 'not_sent'; reason: string }
  /** `mismatch`: the response is about another operation. */
  | { kind: 'unknown'; reason: string; mismatch?: boolean; code?: string; message?: string };

/**
 * The stored operation, and the result as received. Only the result contains a new card's number, which is never
 * stored.
 */
export interface IssuingOrPayoutOperationWithResult {
  operation: IssuingOrPayoutOperationRecord;
  /** Undefined for a repetition, and without a result. */
  result: Record<string, unknown> | undefined;
}

/**
 * Runs a write that its request_id identifies. The intent is committed before a byte leaves. A request_id that was used
 * before is never sent again, regardless of its outcome.
 * @throws CheckoutError `idempotency_key_reused` for another request under the same request_id; `gateway_refused`;
 *   `gateway_invalid_request`, `gateway_unreachable`, `store_unavailable` (nothing was sent)
 */
export async function runIssuingOrPayoutOperation(
  deps: IssuingOrPayoutDeps,
  wanted: {
    name: string;
    requestId: string;
    fields: Record<string, unknown>;
    send: () => Promise<IssuingOrPayoutOperationResponse>;
    /** Whether the result contains a new card's number and code, which are returned once. */
    showsCard?: boolean;
  },
): Promise<IssuingOrPayoutOperationWithResult> {
  const { name, requestId, fields } = wanted;
  const request = redactFields(fields);
  // The unkeyed fingerprint covers redacted fields only, because its digest would let card numbers be guessed.
  const fingerprint = createHash('sha256')
    .update(`${name} ${toCanonicalJson(request)}`)
    .digest('hex');
  const keyedFingerprint = deps.fingerprints.make(name, fields);
  const at = deps.now();
  const checkAt = nextQueryAt({ status: 'submitting', created_at: at }, at) ?? at;
  const begun = await deps.store.beginIssuingOrPayoutOperation(
    {
      id: createId('op'),
      account: deps.account,
      name,
      request_id: requestId,
      fingerprint,
      keyed_fingerprint: keyedFingerprint,
      request,
    },
    at,
    checkAt,
  );
  const { account, fingerprint: kept, keyed_fingerprint: keptKeyed } = begun.operation;
  if (account !== deps.account || kept !== fingerprint || !deps.fingerprints.fits(keptKeyed, name, fields)) {
    throw new CheckoutError('idempotency_key_reused', 'The request_id was used for another request.');
  }
  if (begun.kind === 'started') return trackBackgroundWork(deps, sendOnce(deps, begun.operation, wanted));
  const again = begun.operation.status === 'not_sent' ? await takeUp(deps, begun.operation, checkAt) : undefined;
  if (again !== undefined) return trackBackgroundWork(deps, sendOnce(deps, again, wanted));
  return { operation: throwIfRefused(begun.operation), result: undefined };
}

/** One caller may retry an operation that was not sent. */
function takeUp(
  deps: IssuingOrPayoutDeps,
  operation: IssuingOrPayoutOperationRecord,
  checkAt: number,
): Promise<IssuingOrPayoutOperationRecord | undefined> {
  const { id, version } = operation;
  const at = deps.now();
  return deps.store.updateIssuingOrPayoutOperation({
    id,
    version,
    changes: { status: 'submitting', sent_at: at },
    at,
    checkAt,
  });
}

async function sendOnce(
  deps: IssuingOrPayoutDeps,
  operation: IssuingOrPayoutOperationRecord,
  { send, showsCard = false }: { send: () => Promise<IssuingOrPayoutOperationResponse>; showsCard?: boolean },
): Promise<IssuingOrPayoutOperationWithResult> {
  let invalid: CheckoutError | undefined;
  const answer = await send().catch((error: unknown): IssuingOrPayoutOperationResponse => {
    const failure = gatewayCallFailureOfThrown(error);
    if (failure.kind === 'not_sent' && isCheckoutError(error)) invalid = error;
    return failure;
  });
  const applied = await applySafely(deps, operation, answer);
  if (invalid !== undefined) throw invalid;
  if (answer.kind === 'done') {
    return { operation: applied, result: showsCard ? answer.result : redactFields(answer.result, 'kept') };
  }
  return { operation: throwIfRefused(applied), result: undefined };
}

/** Applies the response. If it cannot be stored, the caller gets the status unknown, not failed. */
async function applySafely(
  deps: IssuingOrPayoutDeps,
  operation: IssuingOrPayoutOperationRecord,
  answer: IssuingOrPayoutOperationResponse,
): Promise<IssuingOrPayoutOperationRecord> {
  const facts = { operation_id: operation.id, source: operation.name };
  try {
    return await storeResultWithRetry(deps, facts, () => applyIssuingOrPayoutOperationResult(deps, operation, answer));
  } catch (error) {
    deps.log.alert('operation_not_stored', { ...facts, error: describeError(error) });
    return { ...operation, status: 'unknown' };
  }
}

/** Throws for an operation that the gateway refused; one with an open outcome is returned. */
function throwIfRefused(operation: IssuingOrPayoutOperationRecord): IssuingOrPayoutOperationRecord {
  if (operation.status === 'not_sent') throw new CheckoutError('gateway_unreachable');
  if (operation.status !== 'refused') return operation;
  throw new CheckoutError(
    'gateway_refused',
    describeGatewayRefusal(operation.code ?? undefined, operation.message ?? ''),
  );
}

/**
 * Stores the response to an operation; one that has ended does not change.
 * @throws CheckoutError `store_unavailable`
 */
export async function applyIssuingOrPayoutOperationResult(
  deps: IssuingOrPayoutDeps,
  operation: IssuingOrPayoutOperationRecord,
  answer: IssuingOrPayoutOperationResponse,
): Promise<IssuingOrPayoutOperationRecord> {
  let current = operation;
  return retryWhileChanged('operation', async () => {
    if (current.status === 'succeeded' || current.status === 'refused' || current.status === 'not_sent') return current;
    const at = deps.now();
    const changes = toChanges(answer, at);
    const checkAt = nextIssuingOrPayoutQueryAt({ ...current, ...changes }, at);
    const changed = await deps.store.updateIssuingOrPayoutOperation({
      id: current.id,
      version: current.version,
      changes,
      at,
      checkAt,
    });
    if (changed !== undefined) {
      report(deps, changed);
      if (answer.kind === 'unknown' && answer.mismatch === true)
        alertIssuingOrPayoutMismatch(deps, changed, answer.reason);
      return changed;
    }
    current = (await deps.store.findIssuingOrPayoutOperation(current.id)) ?? current;
    return undefined;
  });
}

function toChanges(answer: IssuingOrPayoutOperationResponse, at: number): IssuingOrPayoutOperationUpdate['changes'] {
  switch (answer.kind) {
    case 'done': {
      const orderId = answer.result['order_id'];
      return {
        status: answer.status,
        result: redactFields(answer.result),
        code: null,
        message: null,
        alerts:
          answer.status === 'unknown'
            ? [unknownOutcomeAlert(answer.reason ?? 'a status that the profile does not know', at)]
            : [],
        ...(typeof orderId === 'string' && orderId !== '' ? { order_id: orderId } : {}),
      };
    }
    case 'refused':
      return {
        status: 'refused',
        code: answer.code ?? null,
        message: redactGatewayMessage(answer.message),
        alerts: [],
      };
    case 'misconfigured':
      if (!isCredentialRefusalFromGateway(answer))
        return { status: 'unknown', alerts: [unknownOutcomeAlert(answer.reason, at)] };
      return { status: 'refused', code: answer.reason, message: 'The gateway refuses our credentials', alerts: [] };
    case 'not_sent':
      return { status: 'not_sent' satisfies IssuingOrPayoutStatus, alerts: [] };
    case 'unknown':
      return {
        status: 'unknown',
        alerts: [unknownOutcomeAlert(answer.reason, at)],
        ...(answer.code === undefined ? {} : { code: answer.code }),
        ...(answer.message === undefined ? {} : { message: redactGatewayMessage(answer.message) }),
      };
  }
}

function report(deps: IssuingOrPayoutDeps, operation: IssuingOrPayoutOperationRecord): void {
  const facts = {
    operation_id: operation.id,
    to: operation.status,
    source: operation.name,
    reason: operation.alerts[0]?.detail['reason'],
  };
  if (operation.status === 'unknown') deps.log.alert('outcome_unknown', facts);
  else deps.log.info(facts, 'operation changed');
}

/** Logs an alert: the response is about another operation. */
export function alertIssuingOrPayoutMismatch(
  deps: IssuingOrPayoutDeps,
  operation: IssuingOrPayoutOperationRecord,
  reason: string,
): void {
  const facts = { operation_id: operation.id, source: operation.name, reason };
  deps.log.alert('operation_response_mismatch', facts);
}
