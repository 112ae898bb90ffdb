import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NextAction, Outcome, SubmitPayment } from '../../shared/contract/index.ts';
import { CheckoutError, type ErrorCode } from '../../shared/errors.ts';
import type { CheckoutApi } from '../api/checkout-api.ts';
import { SESSION_VIEW } from '../testing/fake-companion.ts';
import { CheckoutController, type CheckoutEffects } from './checkout-controller.ts';

const OPEN: Outcome = { status: 'open', payment_id: null };
const PENDING: Outcome = { status: 'pending', payment_id: 'pay_1' };
const PAID: Outcome = { status: 'paid', payment_id: 'pay_1' };
const CHALLENGE: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  action: { type: 'challenge', url: 'https://acs.example/', method: 'POST', fields: {} },
};

type Answer = Outcome | ErrorCode;
const answer = (value: Answer): Promise<Outcome> =>
  typeof value === 'string' ? Promise.reject(new CheckoutError(value)) : Promise.resolve(value);

/** A companion whose answers to submits come in order, the last one staying. */
class Companion implements CheckoutApi {
  readonly bodies: SubmitPayment[] = [];
  readonly waits: (string | undefined)[] = [];
  pays: Answer[] = [PAID];
  outcome: Answer = OPEN;
  abandoned: Answer = OPEN;
  start: Outcome = OPEN;

  session = (): Promise<typeof SESSION_VIEW> => Promise.resolve({ ...SESSION_VIEW, outcome: this.start });
  pay = (body: SubmitPayment): Promise<Outcome> => {
    this.bodies.push(body);
    return answer(this.pays.length > 1 ? this.pays.shift()! : this.pays[0]!);
  };
  awaitOutcome = (since: string | undefined): Promise<Outcome> => {
    this.waits.push(since);
    return answer(this.outcome);
  };
  abandon = (): Promise<Outcome> => answer(this.abandoned);
  removeCard = (): Promise<{ saved_cards: [] }> => Promise.resolve({ saved_cards: [] });
}

const actions: NextAction[] = [];
let startsActions = true;
const element = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};
const host: CheckoutEffects = {
  prepare: () => Promise.resolve(),
  explain: (code) => Promise.resolve(code),
  startAction: (action) => {
    actions.push(action);
    return startsActions;
  },
  changed: () => undefined,
};

async function loaded(companion: Companion): Promise<CheckoutController> {
  const controller = new CheckoutController(element, host);
  await controller.load(Promise.resolve(companion));
  return controller;
}

let attempts = 0;
const prepare = (): Promise<SubmitPayment> => {
  attempts += 1;
  return Promise.resolve({ attempt_id: `attempt-00000000${String(attempts)}`, method: 'card', device: {} });
};

beforeEach(() => {
  vi.useFakeTimers();
  actions.length = 0;
  startsActions = true;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a submit without an answer', () => {
  test('is sent again as it was, then asked about, and made anew only once the companion has nothing', async () => {
    const companion = new Companion();
    companion.pays = ['network_error'];
    const controller = await loaded(companion);
    const paying = controller.submit(prepare);
    await vi.advanceTimersByTimeAsync(0);
    expect(controller.state).toMatchObject({ phase: 'submitting', offline: true });
    companion.outcome = 'network_error';
    await vi.advanceTimersByTimeAsync(60_000);
    await paying;
    expect(controller.state).toMatchObject({ phase: 'checking', offline: true });
    expect(new Set(companion.bodies.map((body) => body.attempt_id)).size).toBe(1);
    const sent = companion.bodies.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(companion.bodies).toHaveLength(sent);

    companion.outcome = OPEN;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(controller.state).toMatchObject({ phase: 'form', error: 'gateway_unreachable' });
    companion.pays = [PAID];
    await controller.submit(prepare);
    expect(controller.state.phase).toBe('paid');
    expect(companion.bodies.at(-1)!.attempt_id).not.toBe(companion.bodies[0]!.attempt_id);
    controller.stop();
  });

  test.each<ErrorCode>([
    'store_unavailable',
    'rate_limited',
    'too_many_attempts',
    'session_expired',
    'invalid_request',
  ])('and then a refusal of the next sending (%s) is asked about: the first may have been charged', async (refusal) => {
    const companion = new Companion();
    companion.pays = ['network_error', refusal];
    companion.outcome = 'store_unavailable';
    const controller = await loaded(companion);
    const paying = controller.submit(prepare);
    await vi.advanceTimersByTimeAsync(1_000);
    await paying;
    expect(companion.bodies).toHaveLength(2);
    expect(controller.state).toMatchObject({ phase: 'checking', error: null });
    companion.outcome = PAID;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(controller.state).toMatchObject({ phase: 'paid', error: null });
    controller.stop();
  });

  test('asks at once how it stands, without waiting for news', async () => {
    const companion = new Companion();
    companion.pays = ['internal_error'];
    companion.outcome = PAID;
    const controller = await loaded(companion);
    await controller.submit(prepare);
    await vi.advanceTimersByTimeAsync(0);
    expect(companion.waits[0]).toBeUndefined();
    expect(controller.state.phase).toBe('paid');
  });

  test('ends with the element', async () => {
    const companion = new Companion();
    companion.pays = ['network_error'];
    const controller = await loaded(companion);
    const paying = controller.submit(prepare);
    await vi.advanceTimersByTimeAsync(0);
    controller.stop();
    await paying;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(companion.bodies).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('two submits at once are one', async () => {
  const companion = new Companion();
  const controller = await loaded(companion);
  await Promise.all([controller.submit(prepare), controller.submit(prepare)]);
  expect(companion.bodies).toHaveLength(1);
});

test('a submit that could not be prepared sends nothing and leaves the form usable', async () => {
  const companion = new Companion();
  const controller = await loaded(companion);
  await controller.submit(() => Promise.reject(new Error('no screen')));
  await vi.advanceTimersByTimeAsync(0);
  expect(companion.bodies).toHaveLength(0);
  expect(controller.state.phase).toBe('form');
});

describe('watching', () => {
  test('asks a companion that answers at once no more than once a second', async () => {
    const companion = new Companion();
    companion.start = companion.outcome = PENDING;
    const controller = await loaded(companion);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(companion.waits.length).toBeGreaterThan(5);
    expect(companion.waits.length).toBeLessThan(13);
    controller.stop();
  });

  test('asks less and less often while there is no answer, and recovers', async () => {
    const companion = new Companion();
    companion.start = PENDING;
    companion.outcome = 'network_error';
    const controller = await loaded(companion);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(controller.state).toMatchObject({ phase: 'checking', offline: true });
    expect(companion.waits.length).toBeLessThan(15);
    companion.outcome = PAID;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(controller.state.phase).toBe('paid');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an action', () => {
  test('that the page does itself is waited for', async () => {
    startsActions = false;
    const companion = new Companion();
    companion.pays = [CHALLENGE];
    companion.outcome = CHALLENGE;
    const controller = await loaded(companion);
    await controller.submit(prepare);
    expect(actions).toHaveLength(1);
    expect(controller.state.phase).toBe('waiting');
    companion.outcome = PAID;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(controller.state.phase).toBe('paid');
  });

  test('met on arriving starts only when the shopper says so', async () => {
    const companion = new Companion();
    companion.start = companion.outcome = CHALLENGE;
    const controller = await loaded(companion);
    expect(actions).toHaveLength(0);
    await controller.act();
    expect(actions).toHaveLength(1);
    expect(controller.state.phase).toBe('challenge');
    controller.stop();
  });

  test('is let go of only with the companion’s word', async () => {
    const companion = new Companion();
    companion.pays = [CHALLENGE];
    companion.outcome = CHALLENGE;
    companion.abandoned = 'network_error';
    const controller = await loaded(companion);
    await controller.submit(prepare);
    await controller.abandon();
    expect(controller.state).toMatchObject({ phase: 'challenge', busy: false, offline: true });
    companion.abandoned = OPEN;
    await controller.abandon();
    expect(controller.state.phase).toBe('form');
    controller.stop();
  });

  test('that was passed after all is not paid again', async () => {
    const companion = new Companion();
    companion.pays = [CHALLENGE];
    companion.outcome = CHALLENGE;
    companion.abandoned = PAID;
    const controller = await loaded(companion);
    await controller.submit(prepare);
    await controller.abandon();
    expect(controller.state.phase).toBe('paid');
    controller.stop();
  });

  test('tried again is asked about first, and starts anew only where it is still wanted', async () => {
    const companion = new Companion();
    companion.pays = [CHALLENGE];
    companion.outcome = 'network_error';
    const controller = await loaded(companion);
    await controller.submit(prepare);
    await controller.act();
    expect(actions).toHaveLength(1);
    expect(controller.state).toMatchObject({ phase: 'challenge', busy: false, offline: true });
    companion.outcome = CHALLENGE;
    await controller.act();
    expect(actions).toHaveLength(2);
    expect(controller.state).toMatchObject({ phase: 'challenge', busy: false, offline: false });
    companion.outcome = PAID;
    await controller.act();
    expect(actions).toHaveLength(2);
    expect(controller.state.phase).toBe('paid');
    expect(companion.bodies).toHaveLength(1);
  });

  test('tried again goes to the newest address that the companion names', async () => {
    const companion = new Companion();
    companion.pays = [CHALLENGE];
    companion.outcome = { ...CHALLENGE, action: { ...CHALLENGE.action!, url: 'https://acs.example/second' } };
    const controller = await loaded(companion);
    await controller.submit(prepare);
    await controller.act();
    expect(actions.map(({ url }) => url)).toEqual(['https://acs.example/', 'https://acs.example/second']);
    controller.stop();
  });

  test('that takes the page away is watched, should the shopper never leave', async () => {
    const companion = new Companion();
    const redirect: Outcome = { ...CHALLENGE, action: { ...CHALLENGE.action!, type: 'redirect' } };
    companion.pays = [redirect];
    companion.outcome = PAID;
    const controller = await loaded(companion);
    await controller.submit(prepare);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(controller.state.phase).toBe('paid');
  });
});

describe('a code', () => {
  const CODE: Outcome = {
    status: 'action_required',
    payment_id: 'pay_1',
    abandonable: true,
    action: {
      type: 'code',
      url: '',
      method: 'GET',
      fields: {},
      code: { kind: 'qr', value: 'pix', expires_at: null },
    },
  };

  test('is announced, shown on arriving too, and watched', async () => {
    const companion = new Companion();
    companion.start = companion.outcome = CODE;
    const controller = await loaded(companion);
    expect(controller.state.phase).toBe('code');
    expect(actions).toHaveLength(1);
    companion.outcome = PAID;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(controller.state.phase).toBe('paid');
  });

  test('stays where the companion cannot let go of it, and is not announced again', async () => {
    const companion = new Companion();
    companion.start = companion.outcome = companion.abandoned = CODE;
    const controller = await loaded(companion);
    await controller.abandon();
    expect(controller.state).toMatchObject({ phase: 'code', busy: false });
    expect(actions).toHaveLength(1);
    controller.stop();
  });

  test('that the page shows itself is waited for', async () => {
    startsActions = false;
    const companion = new Companion();
    companion.pays = [CODE];
    companion.outcome = CODE;
    const controller = await loaded(companion);
    await controller.submit(prepare);
    expect(controller.state.phase).toBe('waiting');
    controller.stop();
  });
});
