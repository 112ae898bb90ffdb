import { randomBytes } from 'node:crypto';
import type { ApmPaymentRequest, DirectPaymentRequest } from '../../../shared/interface/payment-request.ts';
import type { PaymentResult } from '../../../shared/interface/payment-result.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import {
  toPaymentCodeResponseFields,
  issuerPageKindOf,
  createPaymentCode,
  schedulePaymentCodeExpiry,
} from './payment-codes.ts';
import { RESULT_MESSAGES, testCardBehaviourOf, maskTestCardNumber, type CardBehaviour } from './test-cards.ts';
import { toPaymentResult, type Transaction } from './ledger.ts';
import { findMerchant } from './batch.ts';
import { recordPendingSubscription, invalidSubscriptionTermText } from './subscriptions.ts';
import { notifyOfTransaction } from './notify.ts';
import type { SandboxSavedCard, SandboxMerchant, SandboxState } from '../state.ts';
import { applyPaidEffects, applyTransactionResult } from './apply-result.ts';

export interface SandboxAuthoriseResponse {
  status: number;
  /** With the code elements, which the interface does not show. */
  result: PaymentResult & Partial<Record<string, PaymentResult[keyof PaymentResult]>>;
}

type Payment = (DirectPaymentRequest & { kind: 'card' }) | (ApmPaymentRequest & { kind: 'apm' });

/** `POST /v1/authorise` (interface 4.2): records the payment and returns its status. */
export function authorise(
  state: SandboxState,
  fields: Record<string, unknown>,
  { origin, encoding, expected }: { origin: string; encoding: string; expected: 'json' | 'form' },
): SandboxAuthoriseResponse {
  const identity = identityOf(fields);
  if (encoding !== expected) {
    const shape = expected === 'json' ? 'a JSON object' : 'a form';
    return refusePayment(400, identity, 'I0001', `Invalid input: ${shape} is expected`);
  }
  const merchant = findMerchant(state, fields);
  if (merchant === undefined) {
    return refusePayment(200, identity, 'I0014', 'Sub-account used in the wrong environment');
  }
  const payment = parsePayment(state, fields);
  if ('fault' in payment) return signResponse(state, merchant, refusePayment(400, identity, 'I0001', payment.fault));
  if (!state.signer.isSigned(payment.kind, fields, merchant.sign_keys)) {
    return refusePayment(
      200,
      identity,
      'I0013',
      `Wrong encryption_data; it is made of ${state.signer.describe(payment.kind)}`,
    );
  }
  return signResponse(
    state,
    merchant,
    payment.kind === 'card'
      ? toResponse(state, createCardPayment(state, payment), origin)
      : createApmPayment(state, payment, origin),
  );
}

function parsePayment(state: SandboxState, fields: Record<string, unknown>): Payment | { fault: string } {
  const rest = { ...fields };
  const vendorFields = Object.keys(rest).filter((name) => name.endsWith('_token_cookie'));
  for (const name of [...vendorFields, state.cardBrandField ?? '']) {
    if (rest[name] !== undefined && typeof rest[name] !== 'string') return { fault: `${name} must be text` };
    Reflect.deleteProperty(rest, name);
  }
  const faulty = rest['subscription'] === undefined ? undefined : invalidSubscriptionTermText(rest['subscription']);
  if (faulty !== undefined) return { fault: `subscription.${faulty}` };
  const isApm = 'payment_method' in rest;
  const parsed = isApm ? state.schemas.apm.safeParse(rest) : state.schemas.direct.safeParse(rest);
  if (parsed.success) return { ...parsed.data, kind: isApm ? 'apm' : 'card' } as Payment;
  const [first] = toFieldErrors(parsed.error, rest);
  return { fault: first === undefined ? 'Invalid input' : `${first.path} ${first.rule}` };
}

/** Records a payment by card or token, with the result of its test card. */
export function createCardPayment(state: SandboxState, payment: DirectPaymentRequest): Transaction {
  const { account_id } = payment;
  const saved = payment.token_id ? state.savedCards.get(payment.token_id) : undefined;
  // A token of another account is as unknown as one that was never made.
  const kept = saved?.account_id === account_id ? saved : undefined;
  const card: SandboxSavedCard = kept ?? {
    account_id,
    number: payment.card ?? '',
    month: payment.expiration_month ?? '',
    year: payment.expiration_year ?? '',
  };
  const usual = testCardBehaviourOf(card, state.now());
  const asked = payment.open3d === 'do3DS' && usual.kind === 'paid';
  const behaviour: CardBehaviour = asked ? { kind: 'challenge', then: 'paid' } : usual;
  const transaction = state.ledger.add({
    ...commonFieldsOf(state, payment),
    ...outcomeOf(behaviour, state.now()),
    kind: 'card',
    payment_method: 'card',
    bank_code: '',
    masked_card: maskTestCardNumber(card.number),
    window_size: payment.challenge_window_size ?? '',
    approve_leads_to: behaviour.kind === 'challenge' ? behaviour.then : 'paid',
    is3ds: behaviour.kind === 'challenge',
    will_be_disputed: behaviour.kind === 'paid' && behaviour.disputed === true,
    pay_code: undefined,
    token_id: payment.token_flag === 'YES' ? saveCard(state, card) : (payment.token_id ?? ''),
    ...subscriptionFieldsOf(state, payment),
    ...NOT_SCORED,
  });
  if (behaviour.kind === 'pending') {
    state.clock.after(state.delays.pendingPayment, () =>
      applyTransactionResult(state, transaction, { state: 'paid', result_code: '0000' }),
    );
  }
  if (transaction.state === 'paid') applyPaidEffects(state, transaction);
  return transaction;
}

function createApmPayment(
  state: SandboxState,
  payment: Extract<Payment, { kind: 'apm' }>,
  origin: string,
): SandboxAuthoriseResponse {
  const transaction = state.ledger.add({
    ...commonFieldsOf(state, payment),
    state: 'waiting',
    result_code: 'P0001',
    completed_at: null,
    kind: 'apm',
    payment_method: payment.payment_method,
    bank_code: payment.bank_code ?? '',
    masked_card: '',
    window_size: '',
    approve_leads_to: 'paid',
    is3ds: false,
    will_be_disputed: false,
    token_id: '',
    pay_code: createPaymentCode(state, payment),
    ...subscriptionFieldsOf(state, undefined),
    ...NOT_SCORED,
  });
  schedulePaymentCodeExpiry(state, transaction);
  return toResponse(state, transaction, origin);
}

type CommonFields = Pick<
  Transaction,
  | 'merchant_id'
  | 'account_id'
  | 'order_no'
  | 'amount'
  | 'currency'
  | 'website'
  | 'shopper_email'
  | 'return_url'
  | 'notify_url'
  | 'note'
  | 'billing'
  | 'visit_key'
  | 'is_visited'
  | 'created_at'
>;

function commonFieldsOf(state: SandboxState, payment: DirectPaymentRequest | ApmPaymentRequest): CommonFields {
  return {
    merchant_id: payment.merchant_id,
    account_id: payment.account_id,
    order_no: payment.order_no,
    amount: payment.amount,
    currency: payment.currency,
    website: payment.website ?? '',
    shopper_email: payment.shopper_email ?? '',
    return_url: payment.return_url ?? '',
    notify_url: payment.notify_url ?? '',
    note: payment.note ?? '',
    billing: billingOf(payment),
    visit_key: randomBytes(18).toString('base64url'),
    is_visited: false,
    created_at: state.now(),
  };
}

function outcomeOf(behaviour: CardBehaviour, now: number): Pick<Transaction, 'state' | 'result_code' | 'completed_at'> {
  switch (behaviour.kind) {
    case 'paid':
      return { state: 'paid', result_code: '0000', completed_at: now };
    case 'declined':
      return { state: 'declined', result_code: behaviour.code, completed_at: now };
    case 'held':
      return { state: 'held', result_code: 'P0002', completed_at: null };
    case 'pending':
      return { state: 'pending', result_code: 'P0001', completed_at: null };
    case 'challenge':
      return { state: 'waiting', result_code: 'P0001', completed_at: null };
  }
}

function saveCard(state: SandboxState, card: SandboxSavedCard): string {
  const token = `tok_${randomBytes(12).toString('hex')}`;
  state.savedCards.set(token, card);
  return token;
}

function billingOf(payment: DirectPaymentRequest | ApmPaymentRequest): Record<string, string> {
  const fields = Object.entries(payment).filter(([name]) => name.startsWith('billing_'));
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}

const NOT_SCORED = { risk_status: '', ispass3d: '' };

/** The subscription that a payment requests, with the fields of its result. */
function subscriptionFieldsOf(
  state: SandboxState,
  payment: DirectPaymentRequest | undefined,
): Pick<Transaction, 'recurring_id' | 'contract_name' | 'recurring_deduction_period' | 'recurring_deduction_time'> {
  const subscription =
    payment?.subscription === undefined ? undefined : recordPendingSubscription(state, payment.subscription, payment);
  return {
    recurring_id: subscription?.recurring_id ?? '',
    contract_name: subscription?.contract_name ?? '',
    recurring_deduction_period:
      subscription === undefined ? '' : `${String(subscription.interval_count)} ${subscription.interval}`,
    recurring_deduction_time: '',
  };
}

/** A payment that waits for the shopper has an issuer_url and no status; any other payment has a status. */
function toResponse(state: SandboxState, transaction: Transaction, origin: string): SandboxAuthoriseResponse {
  if (transaction.state === 'waiting') {
    const page = issuerPageKindOf(transaction);
    const base = state.publicUrl ?? origin;
    return {
      status: 200,
      result: {
        merchant_id: transaction.merchant_id,
        account_id: transaction.account_id,
        order_no: transaction.order_no,
        amount: transaction.amount,
        currency: transaction.currency,
        issuer_url: `${base}/issuer/${page}?visit=${transaction.visit_key}`,
        ...toPaymentCodeResponseFields(state, transaction),
      },
    };
  }
  const result = toPaymentResult(transaction, RESULT_MESSAGES[transaction.result_code] ?? '');
  if (transaction.completed_at !== null) notifyOfTransaction(state, transaction, 'PAYMENT');
  return { status: 200, result };
}

function refusePayment(
  status: number,
  identity: PaymentResult,
  code: string,
  message: string,
): SandboxAuthoriseResponse {
  return { status, result: { ...identity, order_status: '0', result_info: `${code}:${message}` } };
}

function signResponse(
  state: SandboxState,
  merchant: SandboxMerchant,
  { status, result }: SandboxAuthoriseResponse,
): SandboxAuthoriseResponse {
  return {
    status,
    result: { ...result, encryption_data: state.signer.sign('result', result, merchant.sign_keys[0] ?? '') },
  };
}

/** The identifying fields of a request that are safe to repeat. */
function identityOf(fields: Record<string, unknown>): PaymentResult {
  const text = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value) ? value : undefined;
  };
  return {
    merchant_id: text('merchant_id'),
    account_id: text('account_id'),
    order_no: text('order_no'),
    amount: text('amount'),
    currency: text('currency'),
  };
}
