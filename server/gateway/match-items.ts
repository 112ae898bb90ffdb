import { isSameGatewayAmount } from '../../shared/money.ts';
import type { GatewayCallContext } from './context.ts';
import { statusOfWireValue } from './profile/index.ts';

/** The status of an item of a batch. `unknown`: the response has no result for it, or contradicts the request. */
export type BatchItemStatus = 'accepted' | 'refused' | 'in_progress' | 'unknown';

/** An item of the request with its result in the response. */
export interface MatchedBatchItem<Item, Result> {
  item: Item;
  status: BatchItemStatus;
  result: Result | undefined;
  /** A field of the result that contradicts the request, or another result for the same transaction. */
  mismatch?: string;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Fields that the response repeats and that must equal those of the request. */
const REPEATED_FIELDS = ['order_no', 'currency', 'amount', 'refund_amount', 'refund_reference'] as const;

/**
 * Matches the results of a response to the items of the request by `transaction_id`, never by position. A missing result
 * is `unknown`, and so is one that contradicts the request. Several items of one transaction match in their order. Where
 * a transaction has more results than items, all results must have the same status.
 */
export function matchBatchResults<Item extends { transaction_id: string }, Result extends object>(
  context: GatewayCallContext,
  items: readonly Item[],
  results: readonly Result[],
  statusField: keyof Result & string,
): MatchedBatchItem<Item, Result>[] {
  const asked = byTransaction(items);
  const said = byTransaction(results);
  return items.map((item) => {
    const twins = said.get(item.transaction_id) ?? [];
    const isOneEach = twins.length <= (asked.get(item.transaction_id) ?? []).length;
    const result = isOneEach ? twins.shift() : twins[0];
    if (result === undefined) return { item, status: 'unknown', result };
    const own = (isOneEach ? [result] : twins) as readonly Fields[];
    const mismatch = findItemMismatch(item, own) ?? findContradiction(own, statusField);
    if (mismatch !== undefined) return { item, status: 'unknown', result, mismatch };
    return {
      item,
      status: statusOfWireValue(context.profile, 'item_status', (result as Fields)[statusField]) ?? 'unknown',
      result,
    };
  });
}

function byTransaction<T extends object>(entries: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const id = (entry as Fields)['transaction_id'] ?? '';
    groups.set(id, [...(groups.get(id) ?? []), entry]);
  }
  return groups;
}

function findItemMismatch(item: Fields, results: readonly Fields[]): string | undefined {
  return REPEATED_FIELDS.find((name) =>
    results.some((result) => {
      const [asked, said] = [item[name], result[name]];
      if (asked === undefined || said === undefined || said === '') return false;
      return name.endsWith('amount') ? !isSameGatewayAmount(said, asked) : said !== asked;
    }),
  );
}

function findContradiction(results: readonly Fields[], statusField: string): string | undefined {
  return results.some((result) => result[statusField] !== results[0]?.[statusField]) ? statusField : undefined;
}
