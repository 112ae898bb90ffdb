import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { parseAmount } from '../../shared/money.ts';
import type { SoakSystem } from './soak-system.ts';

/** The differences between the gateway's books and the companion's. */
export interface BookComparison {
  payments: number;
  charges: number;
  refunds: number;
  /** Events that the endpoint which responds accepted. */
  events: number;
  /** Payments whose outcome is unknown. */
  unknown: number;
  /** Charges of the gateway that pay no payment. */
  lost: string[];
  /** Orders charged more than once. */
  doubled: string[];
  /** Paid payments without a charge. */
  invented: string[];
  /** Charges whose refunds have another sum in the companion. */
  refundsDiffering: string[];
}

export async function compareBooks({ tillgate, gateway, endpoint }: SoakSystem): Promise<BookComparison> {
  const { ledger, records } = gateway.sandbox.state;
  const charges = new Map(
    ledger
      .all()
      .filter(({ state }) => state === 'paid')
      .map((charge) => [charge.transaction_id, charge]),
  );
  const paid = new Map<string, Payment>();
  let payments = 0;
  let unknown = 0;
  for await (const payment of tillgate.payments.list({ limit: 100 })) {
    payments += 1;
    if (payment.status === 'unknown' || payment.status === 'submitting') unknown += 1;
    if (payment.status === 'paid') paid.set(String(payment.transaction_id), payment);
  }
  const refunded = new Map<string, bigint>();
  for (const { transaction_id, refund_amount, refund_status } of records.refunds)
    if (refund_status !== '0')
      refunded.set(transaction_id, (refunded.get(transaction_id) ?? 0n) + parseAmount(refund_amount));
  const own = new Map<string, bigint>();
  for await (const { transaction_id, refund_amount, status } of tillgate.refunds.list({ limit: 100 }))
    if (status !== 'refused' && status !== 'not_sent')
      own.set(transaction_id, (own.get(transaction_id) ?? 0n) + parseAmount(refund_amount));
  const perOrder = new Map<string, number>();
  for (const { order_no } of charges.values()) perOrder.set(order_no, (perOrder.get(order_no) ?? 0) + 1);
  return {
    payments,
    charges: charges.size,
    refunds: records.refunds.length,
    events: new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size,
    unknown,
    lost: [...charges.keys()].filter((id) => paid.get(id)?.amount !== charges.get(id)?.amount),
    doubled: [...perOrder].filter(([, times]) => times > 1).map(([order]) => order),
    invented: [...paid.keys()].filter((id) => !charges.has(id)),
    refundsDiffering: [...new Set([...refunded.keys(), ...own.keys()])].filter(
      (id) => refunded.get(id) !== own.get(id),
    ),
  };
}
