import type { NotificationFields } from '../gateway/notification.ts';
import type { DisputeRecord } from '../store/merchant-store.ts';
import type { PaymentRecord } from '../store/store.ts';
import { toDisputeBody } from './bodies.ts';
import type { PaymentDeps } from './deps.ts';

const RACE_LIMIT = 10;

/**
 * A dispute was received or has ended, as a notification with our digest says. There is no operation to ask the gateway
 * about it. A transaction has one dispute; one that has ended stays as it ended.
 */
export async function takeDispute(deps: PaymentDeps, first: PaymentRecord, fields: NotificationFields): Promise<void> {
  const status = statusOf(deps, fields);
  if (status === undefined) {
    deps.log.error(
      { payment_id: first.id, reason: 'a dispute without a known result' },
      'alarm: notification says nothing',
    );
    return;
  }
  for (let race = 0; race < RACE_LIMIT; race += 1) {
    const payment = await deps.store.findPayment(first.id);
    if (payment === undefined || isKnown(deps, payment, status)) return;
    if (await write(deps, payment, fields, status)) return;
  }
}

/** What ended does not begin again, and the same twice is nothing new; that it ended otherwise is for a person. */
function isKnown(deps: PaymentDeps, payment: PaymentRecord, status: DisputeRecord['status']): boolean {
  const { id, disputeStatus: before } = payment;
  const isOver = before === 'won' || before === 'lost';
  if (isOver && status !== 'received' && status !== before) {
    const facts = { payment_id: id, reason: `notification says ${status} after ${before}` };
    deps.log.error(facts, 'alarm: contradicting words about a dispute');
  }
  return isOver || before === status;
}

/**
 * Whether a dispute is of a deduction of this payment's contract that nobody has told of yet. A contract's number need not
 * stand beside it.
 */
export function awaitsDeduction({ recurringId }: PaymentRecord, fields: NotificationFields): boolean {
  return isOfDispute(fields) && recurringId !== null && (fields['recurring_id'] ?? recurringId) === recurringId;
}

/** Whether a notification reports a dispute or its end. */
export function isOfDispute({ webhooks_type: kind }: NotificationFields): boolean {
  return kind?.startsWith('DISPUTE') === true;
}

async function write(
  deps: PaymentDeps,
  payment: PaymentRecord,
  fields: NotificationFields,
  status: DisputeRecord['status'],
): Promise<boolean> {
  const at = deps.now();
  const known = (await deps.store.listDisputes(payment.id))[0];
  const dispute: DisputeRecord = {
    id: known?.id ?? `dsp_${payment.id.slice(4)}`,
    paymentId: payment.id,
    transactionId: payment.transactionId ?? fields['transaction_id'] ?? '',
    status,
    reason: known?.reason ?? fields['chargeback_reason'] ?? null,
    code: known?.code ?? fields['error_code'] ?? null,
    createdAt: known?.createdAt ?? at,
    updatedAt: at,
  };
  const type = status === 'received' ? 'dispute.received' : 'dispute.result';
  const changed = await deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { disputeStatus: status },
    session: 'keep',
    event: { kind: 'disputed', detail: { status, reason: dispute.reason } },
    at,
    dispute,
    events: () => [deps.events.make(type, dispute.id, toDisputeBody(dispute))],
  });
  return changed !== undefined;
}

function statusOf(deps: PaymentDeps, fields: NotificationFields): DisputeRecord['status'] | undefined {
  if (fields['webhooks_type'] !== 'DISPUTE RESULT') return 'received';
  const { dispute_status: meanings } = deps.gateway.profile;
  const said = fields['order_status'] ?? '';
  return Object.hasOwn(meanings, said) ? meanings[said] : undefined;
}
