import type { CheckoutServerOptions } from '../../server/index.ts';
import { addSearchedText, type Canary, type SearchedTexts } from './canaries.ts';
import { cardNumberSpellings, type LeakyGateway } from './leaky-gateway.ts';
import type * as library from './system.ts';
import type { CreatedSession, TestPaymentDetails, TestSystem } from './system.ts';
import { applyTransactionResult } from '../../server/sandbox/acquiring/apply-result.ts';

/** Test numbers only: the sandbox's own, and numbers of its range. */
export const FLOW_CARDS = {
  paid: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  wrongCode: '4000000000000101',
  faulty: '4000000000000119',
  challenge: '4000000000003220',
  failedChallenge: '4000008260003178',
  held: '4000000000009235',
  pending: '4000000000005126',
  disputed: '4000000000000259',
  /** Typed where no card number belongs. */
  stray: '4000056655665556',
  /** Typed wrongly: the check digit does not fit. */
  mistyped: '4242424242424241',
} as const;
export const SECURITY_CODE = '7391';
export const BANK_ACCOUNT_NUMBER = 'DE44500105175407324931';
export const FLOW_SECRETS = {
  sign: 'sandbox_sign"key/of+no\\worth=',
  issuing: 'sandbox_issuing"key/of+no\\worth=',
  api: 'api"key/of+no\\worth=7Qx2vR9bKf4LmZ8sWp3JtHcYd6Ng5Ae1',
  webhook: Buffer.from('webhook secret of no worth 01234').toString('base64'),
  database: 'database+password/of"no=worth',
} as const;

/** Secrets that are created during the run. */
export interface CreatedSecrets {
  tokens: string[];
  /** Numbers of issued cards. */
  issued: string[];
}

/** Values that may appear nowhere. */
export function canariesOf(made: CreatedSecrets): Canary[] {
  return [
    ...Object.entries(FLOW_CARDS).map(([name, value]) => ({ name: `card ${name}`, value })),
    ...made.issued.map((value) => ({ name: 'issued card', value })),
    { name: 'security code', value: SECURITY_CODE },
    ...made.tokens.map((value) => ({ name: 'session token', value })),
    { name: 'sign key', value: FLOW_SECRETS.sign },
    { name: 'issuing sign key', value: FLOW_SECRETS.issuing },
    { name: 'API key', value: FLOW_SECRETS.api },
    { name: 'webhook secret', value: FLOW_SECRETS.webhook },
    { name: 'bank account', value: BANK_ACCOUNT_NUMBER },
    { name: 'database password', value: FLOW_SECRETS.database },
  ];
}

export interface FlowContext {
  system: TestSystem;
  leaky: LeakyGateway;
  places: SearchedTexts;
  made: CreatedSecrets;
  /** The same copy of the code as the system's: with or without redaction. */
  lib: typeof library;
}

/** Runs every payment method, every later operation and every fault on one companion. */
export async function driveAllFlows(drive: FlowContext): Promise<void> {
  await payByCards(drive);
  await payByOtherMethods(drive);
  await sendGatewayFaults(drive);
  await sendNotifications(drive);
  await runMerchantOperations(drive);
  await issueCards(drive);
  await sendInvalidRequests(drive);
  await drive.system.companion.reconcile();
}

/** The settings of the leak test's companion. */
export function leakTestSettings(leaky: LeakyGateway, inboxUrl: string): Partial<CheckoutServerOptions> {
  return {
    gatewayUrl: leaky.url,
    issuingUrl: leaky.url,
    issuerHosts: ['localhost'],
    signKey: FLOW_SECRETS.sign,
    issuingSignKey: FLOW_SECRETS.issuing,
    apiKeys: `${FLOW_SECRETS.api}:pay+refund+payout+resolve+issue+users+read`,
    webhookUrl: inboxUrl,
    webhookSecret: `whsec_${FLOW_SECRETS.webhook}`,
    deadlines: { headers: 400, total: 800 },
    profile: {
      methods: {
        bank_transfer: { label: 'Bank transfer' },
        pix: { label: 'Pix', presents: 'qr' },
        boleto: { label: 'Boleto', presents: 'voucher' },
      },
    },
  };
}

async function open({ system, made }: FlowContext, changes = {}): Promise<CreatedSession> {
  const session = await system.openSession(changes);
  made.tokens.push(session.token);
  return session;
}

async function pay(
  drive: FlowContext,
  number: string,
  session: object = {},
  submit: object = {},
): Promise<TestPaymentDetails> {
  const { token } = await open(drive, session);
  const body = drive.lib.createCardSubmit(number);
  const card = { ...body.card!, security_code: SECURITY_CODE };
  await drive.system.browser(token, 'GET', '/checkout/session');
  const outcome = await drive.system.pay(token, { ...body, card, ...submit });
  await drive.system.browser(token, 'GET', '/checkout/outcome');
  await drive.system.browser(token, 'POST', '/checkout/payments', { ...body, card, ...submit });
  const id = String(outcome.payment_id);
  return drive.system.get<TestPaymentDetails>(`/v1/payments/${id}`).catch(() => ({ id }) as TestPaymentDetails);
}

async function payByCards(drive: FlowContext): Promise<void> {
  const { system } = drive;
  const { declined, poor, wrongCode, faulty, challenge, failedChallenge, mistyped } = FLOW_CARDS;
  for (const number of [declined, poor, wrongCode, faulty, mistyped, FLOW_CARDS.disputed]) await pay(drive, number);
  for (const number of [challenge, failedChallenge]) {
    const { id } = await pay(drive, number);
    const { state: world } = system.sandbox.sandbox;
    const transaction = world.ledger.all().at(-1)!;
    applyTransactionResult(world, transaction, {
      state: number === challenge ? 'paid' : 'declined',
      result_code: number === challenge ? '0000' : 'D0001',
    });
    await call(drive, `/checkout/return/${id}?frame=1`);
    await call(drive, `/checkout/return/${id}`, { method: 'POST', body: `card=${number}` });
  }
  // A card number typed into the name field.
  await pay(drive, FLOW_CARDS.paid, {}, { save_card: false });
  const shopper = { ...drive.lib.TEST_SESSION_FIELDS.shopper, id: 'keeper' };
  const holder_name = `Ana ${FLOW_CARDS.stray.replace(/(\d{4})(?=\d)/g, '$1 ')}`;
  const body = drive.lib.createCardSubmit(FLOW_CARDS.paid);
  const card = { ...body.card!, security_code: SECURITY_CODE };
  const keep = { saved_cards: true, shopper };
  await pay(drive, FLOW_CARDS.paid, keep, { card: { ...card, holder_name }, save_card: true });
  await pay(drive, FLOW_CARDS.paid, keep, { card, save_card: true });
  const { token } = await open(drive, { saved_cards: true, shopper });
  const view = (await (await system.browser(token, 'GET', '/checkout/session')).json()) as {
    saved_cards: { token_id: string }[];
  };
  const handle = view.saved_cards[0]?.token_id;
  const { card: _card, ...rest } = body;
  await system.browser(token, 'POST', '/checkout/payments', {
    ...rest,
    token_id: handle,
    security_code: SECURITY_CODE,
  });
  await system.browser(token, 'DELETE', '/checkout/saved-cards/card_none');
  await system.get('/v1/saved-cards?shopper_id=keeper');
}

async function payByOtherMethods(drive: FlowContext): Promise<void> {
  const { system, lib } = drive;
  const bank = { bank_account: { account_number: BANK_ACCOUNT_NUMBER } };
  for (const method of ['bank_transfer', 'pix', 'boleto', 'gateway_page']) {
    const { token } = await open(drive, { methods: [method] });
    const { card: _card, ...submit } = lib.createCardSubmit();
    const person = method === 'gateway_page' ? {} : { person: { document_number: '11144477735' } };
    await system.browser(token, 'POST', '/checkout/payments', { ...submit, method, ...person, ...bank });
    await system.browser(token, 'POST', '/checkout/payments', { ...submit, method, ...person });
    await system.browser(token, 'POST', '/checkout/abandon', {});
  }
  const order = { ...lib.TEST_SESSION_FIELDS, order_no: lib.nextOrderNo() };
  await system.merchant('POST', '/v1/redirect-payments', { ...order, shopper_ip: '192.0.2.1' });
  const subscription = {
    contract_name: 'Gold plan',
    contract_amount: '24.00',
    interval: 'month',
    interval_count: '1',
    billing_cycle: 12,
  };
  const { recurring_id: id } = await pay(drive, FLOW_CARDS.paid, { subscription });
  await system.merchant('POST', `/v1/subscriptions/${String(id)}/cancel`, {});
  await system.get('/v1/subscriptions');
}

async function sendGatewayFaults(drive: FlowContext): Promise<void> {
  const { leaky, system } = drive;
  const { scenarios } = system.sandbox.sandbox.state;
  const wrong: ((xml: string, number: string) => string)[] = [
    (xml, number) => xml.replace('<respon>', `<respon><order_no>${number}</order_no>`),
    (xml, number) => xml.replace(/<order_no>.*<\/order_no>/, `<order_no>${number}</order_no>`),
    (xml, number) => xml.replace(/<amount>.*<\/amount>/, `<amount>${number}</amount>`),
    (xml, number) => xml.replace('</respon>', `<note>${cardNumberSpellings(number)}`),
    (_xml, number) => `<html>Bad card ${cardNumberSpellings(number)} ${number}</html>`,
    (_xml, number) => `<!DOCTYPE r [<!ENTITY a "${number}">]><respon>&a;</respon>`,
    (xml, number) =>
      xml
        .replace(/ *<(order_status|encryption_data)>.*\n/g, '')
        .replace(
          '</respon>',
          `<issuer_url>http://localhost:1/acs?pan=${number}&amp;cvv=__CODE__</issuer_url></respon>`,
        ),
    (xml, number) =>
      xml.replace(/<result_info>.*<\/result_info>/, `<result_info>0000:${number}:__CODE__</result_info>`),
    (xml, number) =>
      xml
        .replace(/ *<encryption_data>.*\n/, '')
        .replace(/<card>.*<\/card>/, `<card>${Buffer.from(number).toString('base64')}</card>`)
        .replace(
          '</respon>',
          `<risk_reasons><name>${cardNumberSpellings(number)}</name><status>__CODE__</status></risk_reasons></respon>`,
        ),
  ];
  for (const next of wrong) {
    leaky.nextResponse = next;
    await pay(drive, FLOW_CARDS.paid);
  }
  for (const fault of ['reset', 'cut', 'malformed', 'status', 'empty', 'silent'] as const) {
    for (const operation of ['authorise', 'refund', 'retrievalTrans', 'payout', '/api/card/create'])
      scenarios.arm({ operation, fault, times: 1, after_charge: true, ms: 500 });
    const { id } = await pay(drive, FLOW_CARDS.mistyped);
    await system.merchant('POST', `/v1/payments/${id}/sync`, {});
    await system.companion.reconcile();
  }
  scenarios.clear();
}

async function sendNotifications(drive: FlowContext): Promise<void> {
  const { system, leaky } = drive;
  const { state: world } = system.sandbox.sandbox;
  const payment = await pay(drive, FLOW_CARDS.pending);
  const fields: Record<string, string> = {
    merchant_id: system.sandbox.sandbox.state.merchants[0]!.merchant_id,
    account_id: system.sandbox.sandbox.state.merchants[0]!.account_id,
    order_no: payment.order_no,
    currency: 'EUR',
    amount: '24.00',
    transaction_id: String(payment.transaction_id),
    order_status: '1',
    result_info: `0000:Success of ${cardNumberSpellings(FLOW_CARDS.pending)}`,
    webhooks_type: 'PAYMENT',
    card: FLOW_CARDS.pending,
    pan: FLOW_CARDS.pending,
    cvv: SECURITY_CODE,
    security_code: SECURITY_CODE,
    note: cardNumberSpellings(FLOW_CARDS.pending),
  };
  const digest = world.signer.sign('result', fields, FLOW_SECRETS.sign);
  const told = world.ledger.all().map((transaction) => transaction.notify_url);
  const { pathname: secretPath } = new URL(told.find((url) => url.includes(payment.id))!);
  const publicPath = `/gateway/notify/${payment.id}`;
  const send = (body: string, type = 'application/x-www-form-urlencoded', path = secretPath): Promise<string> =>
    call(drive, path, { method: 'POST', body, headers: { 'content-type': type } });
  const pairs = (changes: Record<string, string>): string => new URLSearchParams({ ...fields, ...changes }).toString();
  // A card number under each field name, then in each body format.
  for (const name of Object.keys(fields)) await send(pairs({ [name]: FLOW_CARDS.pending }));
  await send(
    pairs({ transaction_id: cardNumberSpellings(FLOW_CARDS.pending), [FLOW_CARDS.pending]: FLOW_CARDS.pending }),
  );
  await send(JSON.stringify({ ...fields, webhooks_type: 'DISPUTE RECIEVED' }), 'application/json');
  await send(`<respon><card>${FLOW_CARDS.pending}</card><order_no>${payment.order_no}</order_no></respon>`, 'text/xml');
  await send(`card=${FLOW_CARDS.pending}&card=${FLOW_CARDS.pending}`);
  await send(`{"card":"${FLOW_CARDS.pending}"`, 'application/json');
  await send(pairs({ encryption_data: digest }));
  const dispute = { webhooks_type: 'DISPUTE RECIEVED', chargeback_reason: cardNumberSpellings(FLOW_CARDS.pending) };
  const signed = world.signer.sign('result', { ...fields, ...dispute }, FLOW_SECRETS.sign);
  await send(pairs({ ...dispute, encryption_data: signed, note: 'waits' }), undefined, publicPath);
  await send(pairs({ ...dispute, encryption_data: signed }));
  await call(drive, `/gateway/notify/${FLOW_CARDS.stray}`, { method: 'POST', body: `card=${FLOW_CARDS.stray}` });
  leaky.leaked.number = FLOW_CARDS.paid;
}

async function runMerchantOperations(drive: FlowContext): Promise<void> {
  const { system } = drive;
  const paid = await pay(drive, FLOW_CARDS.paid);
  const reason = `Cup broken, paid by ${cardNumberSpellings(FLOW_CARDS.stray)}`;
  const refund = (amount: string): object => ({
    refunds: [{ payment_id: paid.id, refund_amount: amount, refund_reason: reason }],
  });
  await system.merchant('POST', '/v1/refunds', refund('4.00'));
  await system.merchant('POST', '/v1/refunds', refund('400.00'));
  await system.companion.reconcile();
  await system.merchant('POST', '/v1/refunds/search', { order_nos: [paid.order_no] });
  const held = await pay(drive, FLOW_CARDS.held);
  await system.merchant('POST', '/v1/reviews', { reviews: [{ payment_id: held.id, decision: 'approve' }] });
  const caught = await pay(drive, FLOW_CARDS.held);
  await system.merchant('POST', `/v1/payments/${caught.id}/capture`, {});
  const undone = await pay(drive, FLOW_CARDS.held);
  await system.merchant('POST', `/v1/payments/${undone.id}/cancel`, {});
  await resolveByHand(drive, reason);
  await system.merchant('POST', '/v1/orders/update', { orders: [{ payment_id: paid.id, status: '1', ispass3d: '0' }] });
  await system.merchant('POST', '/v1/transactions/query', { orders: [paid.order_no] });
  const payout = {
    payment_currency: 'USD',
    payment_amount: '10.00',
    reason,
    beneficiary: {
      name: 'Ana Souza',
      account_number: BANK_ACCOUNT_NUMBER,
      iban: BANK_ACCOUNT_NUMBER,
      bank: { account_no: BANK_ACCOUNT_NUMBER },
      card_number: FLOW_CARDS.stray,
    },
  };
  await system.merchant('POST', '/v1/payouts', payout, { 'idempotency-key': `payout ${FLOW_CARDS.stray}` });
  await system.merchant('POST', '/v1/payouts', payout, { 'idempotency-key': `payout-${FLOW_CARDS.stray}` });
  await system.merchant('POST', '/v1/payouts', { ...payout, payment_amount: '99999999.00' });
  await system.merchant('POST', '/v1/payouts/query', {});
  for (const path of ['/balance/payout', '/balance/unsettled']) await system.merchant('POST', `/v1${path}`, {});
  await system.merchant('POST', '/v1/logistics', { logistics_orders: [{ order_no: paid.order_no, note: reason }] });
  const optimise = { currency: 'EUR', amount: '1.00', shopper_email: 'ana@example.com' };
  await system.merchant('POST', '/v1/payment-methods/optimise', optimise);
}

/** Resolves a payment that the gateway contradicts and a refund in progress. */
async function resolveByHand(drive: FlowContext, reason: string): Promise<void> {
  const { system } = drive;
  const { state: world } = system.sandbox.sandbox;
  const paid = await pay(drive, FLOW_CARDS.paid);
  const fields: Record<string, string> = {
    merchant_id: world.merchants[0]!.merchant_id,
    account_id: world.merchants[0]!.account_id,
    order_no: paid.order_no,
    currency: 'EUR',
    amount: '24.00',
    transaction_id: String(paid.transaction_id),
    order_status: '0',
    result_info: 'D0005:No',
  };
  const encryption_data = world.signer.sign('result', fields, FLOW_SECRETS.sign);
  const body = new URLSearchParams({ ...fields, encryption_data });
  await call(drive, `/gateway/notify/${paid.id}`, { method: 'POST', body });
  const path = `/v1/payments/${paid.id}`;
  await drive.lib.untilDefined(async () =>
    (await system.get<TestPaymentDetails>(path)).alerts.length === 0 ? undefined : true,
  );
  const calmed = await system.post<TestPaymentDetails>(`${path}/resolve`, { status: 'paid', reason });
  if (calmed.alerts.length > 0) throw new Error(`alerts are left: ${calmed.alerts.map(({ code }) => code).join(' ')}`);
  const wanted = { payment_id: paid.id, refund_amount: '1.00', refund_reason: reason };
  const made = await system.post<{ refunds: { refund: { id: string } }[] }>('/v1/refunds', { refunds: [wanted] });
  const id = made.refunds[0]!.refund.id;
  await system.post(`/v1/refunds/${id}/resolve`, { status: 'refunded', reason });
}

async function issueCards(drive: FlowContext): Promise<void> {
  const { system, made } = drive;
  const once = { 'idempotency-key': crypto.randomUUID() };
  const make = { card_bin_id: 806, recharge_amount: 100, card_alias: `Ads ${FLOW_CARDS.stray}` };
  const created = await system.merchant('POST', '/v1/issuing/cards', make, { ...once, 'x-shown-once': 'yes' });
  const body = (await created.json()) as { result: { create_result_list: Record<string, string>[] } };
  const card = body.result.create_result_list[0]!;
  made.issued.push(String(card['card_number']));
  await system.merchant('POST', '/v1/issuing/cards', make, once);
  const id = String(card['card_id']);
  const fields = {
    card_number: card['card_number'],
    cvv: SECURITY_CODE,
    remark: cardNumberSpellings(String(card['card_number'])),
  };
  const calls: [string, object][] = [
    [`/cards/${id}/query`, fields],
    [`/cards/${id}/transactions`, fields],
    [`/cards/${id}/recharge`, { recharge_amount: 1, ...fields }],
    [`/cards/${id}/withdraw`, { amount: 1, ...fields }],
    [`/cards/${id}/status`, { status: '2', ...fields }],
    [`/cards/${id}/limit`, { card_limit: 20, ...fields }],
    [`/cards/${id}/cancel`, fields],
    ['/cardholders', { first_name: 'Ana', last_name: 'Souza', email: 'ana@example.com', ...fields }],
    ['/operations/query', { order_id: card['order_id'] }],
    ['/balance', {}],
  ];
  for (const [path, given] of calls) await system.merchant('POST', `/v1/issuing${path}`, given);
}

/** Sends card data, codes and keys in fields where they do not belong. */
async function sendInvalidRequests(drive: FlowContext): Promise<void> {
  const { system, lib } = drive;
  const { stray } = FLOW_CARDS;
  const { token } = await open(drive);
  const body = lib.createCardSubmit(stray);
  const bodies: unknown[] = [
    { ...body, [stray]: stray },
    { ...body, card: { ...body.card, [stray]: SECURITY_CODE } },
    { ...body, method: stray },
    { ...body, attempt_id: `${stray} ${stray}` },
    { ...body, card: { ...body.card, security_code: stray } },
    { ...body, card: { ...body.card, expiry_year: stray } },
    { ...body, card: { ...body.card, holder_name: stray } },
    { ...body, card: { ...body.card, number: `${stray}\u202e` } },
    { ...body, card: { ...body.card, number: cardNumberSpellings(stray) } },
    { ...body, card: stray },
    { ...body, shopper: { email: cardNumberSpellings(stray) } },
    { ...body, installments: stray },
    { ...body, token_id: stray, card: undefined },
    `{"card":{"number":"${stray}","security_code":"${SECURITY_CODE}"`,
    `{"${stray}":1,"${stray}":2}`,
    `{"a":"${stray}${'x'.repeat(40_000)}"}`,
    `card=${stray}&code=${SECURITY_CODE}`,
    `"${stray}"`,
  ];
  for (const wrong of bodies) await system.browser(token, 'POST', '/checkout/payments', wrong);
  const merchant = (path: string, headers = {}, method: 'GET' | 'POST' = 'GET', sent?: unknown): Promise<Response> =>
    system.merchant(method, path, sent, headers);
  await merchant(`/v1/payments/${stray}`);
  await merchant(`/v1/payments/${stray}/sync`, {}, 'POST', {});
  await merchant(`/v1/payments/${stray}/cancel`, {}, 'POST', {});
  await merchant(`/v1/sessions/${stray}/expire`, {}, 'POST', {});
  await merchant(`/v1/payments?email=${stray}&cursor=${stray}&${stray}=1`);
  await merchant(`/v1/payments?email=${encodeURIComponent(cardNumberSpellings(stray))}`);
  await merchant('/v1/payments', { authorization: `Bearer ${stray}` });
  await merchant('/v1/payments', { authorization: `Bearer ${FLOW_SECRETS.api}x` });
  await merchant('/v1/sessions', { 'idempotency-key': stray }, 'POST', { card: stray, amount: stray });
  await merchant('/v1/sessions', { 'content-type': `text/${stray}` }, 'POST', '{}');
  await merchant(`/v1/${stray}`);
  for (const path of [
    `/pay/${stray}`,
    `/checkout/return/${stray}`,
    `/${stray}`,
    `/widget/${stray}.js`,
    `/assets/${stray}`,
  ])
    await call(drive, path);
}

/** A request without credentials. */
async function call({ system }: FlowContext, path: string, init: RequestInit = {}): Promise<string> {
  const answer = await system.companion.fetch(new Request(`http://pay.localhost:4001${path}`, init));
  return answer.text();
}

/** Reads every list and every record of the merchant API. */
export async function readMerchantApi({ system, places }: FlowContext): Promise<void> {
  const lists = ['sessions', 'payments', 'refunds', 'subscriptions', 'operations', 'events', 'audit'] as const;
  for (const name of lists) {
    let cursor = '';
    do {
      const page = await system.get(`/v1/${name}?limit=100${cursor}`);
      const entries = (Object.values(page).find(Array.isArray) ?? []) as { id?: string; recurring_id?: string }[];
      addSearchedText(places, `/v1/${name}`, JSON.stringify(page));
      for (const { id, recurring_id: contract } of entries) {
        if (name === 'audit') continue;
        const one = await system.merchant('GET', `/v1/${name}/${encodeURIComponent(id ?? contract ?? '')}`);
        addSearchedText(places, `/v1/${name}`, await one.text());
      }
      cursor = typeof page['next_cursor'] === 'string' ? `&cursor=${page['next_cursor']}` : '';
    } while (cursor !== '');
  }
}

/** Records that the flows should have created and did not: a search of empty places proves nothing. */
export async function findMissingFlowRecords({ system }: FlowContext): Promise<string[]> {
  const has = async (path: string): Promise<boolean> => {
    const page = await system.get(path);
    return ((Object.values(page).find(Array.isArray) ?? []) as unknown[]).length > 0;
  };
  const wanted = [
    ...['paid', 'declined', 'action_required', 'cancelled'].map((status) => `/v1/payments?status=${status}`),
    '/v1/refunds',
    '/v1/subscriptions',
    '/v1/saved-cards?shopper_id=keeper',
    ...['payout', 'createCard', 'rechargeCard'].map((name) => `/v1/operations?operation=${name}`),
    ...['payment.paid', 'payment.declined', 'payment.unknown', 'dispute.received', 'refund.updated'].map(
      (type) => `/v1/events?type=${type}&state=delivered`,
    ),
  ];
  const found = await Promise.all(wanted.map(has));
  return wanted.filter((_path, index) => !found[index]);
}
