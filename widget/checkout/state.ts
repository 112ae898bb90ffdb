import type { NextAction, DeclineCode, Outcome, SessionView } from '../../shared/contract/index.ts';
import type { ErrorCode } from '../../shared/errors.ts';

/**
 * What the shopper sees. `form` and what follows need a session:
 * - `code`: shows a code to pay by; watches.
 * - `waiting`: came back to an unfinished action, may continue or choose another way.
 * - `checking`: the outcome is unknown; polls.
 */
export type CheckoutPhase =
  | 'loading'
  | 'failed'
  | 'form'
  | 'submitting'
  | 'challenge'
  | 'redirecting'
  | 'code'
  | 'waiting'
  | 'checking'
  | 'paid'
  | 'refused'
  | 'expired';

export interface CheckoutState {
  phase: CheckoutPhase;
  view: SessionView | null;
  outcome: Outcome | null;
  /** The reason that the form shows above its fields. */
  decline: DeclineCode | null;
  error: ErrorCode | null;
  /** No answer for a while; shown while checking. */
  offline: boolean;
  /** A question to the companion is under way that a button waits for. */
  busy: boolean;
}

export const INITIAL_STATE: CheckoutState = {
  phase: 'loading',
  view: null,
  outcome: null,
  decline: null,
  error: null,
  offline: false,
  busy: false,
};

export type CheckoutEvent =
  | { type: 'load' }
  | { type: 'loaded'; view: SessionView }
  | { type: 'load-failed'; code: ErrorCode }
  /** The shop changed the order. */
  | { type: 'updated'; view: SessionView }
  | { type: 'submit' }
  /** The companion's word. `fresh`: as the answer to a submit, so an action starts by itself. */
  | { type: 'outcome'; outcome: Outcome; fresh: boolean }
  | { type: 'submit-failed'; code: ErrorCode }
  | { type: 'act'; action: NextAction }
  /** The page does the action itself. */
  | { type: 'act-elsewhere' }
  | { type: 'connection'; lost: boolean }
  | { type: 'busy'; busy: boolean };

/** The next state. Pure: what has to be done about it is the controller's business. */
export function nextCheckoutState(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'load':
      return INITIAL_STATE;
    case 'loaded':
      return arrive({ ...state, view: event.view, error: null }, event.view.outcome, false);
    case 'load-failed':
      return event.code === 'session_expired'
        ? { ...state, phase: 'expired' }
        : { ...state, phase: 'failed', error: event.code };
    case 'updated':
      return { ...state, view: event.view };
    case 'submit':
      return { ...state, phase: 'submitting', decline: null, error: null, offline: false };
    case 'outcome':
      return arrive({ ...state, offline: false, busy: false }, event.outcome, event.fresh);
    case 'submit-failed':
      return afterFailure(state, event.code);
    case 'act':
      return { ...state, phase: event.action.type === 'redirect' ? 'redirecting' : event.action.type };
    case 'act-elsewhere':
      return { ...state, phase: 'waiting' };
    case 'connection':
      return { ...state, offline: event.lost };
    case 'busy':
      return { ...state, busy: event.busy };
  }
}

function afterFailure(state: CheckoutState, code: ErrorCode): CheckoutState {
  switch (code) {
    case 'session_expired':
      return { ...state, phase: 'expired', busy: false };
    case 'network_error':
    case 'request_in_progress':
    case 'payment_in_progress':
    case 'session_closed':
    case 'gateway_no_answer':
    case 'internal_error':
      // It may have arrived: only the companion can say.
      return { ...state, phase: 'checking', offline: code === 'network_error', busy: false };
    case 'too_many_attempts':
      return { ...state, phase: 'refused', error: code, busy: false };
    default:
      return { ...state, phase: 'form', error: code, busy: false };
  }
}

function arrive(state: CheckoutState, outcome: Outcome, fresh: boolean): CheckoutState {
  const next = { ...state, outcome };
  const waited = state.phase === 'checking';
  switch (outcome.status) {
    case 'open':
      return {
        ...next,
        phase: 'form',
        // Who waited for an answer and learns that nothing was recorded may try again.
        error: waited && !state.outcome?.abandonable ? 'gateway_unreachable' : null,
        decline: state.phase === 'challenge' ? 'cancelled_by_shopper' : null,
      };
    case 'declined':
      // The payment before was declined, and nothing was recorded since: the one waited for never arrived.
      if (waited && state.outcome?.status === 'declined' && state.outcome.payment_id === outcome.payment_id) {
        return { ...next, phase: 'form', error: 'gateway_unreachable' };
      }
      return {
        ...next,
        phase: outcome.decline?.retryable === true ? 'form' : 'refused',
        decline: outcome.decline?.code ?? 'declined',
      };
    case 'action_required':
      if (outcome.action !== undefined && (fresh || outcome.action.type === 'code')) {
        return nextCheckoutState(next, { type: 'act', action: outcome.action });
      }
      return state.phase === 'challenge' || state.phase === 'redirecting' ? next : { ...next, phase: 'waiting' };
    case 'paid':
      return { ...next, phase: 'paid' };
    case 'expired':
      return { ...next, phase: 'expired' };
    default:
      // Pending, unknown, and any status of a newer companion: the outcome is not known yet.
      return { ...next, phase: 'checking' };
  }
}

/** Whether the outcome is watched in this phase. */
export function isWatchingOutcome(phase: CheckoutPhase): boolean {
  return /^(challenge|redirecting|code|waiting|checking)$/.test(phase);
}
