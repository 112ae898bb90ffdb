import type { CreateSession } from '../../shared/contract/index.ts';
import type { FieldError } from '../../shared/errors.ts';
import { ORDER_TOTAL_FIELDS } from '../../shared/interface/order-sums.ts';
import { WHOLE_UNITS_RULE_TEXT, hasUnsupportedDecimals } from '../../shared/money.ts';

type Sums = Pick<
  CreateSession,
  'currency' | 'items' | 'installments' | 'subscription' | (typeof ORDER_TOTAL_FIELDS)[number]
>;

/** The amounts of a session, its items and plans that have decimals although the currency has none. */
export function findExcessDecimals(request: Sums): FieldError[] {
  const amounts: [path: string, amount: string | undefined][] = [
    ...ORDER_TOTAL_FIELDS.map((name): [string, string | undefined] => [name, request[name]]),
    ...request.items.map((item, index): [string, string] => [`items.${String(index)}.unit_price`, item.unit_price]),
    ...(request.installments ?? []).flatMap((plan, index): [string, string | undefined][] => [
      [`installments.${String(index)}.amount`, plan.amount],
      [`installments.${String(index)}.total`, plan.total],
    ]),
    ['subscription.contract_amount', request.subscription?.contract_amount],
  ];
  return amounts
    .filter(([, amount]) => hasUnsupportedDecimals(amount, request.currency))
    .map(([path]) => ({ path, code: 'format', rule: WHOLE_UNITS_RULE_TEXT }));
}
