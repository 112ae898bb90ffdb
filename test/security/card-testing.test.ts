import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { CheckoutServerOptions } from '../../server/index.ts';
import { DEFAULT_CARD_TESTING_SETTINGS } from '../../server/risk/velocity-limit-settings.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { nextCardNumber, stubCardDeclines, startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { authoriseResponse, sendXml } from '../support/stub-gateway.ts';
import { sleep, untilDefined } from '../support/wait.ts';

const MINUTE = 60_000;
const targets: AttackTarget[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tillgate-card-testing-'));

async function start(options: Partial<CheckoutServerOptions> = {}, shared?: AttackTarget): Promise<AttackTarget> {
  const target = await startAttackTarget({ cardTesting: {}, ...options }, shared);
  targets.unshift(target);
  return target;
}

afterEach(async () => {
  for (const target of targets.splice(0)) await target.close();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Sends so many submits, ten at a time, each of an address, a shopper and a card of its own, until ten are refused. */
async function attack(target: AttackTarget, count: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const round = await Promise.all(times(Math.min(10, count - statuses.length), () => target.submit({})));
    statuses.push(...round.map((answer) => answer.status));
    // As time goes by between the rounds of an attack, the companion looks.
    target.clock.ahead += 3_000;
    await target.settle();
    if (round.every((answer) => answer.status === 429)) break;
  }
  return statuses;
}

const alerts = (target: AttackTarget): number =>
  target.log.filter(({ level, facts }) => level === 'error' && facts.alert === 'card_testing').length;

const refusals = (target: AttackTarget): number =>
  target.log.filter(({ message }) => message === 'a submit was refused before it was sent').length;

describe('promise 21: card-testing breaker', () => {
  test('promise 21: the breaker stops a botnet’s card testing, and the shop reopens by itself', async () => {
    const target = await start();
    stubCardDeclines(target.gateway);
    const statuses = await attack(target, 100);
    const sent = target.gateway.charges.length;
    expect(sent).toBeGreaterThanOrEqual(DEFAULT_CARD_TESTING_SETTINGS.cards);
    expect(sent).toBeLessThanOrEqual(DEFAULT_CARD_TESTING_SETTINGS.cards + 20);
    expect(statuses.slice(-10)).toEqual(times(10, () => 429));
    expect(alerts(target)).toBe(1);
    expect(await target.readMetric('tillgate_card_testing')).toBe(1);
    // Other payment methods stay available.
    const { token } = await target.openSession({ methods: ['card', { method: 'bank', label: 'Bank' }] });
    const names = { email: 'ana@example.com', first_name: 'Ana', last_name: 'Souza' };
    const { status } = await target.submit({ submit: { method: 'bank', card: undefined, shopper: names } }, token);
    expect(status).toBe(200);

    target.clock.ahead += DEFAULT_CARD_TESTING_SETTINGS.pause;
    const answer = await target.submit({});
    expect(answer.status).toBe(200);
    expect(await target.readMetric('tillgate_card_testing')).toBe(0);
    recordPromiseFigures(21, { cards_of_a_botnet: 100, cards_sent_before_the_stop: sent });
  });

  test('promise 21: an attack that continues after a pause is stopped sooner and for longer', async () => {
    const target = await start();
    stubCardDeclines(target.gateway);
    await attack(target, 60);
    const first = target.gateway.charges.length;
    target.clock.ahead += DEFAULT_CARD_TESTING_SETTINGS.pause;
    await attack(target, 50);
    const second = target.gateway.charges.length - first;
    expect(second).toBeLessThanOrEqual(DEFAULT_CARD_TESTING_SETTINGS.cards / 2 + 20);
    expect(alerts(target)).toBe(2);
    target.clock.ahead += DEFAULT_CARD_TESTING_SETTINGS.pause;
    expect((await target.submit({})).status).toBe(429);
    target.clock.ahead += DEFAULT_CARD_TESTING_SETTINGS.pause;
    expect((await target.submit({})).status).toBe(200);
  });

  test('promise 11: two companions pause together with one alert, and a third that starts is paused too', async () => {
    const options = { dataDir: join(folder, 'shared') };
    const first = await start(options);
    const second = await start(options, first);
    stubCardDeclines(first.gateway);
    await attack(first, 60);
    second.clock.ahead += 3_000;
    await expect.poll(async () => (await second.submit({})).status).toBe(429);
    const third = await start(options, first);
    expect((await third.submit({})).status).toBe(429);
    expect(alerts(first)).toBe(1);
  });

  test('promise 21: a pause set by a clock that was ahead ends when the clock is corrected', async () => {
    const target = await start({ limits: 'address=off,shopper=off,card=1/1h' });
    target.clock.ahead = 30 * 24 * 60 * MINUTE;
    stubCardDeclines(target.gateway);
    await attack(target, 60);
    const number = nextCardNumber();
    expect((await target.submit({ number })).status).toBe(429);
    target.clock.ahead = 0;
    target.gateway.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
    expect((await target.submit({ number })).status).toBe(200);
    expect((await target.submit({})).status).toBe(200);
    expect(await target.readMetric('tillgate_card_testing')).toBe(0);
  });

  test('promise 21: a velocity counter of a clock that was ahead is dropped when the clock is corrected', async () => {
    const target = await start({ limits: 'address=off,shopper=off,card=1/1h' });
    target.clock.ahead = 30 * 24 * 60 * MINUTE;
    const number = nextCardNumber();
    stubCardDeclines(target.gateway);
    await target.submit({ number });
    expect((await target.submit({ number })).status).toBe(429);
    target.clock.ahead = 0;
    await target.submit({});
    await expect.poll(async () => (await target.submit({ number })).status).toBe(200);
    expect((await target.submit({ number })).status).toBe(429);
  });

  test('a companion that closes finishes its look at the card payments first', async () => {
    const inner = openStore({ dataDir: join(folder, 'closed') });
    let finished = 0;
    const countTriedCards: Store['countTriedCards'] = async (...given) => {
      await sleep(200);
      const tries = await inner.countTriedCards(...given);
      finished += 1;
      return tries;
    };
    const target = await startAttackTarget({ cardTesting: {}, store: { ...inner, countTriedCards } });
    await target.submit({});
    target.clock.ahead += 3_000;
    await target.submit({});
    await target.close();
    expect(finished).toBe(2);
  });

  test('promise 21: many declines of honest shoppers do not trip the breaker', async () => {
    const target = await start();
    let count = 0;
    // Half of the cards are refused, and their owners try them four times.
    target.gateway.respond = (fields, response) => {
      const isBad = Number((fields['card'] ?? '0').slice(10, 14)) % 2 === 0;
      count += 1;
      sendXml(response, authoriseResponse(fields, isBad ? { order_status: '0', result_info: 'D0051:Funds' } : {}));
    };
    const statuses: number[] = [];
    for (const _ of times(60, String)) {
      const number = nextCardNumber();
      for (const __ of times(Number(number.slice(10, 14)) % 2 === 0 ? 4 : 1, String)) {
        statuses.push((await target.submit({ number })).status);
      }
      target.clock.ahead += 3_000;
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(count).toBe(statuses.length);
    expect(alerts(target)).toBe(0);
  });

  test('promise 21: an acquirer that declines every card does not trip the breaker', async () => {
    const target = await start();
    stubCardDeclines(target.gateway, 'D0096:System malfunction');
    const statuses = await attack(target, 80);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  /** So many cards of strangers that share a few networks, two of them IPv6 addresses of one /64. */
  async function attackFromFew(target: AttackTarget, networks: number, cards: number): Promise<number[]> {
    const answers: Promise<Response>[] = [];
    for (const at of times(cards, (index) => index)) {
      const host = at % networks;
      const ip = host === 0 ? `2001:db8:1:1::${at.toString(16)}` : `198.51.100.${String(host)}`;
      const { token } = await target.openSession();
      const before = refusals(target);
      const answer = target.submit({ ip }, token);
      answers.push(answer);
      // The response of a refusal comes a second after its log line.
      await Promise.race([answer, untilDefined(() => refusals(target) > before || undefined)]);
      target.clock.ahead += 1_000;
      await target.settle();
    }
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  test(
    'promise 21: eight attackers with 80 cards are limited themselves and do not trip the breaker',
    { timeout: 120_000 },
    async () => {
      const target = await start({ limits: 'off' });
      stubCardDeclines(target.gateway, 'D0005:Do not honour', (card) => card === '4242424242424242');
      const statuses = await attackFromFew(target, 8, 80);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20);
      expect(statuses.at(-1)).toBe(429);
      expect(alerts(target)).toBe(0);
      const told = target.log.filter(({ message }) => message.startsWith('card testing from few networks'));
      expect(told).toHaveLength(1);
      // A new shopper pays by card, and the first declined card of a shopper is sent.
      expect(await (await target.submit({ number: '4242424242424242' })).json()).toMatchObject({ status: 'paid' });
      expect((await target.submit({})).status).toBe(200);
      expect(await target.readMetric('tillgate_card_testing')).toBe(0);
      // The networks are free again once their tries are out of sight.
      target.clock.ahead += DEFAULT_CARD_TESTING_SETTINGS.within + 1_000;
      await target.submit({});
      await target.settle();
      expect((await target.submit({ ip: '198.51.100.1' })).status).toBe(200);
      recordPromiseFigures(21, { strangers_who_try_cards: 8, others_stopped: 0 });
    },
  );

  test(
    'promise 21: shoppers who paid before can pay while the breaker pauses typed cards',
    { timeout: 120_000 },
    async () => {
      const target = await start();
      const good = '4242424242424242';
      const other = '5555555555554444';
      stubCardDeclines(target.gateway, 'D0005:Do not honour', (card) => card === good || card === other);
      expect(await (await target.submit({ email: 'ana@example.com', number: good })).json()).toMatchObject({
        status: 'paid',
      });
      target.clock.ahead += 25 * 60 * MINUTE;
      await attack(target, 80);
      expect(alerts(target)).toBe(1);
      expect((await target.submit({ number: good })).status).toBe(429);
      // The same shopper by another card, from another address.
      expect(await (await target.submit({ email: 'ana@example.com', number: other })).json()).toMatchObject({
        status: 'paid',
      });
      // Whoever uses a known address for more than an honest shopper's mistakes is a stranger again.
      const statuses: number[] = [];
      for (const _ of times(5, String)) statuses.push((await target.submit({ email: 'ana@example.com' })).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
    },
  );

  test(
    'promise 21: a first purchase during an attack does not make a known shopper',
    { timeout: 120_000 },
    async () => {
      const target = await start();
      const good = '4242424242424242';
      stubCardDeclines(target.gateway, 'D0005:Do not honour', (card) => card === good);
      await target.submit({ email: 'bot@example.com', number: good });
      await attack(target, 80);
      expect(alerts(target)).toBe(1);
      expect((await target.submit({ email: 'bot@example.com' })).status).toBe(429);
    },
  );

  test('promise 21: without client addresses one session counts for at most three declined cards', async () => {
    const target = await start({ trustProxy: 0, maxAttempts: 30 });
    stubCardDeclines(target.gateway);
    const sessions = await Promise.all(times(8, () => target.openSession()));
    const statuses: number[] = [];
    for (const at of times(48, (index) => index)) {
      statuses.push((await target.submit({}, sessions[at % 8]!.token)).status);
      target.clock.ahead += 1_000;
      await target.settle();
    }
    expect(alerts(target)).toBe(0);
    expect((await target.submit({})).status).toBe(200);
  });

  test('promise 21: a shop can configure the breaker or turn it off', async () => {
    const strict = await start({ cardTesting: 'share=50,cards=10,within=10m,pause=1m' });
    stubCardDeclines(strict.gateway);
    await attack(strict, 40);
    expect(strict.gateway.charges.length).toBeLessThanOrEqual(30);
    strict.clock.ahead += MINUTE;
    expect((await strict.submit({})).status).toBe(200);
    const none = await start({ cardTesting: 'off' });
    stubCardDeclines(none.gateway);
    expect(new Set(await attack(none, 60))).toEqual(new Set([200]));
  });
});
