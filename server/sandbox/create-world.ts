import { CheckoutError } from '../../shared/errors.ts';
import { paid } from './acquiring/authorise.ts';
import { clearBooks, createBooks } from './acquiring/books.ts';
import { createLedger } from './acquiring/ledger.ts';
import { tell } from './acquiring/tell.ts';
import { createClock } from './clock.ts';
import { createDialect, type DialectOptions } from './dialect.ts';
import { clearIssuing, createIssuingWorld } from './issuing/books.ts';
import { createNotifier } from './notifications.ts';
import { withoutCardData } from './read-request.ts';
import { createScenarios } from './scenarios.ts';
import { createSigner, type Recipe } from './sign.ts';
import type { Pace, ReceivedRequest, SandboxCompany, SandboxMerchant, World } from './world.ts';

/** The merchant and the company that every sandbox knows. Every key of the sandbox begins with `sandbox_`. */
export const SANDBOX_CREDENTIALS = {
  merchant_id: '70519',
  account_id: '984747105',
  sign_key: 'sandbox_sign_key_of_no_worth',
  company_id: 'C70519',
  issuing_sign_key: 'sandbox_issuing_key_of_no_worth',
} as const;

export interface SandboxOptions {
  merchants?: readonly SandboxMerchant[];
  companies?: readonly SandboxCompany[];
  /** Base of issuer_url; where absent, the address that the request came to. */
  publicUrl?: string;
  /**
   * Where results go that follow a challenge or a bank page: to the notify_url of the request, which only the gateway was
   * told (`request`, the default), or to the one in the query of issuer_url, which went through the shopper's browser.
   */
  notifyAddress?: 'request' | 'issuer_url';
  /** Opens the control API also beyond this machine; on this machine it is always open. */
  control?: boolean;
  /** After how many ms a pending payment is paid; 3,000 where absent. */
  settlePendingAfter?: number;
  /** How long other things take, in ms. */
  pace?: Partial<Pace>;
  /** Pause before the first repetition of a notification, in ms; 1,000 where absent. */
  retryBase?: number;
  /** Methods whose answer carries a code, such as `{ pix: 'qr' }`; the others lead to a bank's page. */
  codes?: Readonly<Record<string, 'qr' | 'voucher'>>;
  /** What the merchant's gateway profile changes of digests, paths and encodings; spelled as there. */
  profile?: SandboxProfile;
  /** Takes sign keys of any form: for tests with published digests only. */
  allowAnyKey?: boolean;
  now?: () => number;
  random?: () => number;
  /** Delivers notifications. */
  fetch?: typeof fetch;
}

/** Those parts of a gateway profile that the sandbox speaks. */
export interface SandboxProfile extends DialectOptions {
  recipes?: Readonly<
    Partial<Record<Recipe, readonly string[] | { fields?: readonly string[] | undefined; confirmed?: boolean }>>
  >;
  operations?: Readonly<
    Record<
      string,
      { path?: string; encoding?: 'json' | 'form'; method?: 'POST' | 'GET' | 'PUT' | undefined } | undefined
    >
  >;
  issuing_operations?: Readonly<Record<string, { path?: string } | undefined>>;
  card_brand_field?: string | null;
  code_elements?: { value?: string; expires_at?: string };
}

const DAY = 24 * 3_600_000;
const PACE: Pace = {
  settlePending: 3_000,
  settleRefund: 3_000,
  dispute: 5_000,
  disputeResult: 30 * DAY,
  settlePayout: 3_000,
  settlement: DAY,
};

/** How many requests are remembered for the control API. */
const REQUESTS_KEPT = 500;

/** @throws CheckoutError `configuration_invalid` for a sign key that is not one of the sandbox */
export function createWorld(options: SandboxOptions): World {
  const { merchants = [DEFAULT_MERCHANT], companies = [DEFAULT_COMPANY] } = options;
  if (options.allowAnyKey !== true) refuseLiveKeys([...merchants, ...companies].flatMap((entry) => entry.sign_keys));
  const clock = createClock(options.now ?? Date.now);
  const random = options.random ?? Math.random;
  const dialect = createDialect(options.profile ?? {});
  const scenarios = createScenarios();
  const requests: ReceivedRequest[] = [];
  const world: World = {
    merchants,
    ledger: createLedger(random),
    books: createBooks(),
    issuing: createIssuingWorld(companies),
    notifier: createNotifier({
      scenarios,
      clock,
      random,
      retryBase: options.retryBase ?? 1_000,
      fetch: options.fetch ?? globalThis.fetch,
    }),
    signer: createSigner(fieldsOf(options.profile?.recipes), dialect.valueOf),
    scenarios,
    requests,
    tokens: new Map(),
    visits: new Map(),
    clock,
    now: clock.now,
    random,
    publicUrl: options.publicUrl,
    notifyAddress: options.notifyAddress ?? 'request',
    pace: { ...PACE, settlePending: options.settlePendingAfter ?? PACE.settlePending, ...options.pace },
    dialect,
    cardBrandField: options.profile?.card_brand_field ?? undefined,
    codes: options.codes ?? {},
    codeElements: { value: 'pay_code', expires_at: 'pay_code_expires', ...options.profile?.code_elements },
    remember({ operation, content_type, fields }) {
      const received = {
        operation,
        at: clock.now(),
        content_type,
        fields: withoutCardData(fields, (name) => dialect.nameOf(operation, name)),
        answer: '',
      };
      requests.push(received);
      if (requests.length > REQUESTS_KEPT) requests.shift();
      return received;
    },
    settle(transaction, state, code, type = 'PAYMENT') {
      const isOver = transaction.state === 'declined' || transaction.state === 'cancelled';
      if (isOver || (transaction.state === 'paid' && state !== 'cancelled')) return;
      Object.assign(transaction, { state, result_code: code, settled_at: clock.now() });
      if (state === 'paid') paid(world, transaction);
      tell(world, transaction, type);
    },
  };
  return world;
}

/** The lists of names in a profile's recipes; what is only confirmed is as usual. */
function fieldsOf(recipes: SandboxProfile['recipes'] = {}): Partial<Record<Recipe, readonly string[]>> {
  const lists = Object.entries(recipes).flatMap(([name, recipe]) => {
    const fields = 'confirmed' in recipe || 'fields' in recipe ? recipe.fields : recipe;
    return fields === undefined ? [] : [[name, fields]];
  });
  return Object.fromEntries(lists) as Partial<Record<Recipe, readonly string[]>>;
}

const DEFAULT_MERCHANT: SandboxMerchant = {
  merchant_id: SANDBOX_CREDENTIALS.merchant_id,
  account_id: SANDBOX_CREDENTIALS.account_id,
  sign_keys: [SANDBOX_CREDENTIALS.sign_key],
};

const DEFAULT_COMPANY: SandboxCompany = {
  company_id: SANDBOX_CREDENTIALS.company_id,
  sign_keys: [SANDBOX_CREDENTIALS.issuing_sign_key],
};

function refuseLiveKeys(keys: readonly string[]): void {
  if (keys.every((key) => key.startsWith('sandbox_'))) return;
  throw new CheckoutError(
    'configuration_invalid',
    'A sign key of the sandbox begins with sandbox_; live keys have no place here.',
  );
}

/** Forgets everything but the time. */
export function resetWorld(world: World): void {
  world.ledger.clear();
  clearBooks(world.books);
  clearIssuing(world.issuing);
  world.notifier.clear();
  world.scenarios.clear();
  world.tokens.clear();
  world.visits.clear();
  world.requests.length = 0;
  world.clock.clear();
}
