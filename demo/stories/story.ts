import type { FakeCompanion } from '../../widget/testing/index.ts';
import type { Outcome, SessionView, TillgateCheckout } from '../../widget/index.ts';
import type { FormDriver } from './form-driver.ts';

/** One state of the element. */
export interface Story {
  /** The hash of its URL, such as `card/typing`. */
  id: string;
  title: string;
  /** Differences from an open session that accepts cards. */
  view?: Partial<SessionView>;
  /** Attributes of the element. */
  attributes?: Partial<Pick<TillgateCheckout, 'layout' | 'locale' | 'items'>>;
  /** Runs before the session loads. */
  prepare?: (companion: FakeCompanion) => void;
  /** The shopper's input. */
  play?: (form: FormDriver, companion: FakeCompanion) => Promise<void>;
}

type Method = SessionView['methods'][number];

export const CARD_METHOD: Method = { method: 'card', kind: 'card', label: null, brands: null, banks: [], fields: [] };

export const createRedirectMethod = (name: string, label: string | null, rest: Partial<Method> = {}): Method => ({
  method: name,
  kind: 'redirect',
  label,
  brands: null,
  banks: [],
  fields: [],
  ...rest,
});

export const createMethodFields = (...paths: readonly string[]): Method['fields'] =>
  paths.map((path) => ({ path: path.replace('?', ''), required: !path.endsWith('?') }));

type ActionOf = NonNullable<Outcome['action']>;

/** A page that stands in for the issuer's. */
const ISSUER_PAGE = new URL('./issuer.html', location.href).href;

export const createChallengeOutcome = (window_size: ActionOf['window_size']): Outcome => ({
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'challenge', url: ISSUER_PAGE, method: 'GET', fields: {}, ...(window_size ? { window_size } : {}) },
});

export const createRedirectOutcome = (): Outcome => ({
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'redirect', url: ISSUER_PAGE, method: 'GET', fields: {} },
});

export const createPaymentCodeOutcome = (value: string, kind: 'qr' | 'voucher', minutes: number): Outcome => ({
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: {
    type: 'code',
    url: ISSUER_PAGE,
    method: 'GET',
    fields: {},
    code: { kind, value, expires_at: new Date(Date.now() + minutes * 60_000).toISOString() },
  },
});

/** The companion returns this outcome from now on. */
export const respondWithOutcome =
  (outcome: Outcome) =>
  (companion: FakeCompanion): void => {
    companion.outcome = outcome;
    companion.view = { ...companion.view, outcome };
  };
