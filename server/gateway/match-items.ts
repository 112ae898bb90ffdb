import { isSameSum } from '../../shared/money.ts';
import type { GatewayContext } from './context.ts';
import { statusOf } from './profile/index.ts';

/** What became of one item of a batch. `unknown`: the answer does not say, or says it of something else. */
export type ItemStatus = 'accepted' | 'refused' | 'in_progress' | 'unknown';

/** An item as it was asked for, and what the answer says of it. */
export interface BatchItemResponse<Item, Result> {
  item: Item;
  status: ItemStatus;
  result: Result | undefined;
  /** A field of the answer that contradicts the request, or itself. */
  mismatch?: string;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Fields that an answer repeats and that must say the same. */
const REPEATED_FIELDS = ['order_no', 'currency', 'amount', 'refund_amount', 'refund_reference'] as const;

/**
 * Matches the items of an answer to those of the request by transaction_id, never by place: a missing one is unknown,
 * and so is one whose fields contradict the request. Where a transaction was asked for several times, the order among
 * those decides; where it is answered more often than it was asked for, all have to say the same.
 */
export function matchItems<Item extends { transaction_id: string }, Result extends object>(
  context: GatewayContext,
  items: readonly Item[],
  results: readonly Result[],
  statusField: keyof Result & string,
): BatchItemResponse<Item, Result>[] {
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
      status: statusOf(context.profile, 'item_status', (result as Fields)[statusField]) ?? 'unknown',
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
      return name.endsWith('amount') ? !isSameSum(said, asked) : said !== asked;
    }),
  );
}

function findContradiction(results: readonly Fields[], statusField: string): string | undefined {
  return results.some((result) => result[statusField] !== results[0]?.[statusField]) ? statusField : undefined;
}
