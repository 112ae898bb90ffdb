import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countAlerts, notifyUrlOf, signedResult } from '../support/gateway-messages.ts';
import { startSystem, submitOf, until, type PaidPayment, type TestSystem } from '../support/system.ts';

/** The gateway takes a 2xx for the end of it: what its notification said is read then, or somebody is told. */

let system: TestSystem;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  system = await startSystem({ companion: { now: () => Date.now() + ahead } });
});
afterEach(() => system.close());

const FORM = 'application/x-www-form-urlencoded';
/** 退货 in GBK, percent-encoded. */
const GBK = '%CD%CB%BB%F5';
const UNREAD = 'notification_unreadable';

const payment = (id: string): Promise<PaidPayment> => system.get<PaidPayment>(`/v1/payments/${id}`);
const subscribed = (): Promise<PaidPayment> =>
  system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });

async function notify(id: string, body: string | Buffer, type = FORM): Promise<void> {
  const url = notifyUrlOf(system, id);
  const headers = { 'content-type': type };
  const answer = await system.companion.fetch(new Request(url, { method: 'POST', headers, body: body as BodyInit }));
  expect(answer.status).toBe(200);
}

const untilTold = (alert: string): Promise<unknown> =>
  until(async () => ((await countAlerts(system, alert)) > 0 ? true : undefined));

const signed = (of: PaidPayment, changes: Record<string, string>): Record<string, string> =>
  signedResult(of.order_no, of.transaction_id ?? '', { webhooks_type: 'PAYMENT', ...changes });

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const toXml = (fields: Record<string, string>): string =>
  `<respon>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</respon>`;

const DISPUTE = { webhooks_type: 'DISPUTE RECIEVED' };

/** A deduction of the contract that a payment began. */
function deductionOf(first: PaidPayment, changes: Record<string, string> = {}): Record<string, string> {
  const transaction = { transaction_id: `${first.order_no}-77777`, recurring_id: first.recurring_id ?? '' };
  return signed(first, { ...transaction, ...changes });
}

const untilDeducted = (first: PaidPayment): Promise<PaidPayment> =>
  until(async () => {
    const path = `/v1/payments?transaction_id=${first.order_no}-77777`;
    return (await system.get<{ payments: PaidPayment[] }>(path)).payments[0];
  });

const untilDisputed = (id: string): Promise<PaidPayment> =>
  until(async () => {
    const found = await payment(id);
    return found.dispute_status === 'received' ? found : undefined;
  });

describe('promise 8: a signed notification is read', () => {
  test('in the charset that it declares', async () => {
    const paid = await system.paid();
    await notify(paid.id, `${form(signed(paid, DISPUTE))}&chargeback_reason=${GBK}`, `${FORM}; charset=GBK`);
    expect((await untilDisputed(paid.id)).disputes).toMatchObject([{ reason: '退货' }]);
  });

  test('but for a part in a charset that it does not declare', async () => {
    const paid = await system.paid();
    await notify(paid.id, `${form(signed(paid, DISPUTE))}&chargeback_reason=${GBK}`);
    expect((await untilDisputed(paid.id)).disputes).toMatchObject([{ reason: null }]);
    expect(await countAlerts(system, UNREAD)).toBe(0);
  });

  test.each([
    ['a note in a charset of its own', `&note=${GBK}`],
    ['reasons as pairs of one name', '&name=a&status=1&name=b&status=0'],
    ['names in brackets', '&risk_reasons%5B0%5D%5Bname%5D=a&risk_reasons[0].status=1'],
    ['a note that does not end', `&note=${'a'.repeat(5_000)}`],
  ])('whatever stands beside it: a deduction with %s is booked', async (_what, beside) => {
    const first = await subscribed();
    await notify(first.id, form(deductionOf(first)) + beside);
    expect(await untilDeducted(first)).toMatchObject({ status: 'paid', amount: '24.00' });
  });

  test('with its numbers as JSON writes them', async () => {
    const first = await subscribed();
    const body = JSON.stringify(deductionOf(first)).replace('"amount":"24.00"', '"amount": 24.00');
    await notify(first.id, body, 'application/json');
    await untilDeducted(first);
  });

  test('as XML with its kind: a dispute is not taken for a payment', async () => {
    const paid = await system.paid();
    await notify(paid.id, toXml(signed(paid, { ...DISPUTE, chargeback_reason: 'Not received' })), 'application/xml');
    expect((await untilDisputed(paid.id)).disputes).toMatchObject([{ reason: 'Not received' }]);
  });
});

describe('promise 8: of two values for what decides neither is believed', () => {
  test.each([
    ['a kind', '&webhooks_type=PAYMENT'],
    ['a kind, the same again', '&webhooks_type=DISPUTE+RECIEVED'],
    ['a status', '&order_status=0'],
    ['an order', '&order_no=OTHER'],
    ['a digest', `&encryption_data=${'a'.repeat(64)}`],
  ])('a signed dispute with %s beside its own does nothing, and somebody is told', async (_what, twin) => {
    const paid = await system.paid();
    await notify(paid.id, form(signed(paid, DISPUTE)) + twin);
    await untilTold(UNREAD);
    expect(await payment(paid.id)).toMatchObject({ status: 'paid', dispute_status: null });
  });

  test.each([
    ['a key twice', (json: string) => `{"webhooks_type":"PAYMENT",${json.slice(1)}`],
    ['a list for a kind', (json: string) => json.replace('"DISPUTE RECIEVED"', '["DISPUTE RECIEVED"]')],
  ])('nor in JSON with %s', async (_what, spoil) => {
    const paid = await system.paid();
    await notify(paid.id, spoil(JSON.stringify(signed(paid, DISPUTE))), 'application/json');
    await untilTold(UNREAD);
    expect(await payment(paid.id)).toMatchObject({ status: 'paid', dispute_status: null });
  });

  test('a deduction whose result cannot be read is booked as the gateway’s books say', async () => {
    const first = await subscribed();
    const { result_info: _words, ...rest } = deductionOf(first);
    const answered = {
      return_status: '1',
      orders_list: [
        {
          order_no: first.order_no,
          currency: 'EUR',
          amount: '24.00',
          transaction_id: `${first.order_no}-77777`,
          payment_status: '3000',
          query_result: '1',
        },
      ],
    };
    system.sandbox.sandbox.state.scenarios.arm({
      operation: 'retrievalTrans',
      fault: 'status',
      status: 200,
      body: JSON.stringify(answered),
      content_type: 'application/json',
      times: 1,
      after_charge: false,
    });
    await notify(first.id, `${form(rest)}&result_info=0000:${GBK}`);
    await untilDeducted(first);
    await untilTold(UNREAD);
  });
});

describe('promise 8: a notification that cannot be read', () => {
  test('makes the companion ask, and somebody is told', async () => {
    const { state: world } = system.sandbox.sandbox;
    world.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
    const { token } = await system.openSession();
    const { payment_id, status } = await system.pay(token, submitOf());
    const id = String(payment_id);
    expect(status).toBe('unknown');
    await notify(id, Buffer.from([0xff, 0xfe, 0xfd, 0x00]));
    await until(async () => ((await payment(id)).status === 'paid' ? true : undefined));
    expect(await countAlerts(system, UNREAD)).toBe(1);
  });

  test('is told once a minute, also where the payment has ended', async () => {
    const paid = await system.paid();
    for (const body of ['<respon>', '{', '\u0000', '']) await notify(paid.id, body);
    expect(await countAlerts(system, UNREAD)).toBe(1);
    ahead += 61_000;
    await notify(paid.id, '<respon>');
    expect(await countAlerts(system, UNREAD)).toBe(2);
  });
});
