import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countAlerts, receivedNotifyUrlOf, signedPaidResult } from '../support/gateway-messages.ts';
import {
  startTestSystem,
  createCardSubmit,
  untilDefined,
  type TestPaymentDetails,
  type TestSystem,
} from '../support/system.ts';

/** A 2xx ends the gateway's retries: the notification is applied, or an alert is raised. */

let system: TestSystem;
let ahead: number;

beforeEach(async () => {
  ahead = 0;
  system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
});
afterEach(() => system.close());

const FORM = 'application/x-www-form-urlencoded';
/** 退货 in GBK, percent-encoded. */
const GBK = '%CD%CB%BB%F5';
const UNREAD = 'notification_unreadable';

const payment = (id: string): Promise<TestPaymentDetails> => system.get<TestPaymentDetails>(`/v1/payments/${id}`);
const subscribed = (): Promise<TestPaymentDetails> =>
  system.paid({ subscription: { contract_name: 'Gold', interval: 'month' } });

async function notify(id: string, body: string | Buffer, type = FORM): Promise<void> {
  const url = receivedNotifyUrlOf(system, id);
  const headers = { 'content-type': type };
  const answer = await system.companion.fetch(new Request(url, { method: 'POST', headers, body: body as BodyInit }));
  expect(answer.status).toBe(200);
}

const untilAlerted = (alert: string): Promise<unknown> =>
  untilDefined(async () => ((await countAlerts(system, alert)) > 0 ? true : undefined));

const signed = (of: TestPaymentDetails, changes: Record<string, string>): Record<string, string> =>
  signedPaidResult(of.order_no, of.transaction_id ?? '', { webhooks_type: 'PAYMENT', ...changes });

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const toXml = (fields: Record<string, string>): string =>
  `<respon>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</respon>`;

const DISPUTE = { webhooks_type: 'DISPUTE RECIEVED' };

/** A renewal notification of the subscription that a payment started. */
function renewalOf(first: TestPaymentDetails, changes: Record<string, string> = {}): Record<string, string> {
  const transaction = { transaction_id: `${first.order_no}-77777`, recurring_id: first.recurring_id ?? '' };
  return signed(first, { ...transaction, ...changes });
}

const untilRenewed = (first: TestPaymentDetails): Promise<TestPaymentDetails> =>
  untilDefined(async () => {
    const path = `/v1/payments?transaction_id=${first.order_no}-77777`;
    return (await system.get<{ payments: TestPaymentDetails[] }>(path)).payments[0];
  });

const untilDisputed = (id: string): Promise<TestPaymentDetails> =>
  untilDefined(async () => {
    const found = await payment(id);
    return found.dispute_status === 'received' ? found : undefined;
  });

describe('promise 8: parsing of a signed notification', () => {
  test('a signed notification is decoded in its declared charset', async () => {
    const paid = await system.paid();
    await notify(paid.id, `${form(signed(paid, DISPUTE))}&chargeback_reason=${GBK}`, `${FORM}; charset=GBK`);
    expect((await untilDisputed(paid.id)).disputes).toMatchObject([{ reason: '退货' }]);
  });

  test('a signed notification with a field in an undeclared charset is applied without that field', async () => {
    const paid = await system.paid();
    await notify(paid.id, `${form(signed(paid, DISPUTE))}&chargeback_reason=${GBK}`);
    expect((await untilDisputed(paid.id)).disputes).toMatchObject([{ reason: null }]);
    expect(await countAlerts(system, UNREAD)).toBe(0);
  });

  test.each([
    ['a note in another charset', `&note=${GBK}`],
    ['repeated names of risk reasons', '&name=a&status=1&name=b&status=0'],
    ['bracketed field names', '&risk_reasons%5B0%5D%5Bname%5D=a&risk_reasons[0].status=1'],
    ['a very long note', `&note=${'a'.repeat(5_000)}`],
  ])('a renewal notification with %s is recorded', async (_what, beside) => {
    const first = await subscribed();
    await notify(first.id, form(renewalOf(first)) + beside);
    expect(await untilRenewed(first)).toMatchObject({ status: 'paid', amount: '24.00' });
  });

  test('a signed JSON notification with unquoted numbers is applied', async () => {
    const first = await subscribed();
    const body = JSON.stringify(renewalOf(first)).replace('"amount":"24.00"', '"amount": 24.00');
    await notify(first.id, body, 'application/json');
    await untilRenewed(first);
  });

  test('a signed XML dispute notification is applied as a dispute, not as a payment', async () => {
    const paid = await system.paid();
    await notify(paid.id, toXml(signed(paid, { ...DISPUTE, chargeback_reason: 'Not received' })), 'application/xml');
    expect((await untilDisputed(paid.id)).disputes).toMatchObject([{ reason: 'Not received' }]);
  });
});

describe('promise 8: repeated fields in a notification', () => {
  test.each([
    ['a second type', '&webhooks_type=PAYMENT'],
    ['the same type twice', '&webhooks_type=DISPUTE+RECIEVED'],
    ['a second status', '&order_status=0'],
    ['a second order number', '&order_no=OTHER'],
    ['a second digest', `&encryption_data=${'a'.repeat(64)}`],
  ])('a signed dispute notification with %s is not applied and raises an alert', async (_what, twin) => {
    const paid = await system.paid();
    await notify(paid.id, form(signed(paid, DISPUTE)) + twin);
    await untilAlerted(UNREAD);
    expect(await payment(paid.id)).toMatchObject({ status: 'paid', dispute_status: null });
  });

  test.each([
    ['a repeated key', (json: string) => `{"webhooks_type":"PAYMENT",${json.slice(1)}`],
    ['a list as its type', (json: string) => json.replace('"DISPUTE RECIEVED"', '["DISPUTE RECIEVED"]')],
  ])('a signed JSON notification with %s is not applied and raises an alert', async (_what, corrupt) => {
    const paid = await system.paid();
    await notify(paid.id, corrupt(JSON.stringify(signed(paid, DISPUTE))), 'application/json');
    await untilAlerted(UNREAD);
    expect(await payment(paid.id)).toMatchObject({ status: 'paid', dispute_status: null });
  });

  test('a renewal notification with an unreadable result takes its result from a query', async () => {
    const first = await subscribed();
    const { result_info: _words, ...rest } = renewalOf(first);
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
    await untilRenewed(first);
    await untilAlerted(UNREAD);
  });
});

describe('promise 8: unreadable notifications', () => {
  test('an unreadable notification queries the gateway and raises an alert', async () => {
    const { state: state } = system.sandbox.sandbox;
    state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
    const { token } = await system.openSession();
    const { payment_id, status } = await system.pay(token, createCardSubmit());
    const id = String(payment_id);
    expect(status).toBe('unknown');
    await notify(id, Buffer.from([0xff, 0xfe, 0xfd, 0x00]));
    await untilDefined(async () => ((await payment(id)).status === 'paid' ? true : undefined));
    expect(await countAlerts(system, UNREAD)).toBe(1);
  });

  test('unreadable notifications raise one alert a minute, also for a completed payment', async () => {
    const paid = await system.paid();
    for (const body of ['<respon>', '{', '\u0000', '']) await notify(paid.id, body);
    expect(await countAlerts(system, UNREAD)).toBe(1);
    ahead += 61_000;
    await notify(paid.id, '<respon>');
    expect(await countAlerts(system, UNREAD)).toBe(2);
  });
});
