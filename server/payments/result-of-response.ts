import type { Action, MethodView } from '../../shared/contract/index.ts';
import type { AuthoriseResponse } from '../gateway/operations/authorise.ts';
import type { PaymentRecord } from '../store/index.ts';
import { withoutTransactionId } from './apply-result.ts';
import type { Deps } from '../context/index.ts';
import { describeRefusal } from './issuer-address.ts';
import type { Result } from './transition-table.ts';
import { toAction } from './to-action.ts';
import { isOwnTransactionId } from './transaction-id.ts';

/** How an action is shown, should the gateway ask for one. */
export interface ActionDisplay {
  window: Action['window_size'];
  presents: MethodView['presents'];
}

/** What the answer to a submit comes to; its transaction ID only where it can be one of the order. */
export function resultOfResponse(
  deps: Deps,
  payment: PaymentRecord,
  answer: AuthoriseResponse,
  asking: ActionDisplay,
): Result {
  return identified(deps, payment, toReported(deps, payment, answer, asking));
}

/**
 * A transaction ID that cannot be one of this order is no name of the payment. Paid under one says nothing certain; the
 * query has to confirm it.
 */
function identified(deps: Deps, payment: PaymentRecord, result: Result): Result {
  const id = result.fields?.transaction_id ?? '';
  if (id === '' || isOwnTransactionId(payment.order_no, id)) return result;
  const reason = 'transaction_id is not one of this order';
  deps.log.alert('response_mismatch', { payment_id: payment.id, reason });
  const bare = { ...result, fields: withoutTransactionId(result.fields) };
  return result.status === 'paid' ? { ...bare, status: 'unknown', reason } : bare;
}

function toReported(deps: Deps, payment: PaymentRecord, answer: AuthoriseResponse, asking: ActionDisplay): Result {
  const source = 'response';
  switch (answer.kind) {
    case 'paid':
    case 'pending':
    case 'held':
      return { status: answer.kind, source, fields: answer.result };
    case 'declined':
      return { status: 'declined', source, fields: answer.result, decline: answer.decline };
    case 'not_sent':
      return { status: 'not_sent', source, reason: answer.reason };
    case 'unknown':
      return { status: 'unknown', source, reason: answer.reason, fields: answer.mismatch ? undefined : answer.result };
    case 'misconfigured':
      // With a word about this payment it is refused; without one nobody knows.
      return answer.result === undefined
        ? { status: 'unknown', source, reason: answer.reason }
        : { status: 'declined', source, fields: answer.result, decline: 'processing_error', reason: answer.reason };
    case 'action_required': {
      const action = toAction(deps, payment, answer, asking);
      return action === undefined
        ? { status: 'unknown', source, reason: describeRefusal(answer.issuerUrl), fields: answer.result }
        : { status: 'action_required', source, fields: answer.result, action };
    }
  }
}
