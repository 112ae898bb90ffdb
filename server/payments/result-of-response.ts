import type { AuthoriseCallResult } from '../gateway/operations/authorise-response.ts';
import type { PaymentRecord } from '../store/index.ts';
import { omitTransactionId } from './apply-result.ts';
import type { PaymentDeps } from '../context/index.ts';
import { describeRefusedIssuerUrl } from './issuer-url.ts';
import type { ReportedResult } from './transition-table.ts';
import { toShopperAction, type ActionDisplay } from './shopper-action.ts';
import { mayBeTransactionIdOfOrder } from './transaction-id.ts';

/** The result of the response to a submit, with its transaction ID only where it can be one of the order. */
export function resultOfResponse(
  deps: PaymentDeps,
  payment: PaymentRecord,
  response: AuthoriseCallResult,
  display: ActionDisplay,
): ReportedResult {
  return withOwnTransactionId(deps, payment, toReported(deps, payment, response, display));
}

/**
 * Drops a transaction ID that cannot be one of this order. A response that is paid under such an ID becomes unknown, and a
 * query has to confirm it.
 */
function withOwnTransactionId(deps: PaymentDeps, payment: PaymentRecord, result: ReportedResult): ReportedResult {
  const id = result.fields?.transaction_id ?? '';
  if (id === '' || mayBeTransactionIdOfOrder(payment.order_no, id)) return result;
  const reason = 'transaction_id is not one of this order';
  deps.log.alert('response_mismatch', { payment_id: payment.id, reason });
  const bare = { ...result, fields: omitTransactionId(result.fields) };
  return result.status === 'paid' ? { ...bare, status: 'unknown', reason } : bare;
}

function toReported(
  deps: PaymentDeps,
  payment: PaymentRecord,
  response: AuthoriseCallResult,
  display: ActionDisplay,
): ReportedResult {
  const source = 'response';
  switch (response.kind) {
    case 'paid':
    case 'pending':
    case 'held':
      return { status: response.kind, source, fields: response.result };
    case 'declined':
      return { status: 'declined', source, fields: response.result, decline: response.decline };
    case 'not_sent':
      return { status: 'not_sent', source, reason: response.reason };
    case 'unknown':
      return {
        status: 'unknown',
        source,
        reason: response.reason,
        fields: response.mismatch ? undefined : response.result,
      };
    case 'misconfigured':
      // With a result about this payment it is declined; without one the outcome is unknown.
      return response.result === undefined
        ? { status: 'unknown', source, reason: response.reason }
        : { status: 'declined', source, fields: response.result, decline: 'processing_error', reason: response.reason };
    case 'action_required': {
      const action = toShopperAction(deps, payment, response, display);
      return action === undefined
        ? {
            status: 'unknown',
            source,
            reason: describeRefusedIssuerUrl(response.issuerUrl),
            fields: response.result,
          }
        : { status: 'action_required', source, fields: response.result, action };
    }
  }
}
