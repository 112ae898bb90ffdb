import { FIELD_LIMITS } from '../../../shared/interface/formats.ts';
import { CaptureOrCancelItem } from '../../../shared/interface/captures.ts';
import { OrderUpdate } from '../../../shared/interface/order-updates.ts';
import { ReviewRequestItem } from '../../../shared/interface/reviews.ts';
import { parseAmount } from '../../../shared/money.ts';
import type { SandboxMerchant, SandboxState } from '../state.ts';
import { acceptedResponseFields, isTransactionOfMerchant, refusedResponseFields, processBatch } from './batch.ts';
import type { Transaction } from './ledger.ts';
import { chargedAmountOf, refundableAmountOf } from './refunds.ts';
import { applyTransactionResult } from './apply-result.ts';

type Fields = Record<string, unknown>;

/**
 * `POST /v1/updateOrders` (interface 4.3): stores the outcomes for risk scoring; one unknown order refuses the batch.
 */
export function updateOrders(state: SandboxState, fields: Fields): Fields {
  const scored: [Transaction, OrderUpdate][] = [];
  const unknown: string[] = [];
  const answer = processBatch(state, fields, {
    recipe: 'updateOrders',
    list: 'update_orders',
    max: FIELD_LIMITS.update_orders,
    item: OrderUpdate,
    work(item, merchant) {
      const transaction = findOwnTransaction(state, merchant, item.transaction_id);
      if (transaction?.kind === 'card') scored.push([transaction, item]);
      else unknown.push(item.transaction_id);
      return {};
    },
  });
  if (answer['return_status'] !== '1') return answer;
  const { update_orders: _results, return_status: _status, return_message: _message, ...head } = answer;
  if (unknown.length > 0) {
    return refusedResponseFields(
      head as Record<string, string>,
      'U0001',
      `Not scored by the risk product: ${unknown.join(' ')}`,
    );
  }
  for (const [transaction, { status, ispass3d }] of scored) {
    Object.assign(transaction, { risk_status: status, ispass3d });
  }
  return acceptedResponseFields(head as Record<string, string>);
}

/** `POST /v1/review` (interface 4.5): approves or rejects held transactions. */
export function reviewTransactions(state: SandboxState, fields: Fields): Fields {
  return processBatch(state, fields, {
    recipe: 'review',
    list: 'review_orders',
    max: FIELD_LIMITS.review_orders,
    item: ReviewRequestItem,
    work(item, merchant) {
      const transaction = findOwnTransaction(state, merchant, item.transaction_id);
      const fault = findFault(transaction, item, ['held']);
      if (fault === undefined && transaction !== undefined) {
        const approved = item.review_flag === '1';
        applyTransactionResult(
          state,
          transaction,
          { state: approved ? 'paid' : 'declined', result_code: approved ? '0000' : 'D0060' },
          'REVIEW RESULT',
        );
      }
      return { ...item, review_status: fault === undefined ? '1' : '0', error_message: fault ?? '' };
    },
  });
}

/** `POST /v1/capture` (interface 4.10): captures held transactions, in part if the profile allows it. */
export function captureTransactions(state: SandboxState, fields: Fields): Fields {
  return processBatch(state, fields, {
    recipe: 'capture',
    list: 'capture_orders',
    max: state.translator.batchLimits.capture,
    item: CaptureOrCancelItem,
    work(item, merchant) {
      const transaction = findOwnTransaction(state, merchant, item.transaction_id);
      const isPart = transaction !== undefined && parseAmount(item.amount) < parseAmount(transaction.amount);
      const isLet = isPart && state.translator.partialCapture;
      const fault = findFault(transaction, isLet ? { ...item, amount: transaction.amount } : item, ['held']);
      if (fault === undefined && transaction !== undefined) {
        if (isLet) transaction.captured_amount = item.amount;
        applyTransactionResult(state, transaction, { state: 'paid', result_code: '0000' });
      }
      return { ...item, capture_status: fault === undefined ? '1' : '0', error_message: fault ?? '' };
    },
  });
}

/** `POST /v1/cancel` (interface 4.10): cancels transactions without refunds. */
export function cancelTransactions(state: SandboxState, fields: Fields): Fields {
  return processBatch(state, fields, {
    recipe: 'cancel',
    list: 'cancel_orders',
    max: state.translator.batchLimits.cancel,
    item: CaptureOrCancelItem,
    work(item, merchant) {
      const transaction = findOwnTransaction(state, merchant, item.transaction_id);
      const fault =
        findFault(transaction, item, ['held', 'pending', 'waiting', 'paid']) ??
        (transaction !== undefined && refundableAmountOf(state, transaction) < chargedAmountOf(transaction)
          ? 'C0002:Something was refunded already'
          : undefined);
      if (fault === undefined && transaction !== undefined)
        applyTransactionResult(state, transaction, { state: 'cancelled', result_code: 'C0000' });
      return { ...item, cancel_status: fault === undefined ? '1' : '0', error_message: fault ?? '' };
    },
  });
}

function findOwnTransaction(state: SandboxState, merchant: SandboxMerchant, id: string): Transaction | undefined {
  const transaction = state.ledger.find(id);
  return isTransactionOfMerchant(merchant, transaction) ? transaction : undefined;
}

function findFault(
  transaction: Transaction | undefined,
  item: CaptureOrCancelItem,
  states: readonly Transaction['state'][],
): string | undefined {
  if (transaction?.order_no !== item.order_no) return 'T0001:Unknown transaction';
  if (transaction.currency !== item.currency || parseAmount(transaction.amount) !== parseAmount(item.amount)) {
    return 'T0002:Amount or currency differs';
  }
  return states.includes(transaction.state) ? undefined : `T0003:The transaction is ${transaction.state}`;
}
