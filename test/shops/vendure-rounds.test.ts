import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { untilDefined } from '../support/wait.ts';
import { createVendureShopper, type VendureShopper, type OpenedVendureCheckout } from './support/api-shopper.ts';
import { expectRecordsToMatch, findOrder, type ShopOrder } from './support/shop-records.ts';
import { SCENARIO_COUNT, runRandomScenarios } from './support/random-scenarios.ts';
import { startVendureShop, type VendureShop } from './support/vendure-shop.ts';

/** Orders in random order, with what goes wrong around them. */

const DECLINED = '4000000000000002';
const HELD = '4000000000009235';
const PENDING = '4000000000005126';
let postgres: TestPostgres;
let shop: VendureShop;

beforeAll(async () => {
  postgres = await startPostgres();
  shop = await startVendureShop(await postgres.createDatabase());
});
afterAll(async () => {
  await shop.close();
  await postgres.stop();
});

const orderIn = (code: string, state: string): Promise<ShopOrder> =>
  untilDefined(async () => {
    const order = await findOrder(shop, code);
    return order.state === state ? order : undefined;
  }, 90_000);

const placed = ({ orderCode }: OpenedVendureCheckout): Promise<ShopOrder> => orderIn(orderCode, 'PaymentSettled');

/** The session's payment has reached a status. */
const paymentIs = ({ sessionId }: OpenedVendureCheckout, status: string): Promise<string> =>
  untilDefined(async () => {
    const { payment_id: id } = await shop.tillgate.sessions.get(sessionId);
    return id !== null && (await shop.tillgate.payments.get(id)).status === status ? id : undefined;
  }, 90_000);

async function begin(): Promise<{ shopper: VendureShopper; opened: OpenedVendureCheckout }> {
  const shopper = createVendureShopper(shop);
  await shopper.add('MUG-1');
  return { shopper, opened: await shopper.checkout() };
}

/** Each returns how many payments it made that no order can take. */
const KINDS: Readonly<Record<string, () => Promise<number>>> = {
  async paid() {
    const { shopper, opened } = await begin();
    await shopper.pay(opened);
    await placed(opened);
    return 0;
  },
  async declinedThenPaid() {
    const { shopper, opened } = await begin();
    expect(await shopper.pay(opened, DECLINED)).toMatchObject({ status: 'declined' });
    await shopper.pay(opened);
    await placed(opened);
    return 0;
  },
  async pending() {
    const { shopper, opened } = await begin();
    await shopper.pay(opened, PENDING);
    await placed(opened);
    return 0;
  },
  async settledByStaff() {
    const { shopper, opened } = await begin();
    await shopper.pay(opened, HELD);
    const { payments } = await orderIn(opened.orderCode, 'PaymentAuthorized');
    await shop.admin('mutation ($id: ID!) { settlePayment(id: $id) { __typename } }', { id: payments[0]!.id });
    await placed(opened);
    return 0;
  },
  async voidedByStaff() {
    const { shopper, opened } = await begin();
    await shopper.pay(opened, HELD);
    const { id, payments } = await orderIn(opened.orderCode, 'PaymentAuthorized');
    await shop.admin('mutation ($id: ID!) { cancelPayment(id: $id) { __typename } }', { id: payments[0]!.id });
    await shop.admin('mutation ($id: ID!) { cancelOrder(input: { orderId: $id }) { __typename } }', { id });
    return 0;
  },
  async refundedInPart() {
    const { shopper, opened } = await begin();
    await shopper.pay(opened);
    const { payments } = await placed(opened);
    await shop.admin(
      `mutation ($id: ID!) { refundOrder(input: { paymentId: $id, amount: 700, reason: "Broken", lines: [], shipping: 0,
        adjustment: 0 }) { __typename } }`,
      { id: payments[0]!.id },
    );
    return 0;
  },
  async changedBefore() {
    const { shopper } = await begin();
    await shopper.add('TOWEL-1');
    const opened = (await shopper.open())!;
    await shopper.pay(opened);
    expect(await placed(opened)).toMatchObject({ payments: [{ amount: 6976 }] });
    return 0;
  },
  async changedMeanwhile() {
    const { shopper, opened } = await begin();
    shop.relay.hold(true);
    await shopper.pay(opened, PENDING);
    await shopper.add('TOWEL-1');
    await paymentIs(opened, 'paid');
    shop.relay.hold(false);
    await untilDefined(
      async () => ((await findOrder(shop, opened.orderCode)).notes.length > 0 ? true : undefined),
      90_000,
    );
    const again = (await shopper.open())!;
    expect(again.sessionId).not.toBe(opened.sessionId);
    await shopper.pay(again);
    await placed(again);
    return 1;
  },
  async threeWebhooks() {
    const { shopper, opened } = await begin();
    shop.relay.copies = 3;
    await shopper.pay(opened);
    await Promise.all([placed(opened), shopper.open(), shopper.open()]);
    return 0;
  },
  async twoTabs() {
    const { shopper, opened } = await begin();
    await shopper.add('MUG-1');
    const [one, two] = await Promise.all([shopper.open(), shopper.open()]);
    expect([one?.sessionId, two?.sessionId]).toEqual([opened.sessionId, opened.sessionId]);
    await shopper.pay(one!);
    await placed(opened);
    return 0;
  },
  async shopDiesWhilePlacing() {
    const { shopper, opened } = await begin();
    shop.dieAtNextOrder();
    await shopper.pay(opened);
    await shop.shopEnded();
    await shop.startShop();
    await placed(opened);
    return 0;
  },
  async shopDiesBefore() {
    const { shopper, opened } = await begin();
    shop.relay.hold(true);
    await shopper.pay(opened);
    await shop.killShop();
    await shop.startShop();
    shop.relay.hold(false);
    await placed(opened);
    return 0;
  },
  async companionDies() {
    const { shopper, opened } = await begin();
    shop.relay.hold(true);
    await shopper.pay(opened);
    await shop.killCompanion();
    await shop.startCompanion();
    shop.relay.hold(false);
    await placed(opened);
    return 0;
  },
  async responseLost() {
    const { shopper, opened } = await begin();
    shop.loseNextResult('reset');
    shop.relay.hold(true);
    const { status, payment_id: id } = await shopper.pay(opened);
    expect(status).toBe('unknown');
    expect(await findOrder(shop, opened.orderCode)).toMatchObject({ state: 'ArrangingPayment', payments: [] });
    // The companion asks by itself too, after 10 s.
    await shop.tillgate.payments.sync(id!);
    shop.endFaults();
    shop.relay.hold(false);
    await placed(opened);
    return 0;
  },
};

test(
  `over ${String(SCENARIO_COUNT)} random rounds, each charge has one order or is given back`,
  { timeout: SCENARIO_COUNT * 60_000 },
  async () => {
    const { seed, results } = await runRandomScenarios(KINDS, async () => {
      shop.relay.copies = 1;
      await expectRecordsToMatch(shop);
    });
    const unplaced = results.reduce((total, count) => total + count, 0);
    const counts = await expectRecordsToMatch(shop);
    expect(counts.returned).toBe(unplaced);
    expect(shop.unplaced.map(({ action }) => action)).toEqual(Array.from({ length: unplaced }, () => 'refunded'));
    const notes = (await shop.readOrders()).flatMap((order) => order.notes);
    expect(notes).toHaveLength(unplaced);
    process.stdout.write(`seed ${String(seed)}: ${JSON.stringify({ rounds: SCENARIO_COUNT, ...counts, unplaced })}\n`);
  },
);
