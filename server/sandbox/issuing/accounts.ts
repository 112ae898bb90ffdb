import type { World } from '../world.ts';
import { Refusal } from './answer.ts';
import { RATES, type SandboxOperation } from './books.ts';
import { fromHundredths, stamp } from './money.ts';

/** Takes money off a company's balance; nothing changes where there is not enough. */
export function take(world: World, companyId: string, currency: string, hundredths: number): void {
  const balances = world.issuing.balances.get(companyId);
  const left = (balances?.get(currency) ?? 0) - hundredths;
  if (left < 0) throw new Refusal('low_balance', currency);
  balances?.set(currency, left);
}

export function give(world: World, companyId: string, currency: string, hundredths: number): void {
  const balances = world.issuing.balances.get(companyId);
  balances?.set(currency, (balances.get(currency) ?? 0) + hundredths);
}

/** A digit string that was not given out before. */
export function nextId(world: World): string {
  world.issuing.made += 1;
  return `${String(world.now())}${String(world.issuing.made).padStart(5, '0')}`;
}

/** Books an operation under an order_id of its own. */
export function record(world: World, operation: Omit<SandboxOperation, 'order_id' | 'created_at'>): SandboxOperation {
  const booked: SandboxOperation = { ...operation, order_id: nextId(world), created_at: world.now() };
  world.issuing.operations.set(booked.order_id, booked);
  world.issuing.requests.set(`${booked.company_id} ${booked.request_id}`, booked.order_id);
  return booked;
}

/** `POST /api/account/balance` (interface 4.9). */
export function queryBalance(world: World, companyId: string): Record<string, unknown> {
  const details = [...(world.issuing.balances.get(companyId) ?? [])].map(([currency, hundredths]) => ({
    currency,
    amount: fromHundredths(hundredths),
    exchange_rate: RATES[currency] ?? 1,
  }));
  const total = details.reduce((sum, entry) => sum + Math.round(entry.amount * entry.exchange_rate * 100), 0);
  return {
    total_amount_usd: fromHundredths(total),
    exchange_rate_time: stamp(world.now()),
    currency_details: details,
  };
}

/** `POST /api/card/query_operate_result` (interface 4.9): by order_id, or by the request_id that asked for it. */
export function queryOperation(
  world: World,
  companyId: string,
  asked: { order_id?: string | undefined; request_id?: string | undefined },
): Record<string, unknown> {
  const orderId =
    (asked.order_id ?? '') === ''
      ? world.issuing.requests.get(`${companyId} ${asked.request_id ?? ''}`)
      : asked.order_id;
  const found = orderId === undefined ? undefined : world.issuing.operations.get(orderId);
  if (found?.company_id !== companyId) throw new Refusal('not_found');
  return {
    status: '1',
    currency: found.currency,
    amount: fromHundredths(found.amount),
    type: found.type,
    order_id: found.order_id,
    card_id: found.card_id,
    fee: fromHundredths(found.fee),
    created_time: stamp(found.created_at),
  };
}
