import type { FakeCompanion } from '../../widget/testing/index.ts';
import type { Outcome, SessionView, TillgateCheckout } from '../../widget/index.ts';
import type { Actor } from './act.ts';

/** One state of one part of the element. */
export interface Story {
  /** In the address: `card/typing`. */
  id: string;
  title: string;
  /** What differs from an open session that takes cards. */
  view?: Partial<SessionView>;
  /** Attributes that the state is about. */
  attributes?: Partial<Pick<TillgateCheckout, 'layout' | 'locale' | 'items'>>;
  /** Before the session is loaded. */
  prepare?: (companion: FakeCompanion) => void;
  /** What the shopper does. */
  play?: (actor: Actor, companion: FakeCompanion) => Promise<void>;
}

type Method = SessionView['methods'][number];

export const CARD: Method = { method: 'card', kind: 'card', label: null, brands: null, banks: [], fields: [] };

export const method = (name: string, label: string, rest: Partial<Method> = {}): Method => ({
  method: name,
  kind: 'redirect',
  label,
  brands: null,
  banks: [],
  fields: [],
  ...rest,
});

export const asked = (...paths: readonly string[]): Method['fields'] =>
  paths.map((path) => ({ path: path.replace('?', ''), required: !path.endsWith('?') }));

type ActionOf = NonNullable<Outcome['action']>;

/** A page that stands for the issuer's, beside this one. */
const BANK = new URL('./bank.html', location.href).href;

export const challenge = (window_size: ActionOf['window_size']): Outcome => ({
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'challenge', url: BANK, method: 'GET', fields: {}, ...(window_size ? { window_size } : {}) },
});

export const redirect = (): Outcome => ({
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'redirect', url: BANK, method: 'GET', fields: {} },
});

export const code = (value: string, kind: 'qr' | 'voucher', minutes: number): Outcome => ({
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: {
    type: 'code',
    url: BANK,
    method: 'GET',
    fields: {},
    code: { kind, value, expires_at: new Date(Date.now() + minutes * 60_000).toISOString() },
  },
});

/** The companion says so from now on, also when it is asked again. */
export const says =
  (outcome: Outcome) =>
  (companion: FakeCompanion): void => {
    companion.outcome = outcome;
    companion.view = { ...companion.view, outcome };
  };
