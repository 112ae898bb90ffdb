import { CheckoutError } from '../../shared/errors.ts';
import { createPaymentRequestSchemas } from '../../shared/interface/payment-schemas.ts';
import { clearSandboxAcquiringRecords, createSandboxAcquiringRecords } from './acquiring/records.ts';
import { createLedger } from './acquiring/ledger.ts';
import { createClock } from './clock.ts';
import { createGatewayMessageTranslator, type MessageProfile } from './gateway-message-translator.ts';
import { createIssuingState, resetIssuingState, type SandboxCompany } from './issuing/issuing-state.ts';
import { createNotifier } from './notifications.ts';
import { redactRequestForDisplay } from './read-request.ts';
import { createFaultScenarioQueue } from './scenarios.ts';
import { createDigestSigner, type SandboxDigestRecipeName } from './sign.ts';
import type { ReceivedRequest, SandboxDelays, SandboxMerchant, SandboxState } from './state.ts';

/** The first merchant and the company of every sandbox. Every key of the sandbox begins with `sandbox_`. */
export const SANDBOX_CREDENTIALS = {
  merchant_id: '70519',
  account_id: '984747105',
  sign_key: 'sandbox_sign_key_of_no_worth',
  company_id: 'C70519',
  issuing_sign_key: 'sandbox_issuing_key_of_no_worth',
} as const;

/** An account of another merchant, for companions with several accounts. */
export const SANDBOX_SECOND_ACCOUNT = {
  merchant_id: '70520',
  account_id: '984747106',
  sign_key: 'sandbox_second_key_of_no_worth',
} as const;

export interface SandboxOptions {
  merchants?: readonly SandboxMerchant[];
  companies?: readonly SandboxCompany[];
  /** Base of issuer_url. Default: the origin of the request. */
  publicUrl?: string;
  /**
   * The address of results that follow a challenge or a bank page. `request` (default): the notify_url of the request,
   * which only the gateway received. `issuer_url`: the one in its query, which the shopper's browser saw.
   */
  notifyAddress?: 'request' | 'issuer_url';
  /** Opens the control API to other machines; on this machine it is always open. */
  control?: boolean;
  /** Delays of asynchronous results, in ms. Defaults: 3,000 for a pending payment, a refund and a payout. */
  delays?: Partial<SandboxDelays>;
  /** Pause before the first retry of a notification, in ms. Default: 1,000. */
  notificationRetryDelay?: number;
  /** Methods whose response contains a code, such as `{ pix: 'qr' }`; the others redirect to a bank's page. */
  paymentCodeMethods?: Readonly<Record<string, 'qr' | 'voucher'>>;
  /** The parts of the merchant's gateway profile for digests, paths and encodings; same spelling. */
  profile?: SandboxProfile;
  /** Accepts sign keys of any form; only for tests with published digests. */
  allowAnyKey?: boolean;
  now?: () => number;
  random?: () => number;
  /** Delivers notifications. */
  fetch?: typeof fetch;
}

/** The parts of a gateway profile that the sandbox supports. */
export interface SandboxProfile extends MessageProfile {
  recipes?: Readonly<
    Partial<
      Record<
        SandboxDigestRecipeName,
        readonly string[] | { fields?: readonly string[] | undefined; confirmed?: boolean }
      >
    >
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

/** The most requests recorded for the control API. */
const MAX_RECORDED_REQUESTS = 500;

/** @throws CheckoutError `configuration_invalid` for a sign key that is not one of the sandbox */
export function createSandboxState(options: SandboxOptions): SandboxState {
  const { merchants = DEFAULT_MERCHANTS, companies = [DEFAULT_COMPANY] } = options;
  if (options.allowAnyKey !== true) refuseLiveKeys([...merchants, ...companies].flatMap((entry) => entry.sign_keys));
  const clock = createClock(options.now ?? Date.now);
  const random = options.random ?? Math.random;
  const translator = createGatewayMessageTranslator(options.profile ?? {});
  const scenarios = createFaultScenarioQueue();
  const requests: ReceivedRequest[] = [];
  return {
    merchants,
    ledger: createLedger(random),
    records: createSandboxAcquiringRecords(),
    issuing: createIssuingState(companies),
    notifier: createNotifier({
      scenarios,
      clock,
      random,
      acknowledgement: translator.acknowledgement,
      retryBase: options.notificationRetryDelay ?? 1_000,
      fetch: options.fetch ?? globalThis.fetch,
    }),
    signer: createDigestSigner(recipeFieldsOf(options.profile?.recipes), translator.encodeValue),
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
    translator,
    schemas: createPaymentRequestSchemas(translator.rules),
    cardBrandField: options.profile?.card_brand_field ?? undefined,
    paymentCodeMethods: options.paymentCodeMethods ?? {},
    paymentCodeElements: { value: 'pay_code', expires_at: 'pay_code_expires', ...options.profile?.code_elements },
    recordRequest({ operation, content_type, fields }) {
      const received = {
        operation,
        received_at: clock.now(),
        content_type,
        fields: redactRequestForDisplay(fields, (name) => translator.wireNameOf(operation, name)),
        response: '',
      };
      requests.push(received);
      if (requests.length > MAX_RECORDED_REQUESTS) requests.shift();
      return received;
    },
  };
}

/** The field lists of a profile's recipes; a recipe that is only confirmed keeps its default fields. */
function recipeFieldsOf(
  recipes: SandboxProfile['recipes'] = {},
): Partial<Record<SandboxDigestRecipeName, readonly string[]>> {
  const lists = Object.entries(recipes).flatMap(([name, recipe]) => {
    const fields = 'confirmed' in recipe || 'fields' in recipe ? recipe.fields : recipe;
    return fields === undefined ? [] : [[name, fields]];
  });
  return Object.fromEntries(lists) as Partial<Record<SandboxDigestRecipeName, readonly string[]>>;
}

const DEFAULT_MERCHANTS: readonly SandboxMerchant[] = [SANDBOX_CREDENTIALS, SANDBOX_SECOND_ACCOUNT].map(
  ({ merchant_id, account_id, sign_key }) => ({ merchant_id, account_id, sign_keys: [sign_key] }),
);

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

/** Resets everything but the time. */
export function resetSandboxState(state: SandboxState): void {
  state.ledger.clear();
  clearSandboxAcquiringRecords(state.records);
  resetIssuingState(state.issuing);
  state.notifier.clear();
  state.scenarios.clear();
  state.savedCards.clear();
  state.redirectVisits.clear();
  state.requests.length = 0;
  state.clock.clear();
}
