import { encodeAmount, parseAmount } from '../../../shared/money.ts';
import {
  findRequestIdErrors,
  OptimiseMethodsRequest,
  PayoutRequest,
} from '../../../shared/interface/undocumented-operations.ts';
import type { FieldError } from '../../../shared/errors.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import type { SandboxMerchant, SandboxState } from '../state.ts';
import { acceptedResponseFields, verifyRequest, refusedResponseFields } from './batch.ts';
import type { SandboxPayout } from './records.ts';
import type { Transaction } from './ledger.ts';
import { refundableAmountOf } from './refunds.ts';

/** Operations that the interface names without a payload (4.10), with shapes of the sandbox. */

type Fields = Record<string, unknown>;

/** The initial balance of every merchant, in hundredths of each currency. */
const OPENING_BALANCE: Readonly<Record<string, bigint>> = { EUR: 1_000_000n, USD: 1_000_000n, BRL: 1_000_000n };

/** `POST /v1/payout`: deducts from the balance. An equal request_id is the same payout. */
export function createPayout(state: SandboxState, fields: Fields): Fields {
  const entry = verifyRequest(state, fields, 'payout');
  if ('refusal' in entry) return entry.refusal;
  const parsed = PayoutRequest.safeParse(fields);
  if (!parsed.success)
    return refusedResponseFields(entry.head, 'I0001', toMessage(toFieldErrors(parsed.error, fields)));
  const faults = findRequestIdErrors(parsed.data.request_id, state.translator.requestId);
  if (faults.length > 0) return refusedResponseFields(entry.head, 'I0001', toMessage(faults));
  const { request_id: requestId, payment_currency: currency, payment_amount: amount, reference } = parsed.data;
  const place = `${entry.merchant.merchant_id} ${entry.merchant.account_id} ${requestId}`;
  const known = state.records.payouts.get(place);
  if (known !== undefined) {
    const isSame = known.payment_amount === amount && known.payment_currency === currency;
    return isSame
      ? { ...acceptedResponseFields(entry.head), ...toFields(known) }
      : refusedResponseFields(entry.head, 'P0003', 'request_id was used');
  }
  if (parseAmount(amount) > availableBalance(state, entry.merchant, currency)) {
    return refusedResponseFields(entry.head, 'P0010', 'The balance is too low');
  }
  const booked: SandboxPayout = {
    request_id: requestId,
    merchant_id: entry.merchant.merchant_id,
    account_id: entry.merchant.account_id,
    payout_id: `PO${String(state.records.payouts.size + 1).padStart(8, '0')}`,
    payment_currency: currency,
    payment_amount: amount,
    reference: reference ?? '',
    payout_status: '2',
    created_at: state.now(),
  };
  state.records.payouts.set(place, booked);
  state.clock.after(state.delays.payoutResult, () => (booked.payout_status = '1'));
  return { ...acceptedResponseFields(entry.head), ...toFields(booked) };
}

function toFields(entry: SandboxPayout): Record<string, string> {
  const { merchant_id: _merchant, account_id: _account, created_at: createdAt, ...fields } = entry;
  return { ...fields, created_time: new Date(createdAt).toISOString() };
}

/** `POST /v1/payoutQuery`: by `request_ids` or `request_id`; by default all of the merchant's payouts. */
export function queryPayouts(state: SandboxState, fields: Fields): Fields {
  const entry = verifyRequest(state, fields, 'payoutQuery');
  if ('refusal' in entry) return entry.refusal;
  const one = fields['request_id'];
  const asked = Array.isArray(fields['request_ids'])
    ? (fields['request_ids'] as unknown[])
    : one === undefined
      ? undefined
      : [one];
  const payouts = [...state.records.payouts.values()].filter(
    (booked) => isOf(entry.merchant, booked) && (asked?.includes(booked.request_id) ?? true),
  );
  return { ...acceptedResponseFields(entry.head), payouts: payouts.map(toFields) };
}

/** `POST /v1/payoutBalance`: the available balance by currency. */
export function queryPayoutBalance(state: SandboxState, fields: Fields): Fields {
  const entry = verifyRequest(state, fields, 'payoutBalance');
  if ('refusal' in entry) return entry.refusal;
  const balances = currenciesOf(state, entry.merchant).map((currency) => ({
    currency,
    available_amount: toText(availableBalance(state, entry.merchant, currency)),
  }));
  return { ...acceptedResponseFields(entry.head), balances };
}

/** `POST /v1/unsettledAmount`: payments that are not yet part of the balance. */
export function queryUnsettledAmount(state: SandboxState, fields: Fields): Fields {
  const entry = verifyRequest(state, fields, 'unsettledAmount');
  if ('refusal' in entry) return entry.refusal;
  const amounts = currenciesOf(state, entry.merchant).map((currency) => ({
    currency,
    unsettled_amount: encodeAmount(
      grossVolume(state, entry.merchant, currency, (age) => age < state.delays.settlement),
    ),
  }));
  return { ...acceptedResponseFields(entry.head), unsettled_amounts: amounts };
}

/** A balance can be negative: a payment can be refunded after it was paid out. */
function toText(hundredths: bigint): string {
  return hundredths < 0n ? `-${encodeAmount(-hundredths)}` : encodeAmount(hundredths);
}

function isOf(merchant: SandboxMerchant, entry: { merchant_id: string; account_id: string }): boolean {
  return entry.merchant_id === merchant.merchant_id && entry.account_id === merchant.account_id;
}

function currenciesOf(state: SandboxState, merchant: SandboxMerchant): string[] {
  const own = state.ledger.all().filter((transaction) => isOf(merchant, transaction));
  return [...new Set([...Object.keys(OPENING_BALANCE), ...own.map((transaction) => transaction.currency)])].sort();
}

function availableBalance(state: SandboxState, merchant: SandboxMerchant, currency: string): bigint {
  const payouts = [...state.records.payouts.values()].filter(
    (booked) => isOf(merchant, booked) && booked.payment_currency === currency,
  );
  const settled = grossVolume(state, merchant, currency, (age) => age >= state.delays.settlement);
  const paidOut = payouts.reduce((sum, booked) => sum + parseAmount(booked.payment_amount), 0n);
  return (OPENING_BALANCE[currency] ?? 0n) + settled - paidOut;
}

/** The sum of the payments of an age, less refunds and lost disputes. */
function grossVolume(
  state: SandboxState,
  merchant: SandboxMerchant,
  currency: string,
  isOfAge: (ms: number) => boolean,
): bigint {
  return state.ledger
    .all()
    .filter(
      (transaction) =>
        transaction.state === 'paid' &&
        isOf(merchant, transaction) &&
        transaction.currency === currency &&
        isOfAge(state.now() - (transaction.completed_at ?? transaction.created_at)),
    )
    .reduce((sum, transaction) => sum + netAmountOf(state, transaction), 0n);
}

function netAmountOf(state: SandboxState, transaction: Transaction): bigint {
  const isLost = state.records.disputes.some(
    (entry) => entry.transaction_id === transaction.transaction_id && entry.state === 'lost',
  );
  return isLost ? 0n : refundableAmountOf(state, transaction);
}

/** Methods with their acceptance rates, by the shopper's country. */
const RATES: Readonly<Record<string, readonly [method: string, rate: string][]>> = {
  BR: [
    ['pix', '0.97'],
    ['card', '0.82'],
  ],
  default: [
    ['card', '0.94'],
    ['online_banking', '0.88'],
  ],
};

/** `POST /v1/optimise`: the methods in the order of their acceptance rates. */
export function optimisePaymentMethods(state: SandboxState, fields: Fields): Fields {
  const entry = verifyRequest(state, fields, 'optimise');
  if ('refusal' in entry) return entry.refusal;
  const parsed = OptimiseMethodsRequest.safeParse(fields);
  if (!parsed.success)
    return refusedResponseFields(entry.head, 'I0001', toMessage(toFieldErrors(parsed.error, fields)));
  const faults = findRequestIdErrors(parsed.data.request_id, state.translator.requestId);
  if (faults.length > 0) return refusedResponseFields(entry.head, 'I0001', toMessage(faults));
  const rates = RATES[parsed.data.shopper_country ?? ''] ?? RATES['default'] ?? [];
  return {
    ...acceptedResponseFields(entry.head),
    request_id: parsed.data.request_id,
    payment_methods: rates.map(([payment_method, acceptance_rate]) => ({ payment_method, acceptance_rate })),
  };
}

/** `POST /v1/uploadLogistics`: stores the given entries. */
export function uploadLogistics(state: SandboxState, fields: Fields): Fields {
  const entry = verifyRequest(state, fields, 'uploadLogistics');
  if ('refusal' in entry) return entry.refusal;
  const list = fields['logistics_orders'];
  if (!Array.isArray(list) || list.length === 0)
    return refusedResponseFields(entry.head, 'I0001', 'logistics_orders must be a list');
  state.records.logistics.push(...(list as Fields[]));
  return {
    ...acceptedResponseFields(entry.head),
    logistics_orders: list.map((each) => ({ ...(each as Fields), upload_status: '1' })),
  };
}

function toMessage([first]: readonly FieldError[]): string {
  return first === undefined ? 'Invalid input' : `${first.path} ${first.rule}`;
}
