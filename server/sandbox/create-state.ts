import { CheckoutError } from '../../shared/errors.ts';
import { apmPaymentRequest, directPaymentRequest } from '../../shared/interface/payment-request.ts';
import { redirectPaymentRequest } from '../../shared/interface/redirect-payment.ts';
import { clearAcquiringRecords, createAcquiringRecords } from './acquiring/records.ts';
import { createLedger } from './acquiring/ledger.ts';
import { createClock } from './clock.ts';
import { createProfileCodec, type ProfileVariant } from './profile-codec.ts';
import { createIssuingState, resetIssuingState, type SandboxCompany } from './issuing/issuing-state.ts';
import { createNotifier } from './notifications.ts';
import { redactCardData } from './read-request.ts';
import { createScenarioQueue } from './scenarios.ts';
import { createSigner, type Recipe } from './sign.ts';
import type { ReceivedRequest, SandboxDelays, SandboxMerchant, SandboxState } from './state.ts';

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
  /** How long asynchronous results take, in ms. Defaults: 3,000 for a pending payment, a refund and a payout. */
  delays?: Partial<SandboxDelays>;
  /** Pause before the first repetition of a notification, in ms; 1,000 where absent. */
  notificationRetryDelay?: number;
  /** Methods whose answer carries a code, such as `{ pix: 'qr' }`; the others lead to a bank's page. */
  payCodeMethods?: Readonly<Record<string, 'qr' | 'voucher'>>;
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
export interface SandboxProfile extends ProfileVariant {
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
const DEFAULT_DELAYS: SandboxDelays = {
  pendingPayment: 3_000,
  refundResult: 3_000,
  dispute: 5_000,
  disputeResult: 30 * DAY,
  payoutResult: 3_000,
  settlement: DAY,
};

/** How many requests are remembered for the control API. */
const MAX_RECORDED_REQUESTS = 500;

/** @throws CheckoutError `configuration_invalid` for a sign key that is not one of the sandbox */
export function createState(options: SandboxOptions): SandboxState {
  const { merchants = [DEFAULT_MERCHANT], companies = [DEFAULT_COMPANY] } = options;
  if (options.allowAnyKey !== true) refuseLiveKeys([...merchants, ...companies].flatMap((entry) => entry.sign_keys));
  const clock = createClock(options.now ?? Date.now);
  const random = options.random ?? Math.random;
  const dialect = createProfileCodec(options.profile ?? {});
  const scenarios = createScenarioQueue();
  const requests: ReceivedRequest[] = [];
  return {
    merchants,
    ledger: createLedger(random),
    records: createAcquiringRecords(),
    issuing: createIssuingState(companies),
    notifier: createNotifier({
      scenarios,
      clock,
      random,
      acknowledgement: dialect.acknowledgement,
      retryBase: options.notificationRetryDelay ?? 1_000,
      fetch: options.fetch ?? globalThis.fetch,
    }),
    signer: createSigner(recipeFieldsOf(options.profile?.recipes), dialect.encodeValue),
    scenarios,
    requests,
    savedCards: new Map(),
    redirectVisits: new Map(),
    clock,
    now: clock.now,
    random,
    publicUrl: options.publicUrl,
    notifyAddress: options.notifyAddress ?? 'request',
    delays: { ...DEFAULT_DELAYS, ...options.delays },
    profileCodec: dialect,
    schemas: {
      direct: directPaymentRequest(dialect.rules),
      apm: apmPaymentRequest(dialect.rules),
      redirect: redirectPaymentRequest(dialect.rules),
    },
    cardBrandField: options.profile?.card_brand_field ?? undefined,
    payCodeMethods: options.payCodeMethods ?? {},
    payCodeElements: { value: 'pay_code', expires_at: 'pay_code_expires', ...options.profile?.code_elements },
    recordRequest({ operation, content_type, fields }) {
      const received = {
        operation,
        received_at: clock.now(),
        content_type,
        fields: redactCardData(fields, (name) => dialect.wireNameOf(operation, name)),
        response: '',
      };
      requests.push(received);
      if (requests.length > MAX_RECORDED_REQUESTS) requests.shift();
      return received;
    },
  };
}

/** The lists of names in a profile's recipes; what is only confirmed is as usual. */
function recipeFieldsOf(recipes: SandboxProfile['recipes'] = {}): Partial<Record<Recipe, readonly string[]>> {
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
export function resetState(state: SandboxState): void {
  state.ledger.clear();
  clearAcquiringRecords(state.records);
  resetIssuingState(state.issuing);
  state.notifier.clear();
  state.scenarios.clear();
  state.savedCards.clear();
  state.redirectVisits.clear();
  state.requests.length = 0;
  state.clock.clear();
}
