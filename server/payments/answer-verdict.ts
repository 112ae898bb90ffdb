import type { Action, MethodView } from '../../shared/contract/index.ts';
import type { AuthoriseResponse } from '../gateway/operations/authorise.ts';
import type { PaymentRecord } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';
import { describeRefusal } from './issuer-address.ts';
import type { Verdict } from './states.ts';
import { toAction } from './to-action.ts';
import { isOwnTransactionId } from './transaction-id.ts';
import { withoutTransactionId } from './without-taken.ts';

/** How an action is shown, should the gateway ask for one. */
export interface Asking {
  window: Action['window_size'];
  presents: MethodView['presents'];
}

/** What the answer to a submit comes to; its transaction ID only where it can be one of the order. */
export function answerVerdict(
  deps: PaymentDeps,
  payment: PaymentRecord,
  answer: AuthoriseResponse,
  asking: Asking,
): Verdict {
  return identified(deps, payment, toVerdict(deps, payment, answer, asking));
}

/**
 * A transaction ID that cannot be one of this order is no name of the payment. Paid under one says nothing certain; the
 * query has to confirm it.
 */
function identified(deps: PaymentDeps, payment: PaymentRecord, verdict: Verdict): Verdict {
  const id = verdict.result?.transaction_id ?? '';
  if (id === '' || isOwnTransactionId(payment.order_no, id)) return verdict;
  const reason = 'transaction_id is not one of this order';
  deps.log.error({ payment_id: payment.id, reason }, 'alarm: the answer speaks of another payment');
  const bare = { ...verdict, result: withoutTransactionId(verdict.result) };
  return verdict.kind === 'paid' ? { ...bare, kind: 'unknown', reason } : bare;
}

function toVerdict(deps: PaymentDeps, payment: PaymentRecord, answer: AuthoriseResponse, asking: Asking): Verdict {
  const source = 'answer';
  switch (answer.kind) {
    case 'paid':
    case 'pending':
    case 'held':
      return { kind: answer.kind, source, result: answer.result };
    case 'declined':
      return { kind: 'declined', source, result: answer.result, decline: answer.decline };
    case 'not_sent':
      return { kind: 'not_sent', source, reason: answer.reason };
    case 'unknown':
      return { kind: 'unknown', source, reason: answer.reason, result: answer.mismatch ? undefined : answer.result };
    case 'misconfigured':
      // With a word about this payment it is refused; without one nobody knows.
      return answer.result === undefined
        ? { kind: 'unknown', source, reason: answer.reason }
        : { kind: 'declined', source, result: answer.result, decline: 'processing_error', reason: answer.reason };
    case 'action_required': {
      const action = toAction(deps, payment, answer, asking);
      return action === undefined
        ? { kind: 'unknown', source, reason: describeRefusal(answer.issuerUrl), result: answer.result }
        : { kind: 'action_required', source, result: answer.result, action };
    }
  }
}
