import type { SandboxState } from '../state.ts';
import { IssuingRefusalError } from './envelope.ts';
import { USD_RATES, type SandboxIssuingOperation } from './issuing-state.ts';
import { hundredthsToUnits, encodeTimestamp } from './money-and-time.ts';

/** Debits a company's balance; changes nothing if it is too low. */
export function takeFromCompanyBalance(
  state: SandboxState,
  companyId: string,
  currency: string,
  hundredths: number,
): void {
  const balances = state.issuing.balances.get(companyId);
  const left = (balances?.get(currency) ?? 0) - hundredths;
  if (left < 0) throw new IssuingRefusalError('low_balance', currency);
  balances?.set(currency, left);
}

export function addToCompanyBalance(
  state: SandboxState,
  companyId: string,
  currency: string,
  hundredths: number,
): void {
  const balances = state.issuing.balances.get(companyId);
  balances?.set(currency, (balances.get(currency) ?? 0) + hundredths);
}

/** A unique digit string. */
export function nextDigitId(state: SandboxState): string {
  state.issuing.idCount += 1;
  return `${String(state.now())}${String(state.issuing.idCount).padStart(5, '0')}`;
}

/** Records an operation under its own order_id. */
export function recordOperation(
  state: SandboxState,
  operation: Omit<SandboxIssuingOperation, 'order_id' | 'created_at'>,
): SandboxIssuingOperation {
  const booked: SandboxIssuingOperation = { ...operation, order_id: nextDigitId(state), created_at: state.now() };
  state.issuing.operations.set(booked.order_id, booked);
  state.issuing.orderIdsByRequest.set(`${booked.company_id} ${booked.request_id}`, booked.order_id);
  return booked;
}

/** `POST /api/account/balance` (interface 4.9). */
export function queryAccountBalance(state: SandboxState, companyId: string): Record<string, unknown> {
  const details = [...(state.issuing.balances.get(companyId) ?? [])].map(([currency, hundredths]) => ({
    currency,
    amount: hundredthsToUnits(hundredths),
    exchange_rate: USD_RATES[currency] ?? 1,
  }));
  const total = details.reduce((sum, entry) => sum + Math.round(entry.amount * entry.exchange_rate * 100), 0);
  return {
    total_amount_usd: hundredthsToUnits(total),
    exchange_rate_time: encodeTimestamp(state.now()),
    currency_details: details,
  };
}

/** `POST /api/card/query_operate_result` (interface 4.9): by order_id, or by the request_id of the operation. */
export function queryOperation(
  state: SandboxState,
  companyId: string,
  asked: { order_id?: string | undefined; request_id?: string | undefined },
): Record<string, unknown> {
  const orderId =
    (asked.order_id ?? '') === ''
      ? state.issuing.orderIdsByRequest.get(`${companyId} ${asked.request_id ?? ''}`)
      : asked.order_id;
  const found = orderId === undefined ? undefined : state.issuing.operations.get(orderId);
  if (found?.company_id !== companyId) throw new IssuingRefusalError('not_found');
  return {
    status: '1',
    currency: found.currency,
    amount: hundredthsToUnits(found.amount),
    type: found.type,
    order_id: found.order_id,
    card_id: found.card_id,
    fee: hundredthsToUnits(found.fee),
    created_time: encodeTimestamp(found.created_at),
  };
}
