import { describe, expect, test } from 'vitest';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { SESSION_VIEW } from '../testing/fake-companion.ts';
import {
  INITIAL_STATE,
  isWatchingOutcome,
  nextCheckoutState,
  type CheckoutEvent,
  type CheckoutState,
} from './state.ts';

const view: SessionView = SESSION_VIEW;
const open: Outcome = { status: 'open', payment_id: null };
const pending = (id = 'pay_1'): Outcome => ({ status: 'pending', payment_id: id });
const declined = (id = 'pay_1', retryable = true): Outcome => ({
  status: 'declined',
  payment_id: id,
  decline: { code: 'insufficient_funds', retryable },
});
const challenge: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  action: { type: 'challenge', url: 'https://acs.example/', method: 'POST', fields: {} },
};

const run = (...events: CheckoutEvent[]): CheckoutState => events.reduce(nextCheckoutState, INITIAL_STATE);
const loaded = (outcome: Outcome = open): CheckoutEvent => ({ type: 'loaded', view: { ...view, outcome } });
const answer = (outcome: Outcome): CheckoutEvent => ({ type: 'outcome', outcome, fresh: true });
const news = (outcome: Outcome): CheckoutEvent => ({ type: 'outcome', outcome, fresh: false });
const failed = (code: ErrorCode): CheckoutEvent => ({ type: 'submit-failed', code });
const submit: CheckoutEvent = { type: 'submit' };

describe('what a shopper meets on arriving', () => {
  test.each([
    [open, 'form'],
    [declined(), 'form'],
    [declined('pay_1', false), 'refused'],
    [challenge, 'waiting'],
    [pending(), 'checking'],
    [{ status: 'unknown', payment_id: 'pay_1' }, 'checking'],
    [{ status: 'paid', payment_id: 'pay_1' }, 'paid'],
    [{ status: 'expired', payment_id: null }, 'expired'],
  ] as [Outcome, string][])('%j is shown as %s', (outcome, phase) => {
    expect(run(loaded(outcome)).phase).toBe(phase);
  });

  test('a session that has ended is no failure to load', () => {
    expect(run({ type: 'load-failed', code: 'session_expired' }).phase).toBe('expired');
    expect(run({ type: 'load-failed', code: 'network_error' })).toMatchObject({
      phase: 'failed',
      error: 'network_error',
    });
  });
});

describe('a submit', () => {
  test('starts a challenge only as the answer to it, never by an outcome that was polled', () => {
    expect(run(loaded(), submit, answer(challenge)).phase).toBe('challenge');
    expect(run(loaded(), submit, failed('payment_in_progress'), news(challenge)).phase).toBe('waiting');
  });

  test('forgets the message of the one before', () => {
    expect(run(loaded(declined()), submit)).toMatchObject({ decline: null, error: null });
  });

  test.each(Object.keys(ERRORS) as ErrorCode[])('that fails with %s never leaves the form to hope', (code) => {
    const mayHaveArrived = ['network_error', 'request_in_progress', 'payment_in_progress', 'session_closed'];
    mayHaveArrived.push('gateway_no_answer', 'internal_error');
    const { phase, error } = run(loaded(), submit, failed(code));
    if (mayHaveArrived.includes(code)) expect(phase).toBe('checking');
    else if (code === 'session_expired') expect(phase).toBe('expired');
    else if (code === 'too_many_attempts') expect(phase).toBe('refused');
    else expect({ phase, error }).toEqual({ phase: 'form', error: code });
  });
});

describe('while nobody knows', () => {
  test('a payment that turns out declined says why, and not that it was never sent', () => {
    const state = run(loaded(), submit, answer(pending()), news(declined()));
    expect(state).toMatchObject({ phase: 'form', decline: 'insufficient_funds', error: null });
  });

  test('a submit without an answer that the companion never recorded may be made again', () => {
    expect(run(loaded(), submit, failed('network_error'), news(open))).toMatchObject({
      phase: 'form',
      error: 'gateway_unreachable',
    });
  });

  test('the decline of the payment before is not taken for the answer to this one', () => {
    const state = run(loaded(), submit, answer(declined('pay_1')), submit, failed('network_error'));
    expect(nextCheckoutState(state, news(declined('pay_1')))).toMatchObject({
      phase: 'form',
      decline: null,
      error: 'gateway_unreachable',
    });
    expect(nextCheckoutState(state, news(declined('pay_2')))).toMatchObject({
      decline: 'insufficient_funds',
      error: null,
    });
  });

  test('a word that this element does not know yet is waited on', () => {
    const outcome = { status: 'held', payment_id: 'pay_1' } as unknown as Outcome;
    expect(run(loaded(), submit, answer(outcome)).phase).toBe('checking');
  });

  test('only money that moved says paid', () => {
    const statuses = ['open', 'declined', 'action_required', 'pending', 'unknown', 'expired'] as const;
    for (const status of statuses) {
      const state = run(loaded(), submit, answer({ status, payment_id: 'pay_1' }));
      expect(state.phase, status).not.toBe('paid');
    }
  });

  test('an answer ends the word that the connection is lost', () => {
    const state = run(loaded(pending()), { type: 'connection', lost: true });
    expect(state.offline).toBe(true);
    expect(nextCheckoutState(state, news(pending())).offline).toBe(false);
  });
});

test('every phase from which only the companion leads on is watched', () => {
  expect((['challenge', 'waiting', 'checking'] as const).every(isWatchingOutcome)).toBe(true);
  expect((['form', 'submitting', 'paid', 'refused', 'expired', 'failed'] as const).some(isWatchingOutcome)).toBe(false);
});
