import { CheckoutError } from '../../shared/errors.ts';
import {
  findRequestIdErrors,
  type UndocumentedResponseBody,
  type UndocumentedFields,
  type OptimiseMethodsRequest,
  type PayoutRequest,
} from '../../shared/interface/undocumented-operations.ts';
import type { AcquiringCallResult } from '../gateway/call-operation.ts';
import { statusOfWireValue, type GatewayProfile, type ReportedItemStatus } from '../gateway/profile/index.ts';
import type { IssuingOrPayoutDeps } from './run-operation.ts';
import {
  refuseUnknownCurrency,
  findAgreedGatewayRecord,
  findMismatchedField,
  toGatewayReadError,
} from '../context/index.ts';
import type { IssuingOrPayoutOperationRecord } from '../store/index.ts';
import { redactFields } from '../gateway/redact.ts';
import {
  alertIssuingOrPayoutMismatch,
  runIssuingOrPayoutOperation,
  applyIssuingOrPayoutOperationResult,
  type IssuingOrPayoutOperationResponse,
  type IssuingOrPayoutOperationWithResult,
} from './run-operation.ts';

/**
 * Pays out to a beneficiary (interface 4.10). The request_id identifies the payout. It is sent once; without a response
 * it is queried, never sent again.
 * @throws CheckoutError `invalid_request`, and as {@link runIssuingOrPayoutOperation}
 */
export async function createPayout(
  deps: IssuingOrPayoutDeps,
  fields: PayoutRequest,
): Promise<IssuingOrPayoutOperationWithResult> {
  refuseUnknownCurrency('payment_currency', fields.payment_currency, deps.gateway.profile);
  requireRequestId(fields.request_id, deps.gateway.profile);
  return runIssuingOrPayoutOperation(deps, {
    name: 'payout',
    requestId: fields.request_id,
    fields,
    send: async () => toOperationResponse(deps, fields, await deps.gateway.payout(fields)),
  });
}

/** @throws CheckoutError `invalid_request` for a request_id without the profile's shape */
function requireRequestId(id: string, { request_id: shape }: GatewayProfile): void {
  const fields = findRequestIdErrors(id, shape);
  if (fields.length > 0) throw new CheckoutError('invalid_request', undefined, { fields });
}

/** The fields that identify the payout of a response. */
const NAMED = { texts: ['request_id', 'payment_currency'], sums: ['payment_amount'] };

function toOperationResponse(
  deps: IssuingOrPayoutDeps,
  asked: Record<string, unknown>,
  answer: AcquiringCallResult<UndocumentedResponseBody>,
): IssuingOrPayoutOperationResponse {
  if ((answer.kind === 'refused' || answer.kind === 'misconfigured') && isTaken(deps, answer.response)) {
    return { kind: 'unknown', reason: 'payout_status says otherwise' };
  }
  if (answer.kind === 'refused') return { kind: 'refused', code: answer.code, message: answer.message };
  if (answer.kind !== 'completed') return answer;
  const { merchant_id: _merchant, account_id: _account, encryption_data: _digest, ...result } = answer.response;
  const foreign = findMismatchedField(asked, result, NAMED);
  if (foreign !== undefined) return { kind: 'unknown', reason: `${foreign} differs`, mismatch: true };
  return { kind: 'done', status: operationStatusOf(deps, result), result };
}

/** The status of a payout's operation, if its response names one; accepted counts as succeeded. */
function operationStatusOf(
  deps: IssuingOrPayoutDeps,
  fields: Record<string, unknown>,
): 'succeeded' | 'in_progress' | 'refused' {
  const status = payoutStatusOf(deps, fields) ?? 'in_progress';
  return status === 'accepted' ? 'succeeded' : status;
}

/** Whether a response refuses the request but reports the payout itself as accepted. */
function isTaken(deps: IssuingOrPayoutDeps, fields: Record<string, unknown> = {}): boolean {
  return (payoutStatusOf(deps, fields) ?? 'refused') !== 'refused';
}

function payoutStatusOf(
  deps: IssuingOrPayoutDeps,
  { payout_status: status }: Record<string, unknown>,
): ReportedItemStatus | undefined {
  return statusOfWireValue(deps.gateway.profile, 'item_status', typeof status === 'number' ? String(status) : status);
}

/**
 * Queries a payout whose outcome is unknown (interface 4.10). A payout that the query does not list stays unchanged.
 * @throws CheckoutError `store_unavailable`
 */
export async function updatePayoutByQuery(
  deps: IssuingOrPayoutDeps,
  operation: IssuingOrPayoutOperationRecord,
): Promise<void> {
  const answer = await deps.gateway.queryPayouts({ request_id: operation.request_id });
  if (answer.kind !== 'completed') return;
  const list: unknown = answer.response['payouts'];
  const entries = Array.isArray(list) ? (list as unknown[]) : [answer.response];
  const rows = entries.filter(
    (entry): entry is Record<string, unknown> =>
      typeof entry === 'object' &&
      entry !== null &&
      (entry as Record<string, unknown>)['request_id'] === operation.request_id,
  );
  const facts = { operation_id: operation.id, source: operation.name };
  const own = findAgreedGatewayRecord(deps, facts, rows, (row) => [
    operationStatusOf(deps, row),
    findMismatchedField(operation.request, row, NAMED),
  ]);
  if (own === undefined || own === 'contradicted') return;
  const foreign = findMismatchedField(operation.request, own, NAMED);
  if (foreign !== undefined) alertIssuingOrPayoutMismatch(deps, operation, `${foreign} differs`);
  else
    await applyIssuingOrPayoutOperationResult(deps, operation, {
      kind: 'done',
      status: operationStatusOf(deps, own),
      result: own,
    });
}

/** The operations that only read; their responses are returned as they came. */
export type PassThroughOperation =
  'queryPayouts' | 'queryPayoutBalance' | 'queryUnsettledAmount' | 'optimisePaymentMethods' | 'uploadLogistics';

/**
 * Runs an idempotent operation (interface 4.10) and returns its outcome.
 * @throws CheckoutError `gateway_refused`, `gateway_misconfigured`, `gateway_unreachable`, `gateway_no_answer`
 */
export async function callPassThroughOperation(
  deps: IssuingOrPayoutDeps,
  name: PassThroughOperation,
  fields: UndocumentedFields,
): Promise<UndocumentedResponseBody> {
  if (name === 'optimisePaymentMethods')
    requireRequestId((fields as OptimiseMethodsRequest).request_id, deps.gateway.profile);
  const answer = await (name === 'optimisePaymentMethods'
    ? deps.gateway.optimisePaymentMethods(fields as OptimiseMethodsRequest)
    : deps.gateway[name](fields));
  if (answer.kind !== 'completed') throw toGatewayReadError(answer);
  return redactFields(answer.response, 'kept') as UndocumentedResponseBody;
}
