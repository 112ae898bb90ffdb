import type { NewPayment, SessionRecord } from '../../server/store/store.ts';

const NOW = Date.UTC(2030, 0, 1);

/** An open session of an order of its own, created at the start of 2030 and valid for an hour. */
export function newSession(changes: Partial<SessionRecord> = {}): SessionRecord {
  const { order_no = `O-${crypto.randomUUID()}`, currency = 'EUR', amount = '12.00' } = changes;
  return {
    id: `ses_${crypto.randomUUID()}`,
    account: 'default',
    token_hash: crypto.randomUUID(),
    order_no,
    currency,
    amount,
    request: {
      order_no,
      currency,
      amount,
      items: [{ name: 'José’s mug', sku: 'M', unit_price: amount, quantity: 1 }],
      return_url: 'https://shop.example/',
    },
    status: 'open',
    active_payment_id: null,
    last_payment_id: null,
    paid_payment_id: null,
    attempts: 0,
    version: 1,
    created_at: NOW,
    expires_at: NOW + 3_600_000,
    ...changes,
  };
}

/** A new attempt to pay a session by card. */
export function newPayment(session: SessionRecord, changes: Partial<NewPayment> = {}): NewPayment {
  return {
    id: `pay_${crypto.randomUUID()}`,
    session_id: session.id,
    account: session.account,
    attempt_id: crypto.randomUUID(),
    fingerprint: 'f',
    method: 'card',
    order_no: session.order_no,
    currency: session.currency,
    amount: session.amount,
    shopper_email: null,
    card_brand: null,
    card_bin: null,
    card_last4: null,
    card_expiry: null,
    card_holder: null,
    page_origin: null,
    account_id: '',
    notify_hash: null,
    ...changes,
  };
}
