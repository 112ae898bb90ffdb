import { expect } from 'vitest';
import { openStore } from '../../server/store/open-store.ts';
import type { PaymentRecord, Store } from '../../server/store/store.ts';
import type { LedgerGateway } from './ledger-gateway.ts';

/** The differences between the gateway's ledger and the companion's payments. */
export interface LedgerAudit {
  payments: number;
  charges: number;
  /** Orders with a charge whose transaction pays no payment. */
  lost: string[];
  /** Orders charged more than once, or sent to the gateway more often than payments were started. */
  doubled: string[];
  /** Orders with a paid payment and no charge. */
  invented: string[];
  /** Payments without a final outcome. */
  open: number;
}

/** Compares the store's payments with the ledger's charges, both ways, for all orders or the given ones. */
export async function auditLedger(
  gateway: LedgerGateway,
  store: Store,
  orders?: ReadonlySet<string>,
): Promise<LedgerAudit> {
  const payments = await readPayments(store, orders);
  const charges = gateway.charges.filter((charge) => orders?.has(charge.orderNo) ?? true);
  const byOrder = groupBy(payments, (payment) => payment.order_no);
  const taken = groupBy(
    charges.filter((charge) => charge.paid),
    (charge) => charge.orderNo,
  );
  const called = [...gateway.calls].filter(([order]) => orders?.has(order) ?? true);
  const paidBy = (order: string, transactionId: string): boolean =>
    (byOrder.get(order) ?? []).some((one) => one.status === 'paid' && one.transaction_id === transactionId);
  const isPaid = (payment: PaymentRecord): boolean => payment.status === 'paid';
  const doubled = new Set([
    ...[...taken].filter(([, list]) => list.length > 1).map(([order]) => order),
    ...called.filter(([order, calls]) => calls > (byOrder.get(order)?.length ?? 0)).map(([order]) => order),
  ]);
  return {
    payments: payments.length,
    charges: charges.length,
    lost: [...taken]
      .filter(([order, list]) => !list.every((charge) => paidBy(order, charge.transactionId)))
      .map(([order]) => order),
    doubled: [...doubled],
    invented: [...byOrder]
      .filter(([order, list]) => list.filter(isPaid).length > (taken.get(order)?.length ?? 0))
      .map(([order]) => order),
    open: payments.filter((payment) => !ENDED.has(payment.status)).length,
  };
}

const ENDED: ReadonlySet<PaymentRecord['status']> = new Set(['paid', 'declined', 'not_sent', 'cancelled']);

/** Asserts that no charge is lost, doubled or invented. */
export async function expectLedgerToMatch(
  gateway: LedgerGateway,
  database: Store | { databaseUrl?: string | undefined; dataDir?: string | undefined },
  orders?: ReadonlySet<string>,
): Promise<LedgerAudit> {
  // A new store reads what a restarted process would read.
  const own = 'ready' in database ? undefined : openStore(database);
  try {
    const audit = await auditLedger(gateway, own ?? (database as Store), orders);
    const { lost, doubled, invented } = audit;
    expect({ lost, doubled, invented }).toEqual({ lost: [], doubled: [], invented: [] });
    return audit;
  } finally {
    await own?.close();
  }
}

async function readPayments(store: Store, orders?: ReadonlySet<string>): Promise<PaymentRecord[]> {
  if (orders !== undefined) {
    const pages = await Promise.all([...orders].map((orderNo) => store.listPayments({ orderNo, limit: 100 })));
    return pages.flatMap((page) => page.payments);
  }
  const all: PaymentRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listPayments({ limit: 100, cursor });
    all.push(...page.payments);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

function groupBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}
