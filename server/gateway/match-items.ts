import { isSameSum } from '../../shared/money.ts';
import type { GatewayContext } from './context.ts';
import { meaningOf } from './call.ts';

/** What became of one item of a batch. `unknown`: the answer does not say, or says it of something else. */
export type ItemStatus = 'accepted' | 'refused' | 'in_progress' | 'unknown';

/** An item as it was asked for, and what the answer says of it. */
export interface ItemAnswer<Item, Result> {
  item: Item;
  status: ItemStatus;
  result: Result | undefined;
  /** A field of the answer that contradicts the request. */
  mismatch?: string;
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Fields that an answer repeats and that must say the same. */
const REPEATED = ['order_no', 'currency', 'amount', 'refund_amount', 'refund_reference'] as const;

/**
 * Matches the items of an answer to those of the request by transaction_id, never by place: a missing one is unknown,
 * and so is one whose fields contradict the request. Where a transaction stands several times, the order among those
 * decides.
 */
export function matchItems<Item extends { transaction_id: string }, Result extends object>(
  context: GatewayContext,
  items: readonly Item[],
  results: readonly Result[],
  statusField: keyof Result & string,
): ItemAnswer<Item, Result>[] {
  const waiting = new Map<string, Result[]>();
  for (const result of results) {
    const id = (result as Fields)['transaction_id'] ?? '';
    waiting.set(id, [...(waiting.get(id) ?? []), result]);
  }
  return items.map((item) => {
    const result = waiting.get(item.transaction_id)?.shift();
    if (result === undefined) return { item, status: 'unknown', result };
    const mismatch = findMismatch(item, result as Fields);
    if (mismatch !== undefined) return { item, status: 'unknown', result, mismatch };
    const said = (result as Fields)[statusField];
    return { item, status: meaningOf(context, said) ?? 'unknown', result };
  });
}

function findMismatch(item: Fields, result: Fields): string | undefined {
  return REPEATED.find((name) => {
    const [asked, said] = [item[name], result[name]];
    if (asked === undefined || said === undefined || said === '') return false;
    return name.endsWith('amount') ? !isSameSum(said, asked) : said !== asked;
  });
}
