import { randomBytes } from 'node:crypto';
import { ApmPaymentRequest, DirectPaymentRequest } from '../../../shared/interface/payment-request.ts';
import type { PaymentResult } from '../../../shared/interface/payment-result.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import { codeElements, issuerPageOf, makeCode, watchCode } from './codes.ts';
import { RESULT_MESSAGES, behaviourOf, maskNumber, type CardBehaviour } from './cards.ts';
import { toResult, type Transaction } from './ledger.ts';
import { findMerchant } from './batch.ts';
import { openDispute } from './disputes.ts';
import { agree, begin, findFaultyTerms } from './subscriptions.ts';
import { tell } from './tell.ts';
import type { KeptCard, SandboxMerchant, World } from '../world.ts';

export interface AuthoriseReply {
  status: number;
  /** With the elements of a code, which the interface does not show. */
  result: PaymentResult & Partial<Record<string, PaymentResult[keyof PaymentResult]>>;
}

type Payment = (DirectPaymentRequest & { kind: 'card' }) | (ApmPaymentRequest & { kind: 'apm' });

/** `POST /v1/authorise` (interface 4.2): books the payment and says what became of it. */
export function authorise(
  world: World,
  fields: Record<string, unknown>,
  { origin, encoding, expected }: { origin: string; encoding: string; expected: 'json' | 'form' },
): AuthoriseReply {
  const identity = echo(fields);
  if (encoding !== expected) {
    const shape = expected === 'json' ? 'a JSON object' : 'a form';
    return refuse(400, identity, 'I0001', `Invalid input: ${shape} is expected`);
  }
  const merchant = findMerchant(world, fields);
  if (merchant === undefined) {
    return refuse(200, identity, 'I0014', 'Sub-account used in the wrong environment');
  }
  const payment = read(world, fields);
  if ('fault' in payment) return signed(world, merchant, refuse(400, identity, 'I0001', payment.fault));
  if (!world.signer.isSigned(payment.kind, fields, merchant.sign_keys)) {
    return refuse(
      200,
      identity,
      'I0013',
      `Wrong encryption_data; it is made of ${world.signer.describe(payment.kind)}`,
    );
  }
  return signed(
    world,
    merchant,
    payment.kind === 'card' ? reply(world, bookCardPayment(world, payment), origin) : payByApm(world, payment, origin),
  );
}

function read(world: World, fields: Record<string, unknown>): Payment | { fault: string } {
  const rest = { ...fields };
  const vendorFields = Object.keys(rest).filter((name) => name.endsWith('_token_cookie'));
  for (const name of [...vendorFields, world.cardBrandField ?? '']) {
    if (rest[name] !== undefined && typeof rest[name] !== 'string') return { fault: `${name} must be text` };
    Reflect.deleteProperty(rest, name);
  }
  const faulty = rest['subscription'] === undefined ? undefined : findFaultyTerms(rest['subscription']);
  if (faulty !== undefined) return { fault: `subscription.${faulty}` };
  const isApm = 'payment_method' in rest;
  const parsed = isApm ? ApmPaymentRequest.safeParse(rest) : DirectPaymentRequest.safeParse(rest);
  if (parsed.success) return { ...parsed.data, kind: isApm ? 'apm' : 'card' } as Payment;
  const [first] = toFieldErrors(parsed.error, rest);
  return { fault: first === undefined ? 'Invalid input' : `${first.path} ${first.rule}` };
}

/** Books a payment by card or token, and does what the card does. */
export function bookCardPayment(world: World, payment: DirectPaymentRequest): Transaction {
  const kept = payment.token_id ? world.tokens.get(payment.token_id) : undefined;
  const card: KeptCard = kept ?? {
    number: payment.card ?? '',
    month: payment.expiration_month ?? '',
    year: payment.expiration_year ?? '',
  };
  const usual = behaviourOf(card, world.now());
  const asked = payment.open3d === 'do3DS' && usual.kind === 'paid';
  const behaviour: CardBehaviour = asked ? { kind: 'challenge', then: 'paid' } : usual;
  const transaction = world.ledger.add({
    ...common(world, payment),
    ...outcomeOf(behaviour, world.now()),
    kind: 'card',
    payment_method: 'card',
    bank_code: '',
    masked_card: maskNumber(card.number),
    window_size: payment.challenge_window_size ?? '',
    approve_leads_to: behaviour.kind === 'challenge' ? behaviour.then : 'paid',
    is3ds: behaviour.kind === 'challenge',
    disputed_later: behaviour.kind === 'paid' && behaviour.disputed === true,
    pay_code: undefined,
    token_id: payment.token_flag === 'YES' ? keep(world, card) : (payment.token_id ?? ''),
    ...contractOf(world, payment),
    ...unscored,
  });
  if (behaviour.kind === 'pending') {
    world.clock.after(world.pace.settlePending, () => world.settle(transaction, 'paid', '0000'));
  }
  if (transaction.state === 'paid') paid(world, transaction);
  return transaction;
}

function payByApm(world: World, payment: Extract<Payment, { kind: 'apm' }>, origin: string): AuthoriseReply {
  const transaction = world.ledger.add({
    ...common(world, payment),
    state: 'waiting',
    result_code: 'P0001',
    settled_at: null,
    kind: 'apm',
    payment_method: payment.payment_method,
    bank_code: payment.bank_code ?? '',
    masked_card: '',
    window_size: '',
    approve_leads_to: 'paid',
    is3ds: false,
    disputed_later: false,
    token_id: '',
    pay_code: makeCode(world, payment),
    ...contractOf(world, undefined),
    ...unscored,
  });
  watchCode(world, transaction);
  return reply(world, transaction, origin);
}

type Common = Pick<
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

function common(world: World, payment: DirectPaymentRequest | ApmPaymentRequest): Common {
  return {
    merchant_id: payment.merchant_id,
    account_id: payment.account_id,
    order_no: payment.order_no,
    amount: payment.amount,
    currency: payment.currency,
    website: payment.website,
    shopper_email: payment.shopper_email,
    return_url: payment.return_url ?? '',
    notify_url: payment.notify_url ?? '',
    note: payment.note ?? '',
    billing: billingOf(payment),
    visit_key: randomBytes(18).toString('base64url'),
    is_visited: false,
    created_at: world.now(),
  };
}

function outcomeOf(behaviour: CardBehaviour, now: number): Pick<Transaction, 'state' | 'result_code' | 'settled_at'> {
  switch (behaviour.kind) {
    case 'paid':
      return { state: 'paid', result_code: '0000', settled_at: now };
    case 'declined':
      return { state: 'declined', result_code: behaviour.code, settled_at: now };
    case 'held':
      return { state: 'held', result_code: 'P0002', settled_at: null };
    case 'pending':
      return { state: 'pending', result_code: 'P0001', settled_at: null };
    case 'challenge':
      return { state: 'waiting', result_code: 'P0001', settled_at: null };
  }
}

function keep(world: World, card: KeptCard): string {
  const token = `tok_${randomBytes(12).toString('hex')}`;
  world.tokens.set(token, card);
  return token;
}

function billingOf(payment: DirectPaymentRequest | ApmPaymentRequest): Record<string, string> {
  const fields = Object.entries(payment).filter(([name]) => name.startsWith('billing_'));
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}

const unscored = { risk_status: '', ispass3d: '' };

/** The contract that a payment asks for, as its result will say it. */
function contractOf(
  world: World,
  payment: DirectPaymentRequest | undefined,
): Pick<Transaction, 'recurring_id' | 'contract_name' | 'recurring_deduction_period' | 'recurring_deduction_time'> {
  const subscription = payment?.subscription === undefined ? undefined : agree(world, payment.subscription, payment);
  return {
    recurring_id: subscription?.recurring_id ?? '',
    contract_name: subscription?.contract_name ?? '',
    recurring_deduction_period:
      subscription === undefined ? '' : `${String(subscription.interval_count)} ${subscription.interval}`,
    recurring_deduction_time: '',
  };
}

/** What follows from the payment of a transaction: its contract begins, its shopper may dispute it. */
export function paid(world: World, transaction: Transaction): void {
  begin(world, transaction);
  if (transaction.disputed_later) world.clock.after(world.pace.dispute, () => openDispute(world, transaction));
}

/** A payment that waits for the shopper has an issuer_url and no status; any other has its status. */
function reply(world: World, transaction: Transaction, origin: string): AuthoriseReply {
  if (transaction.state === 'waiting') {
    const page = issuerPageOf(transaction);
    const base = world.publicUrl ?? origin;
    return {
      status: 200,
      result: {
        merchant_id: transaction.merchant_id,
        account_id: transaction.account_id,
        order_no: transaction.order_no,
        amount: transaction.amount,
        currency: transaction.currency,
        issuer_url: `${base}/issuer/${page}?visit=${transaction.visit_key}`,
        ...codeElements(world, transaction),
      },
    };
  }
  const result = toResult(transaction, RESULT_MESSAGES[transaction.result_code] ?? '');
  if (transaction.settled_at !== null) tell(world, transaction, 'PAYMENT');
  return { status: 200, result };
}

function refuse(status: number, identity: PaymentResult, code: string, message: string): AuthoriseReply {
  return { status, result: { ...identity, order_status: '0', result_info: `${code}:${message}` } };
}

function signed(world: World, merchant: SandboxMerchant, { status, result }: AuthoriseReply): AuthoriseReply {
  return {
    status,
    result: { ...result, encryption_data: world.signer.sign('result', result, merchant.sign_keys[0] ?? '') },
  };
}

/** Those identifying fields of a request that can be said again. */
function echo(fields: Record<string, unknown>): PaymentResult {
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
