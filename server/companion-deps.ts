import { CheckoutError } from '../shared/errors.ts';
import { createMerge } from '../shared/merge.ts';
import type { IssuingDeps } from './operations/index.ts';
import type { ChildLogger } from './observability/index.ts';
import type { WebhookEndpoint } from './webhooks/endpoint.ts';
import type { AbandonDeps, SubmitDeps } from './payments/index.ts';

/** What the use cases work with: the dependencies of one account of the gateway. */
export interface AccountDeps extends SubmitDeps, AbandonDeps, IssuingDeps {}

/** An account of the gateway: its name, credentials, profile, limits, and a store that has its records only. */
export type ConfiguredAccount = Pick<
  AccountDeps,
  'account' | 'gateway' | 'issuing' | 'protection' | 'credentials' | 'events' | 'settings' | 'store'
> & {
  /** The currencies whose sessions are of this account unless they name another. */
  currencies: readonly string[];
};

/**
 * What routes and jobs work with. It has no gateway: {@link depsForAccount} and its neighbours give that of an account, so that
 * no call is made for an account by mistake.
 */
export interface CompanionDeps extends Omit<AccountDeps, Exclude<keyof ConfiguredAccount, 'settings' | 'store'>> {
  /** The accounts that the caller may use, at least one; that of the environment, `default`, comes first. */
  accounts: readonly ConfiguredAccount[];
  /** Whether this process is about to end: no request may wait in it any more. */
  drain: { isOn: boolean };
  /** Where webhook events go; empty without an address. */
  webhooks: readonly WebhookEndpoint[];
}

/** The dependencies of a request or a job: what they log carries its facts. */
export function withLog<Deps extends { log: ChildLogger }>(deps: Deps, log: ChildLogger): Deps {
  return Object.assign({ ...deps }, { log });
}

const mergeDeps = createMerge<[CompanionDeps, ConfiguredAccount]>();

/**
 * The dependencies of the account that a record belongs to.
 * @throws CheckoutError `configuration_invalid` where no such account is configured any more
 */
export function depsForAccount<Deps extends CompanionDeps>(deps: Deps, name: string): Deps & AccountDeps {
  const account = deps.accounts.find((known) => known.account === name);
  if (account !== undefined) return mergeDeps(deps, account) as Deps & ConfiguredAccount;
  throw new CheckoutError(
    'configuration_invalid',
    `TILLGATE_ACCOUNTS: the account ${name} has to be in the file again.`,
  );
}

/**
 * The dependencies of the account that a caller names; without a name, of the caller's first account.
 * @throws CheckoutError `invalid_request` for a name that the caller may not use
 */
export function depsForRequestedAccount<Deps extends CompanionDeps>(
  deps: Deps,
  name: string | undefined,
): Deps & AccountDeps {
  const names = deps.accounts.map(({ account }) => account);
  if (name === undefined || names.includes(name)) return depsForAccount(deps, name ?? names[0] ?? '');
  throw new CheckoutError('invalid_request', undefined, {
    fields: [{ path: 'account', code: 'not_allowed', rule: `one of ${names.join(', ')}` }],
  });
}

/**
 * The dependencies of the account that an order is paid in: the one that it names, otherwise the first one for its
 * currency, otherwise the caller's first.
 * @throws CheckoutError `invalid_request`
 */
export function depsForOrder<Deps extends CompanionDeps>(
  deps: Deps,
  { account, currency }: { account?: string | undefined; currency: string },
): Deps & AccountDeps {
  const own = deps.accounts.find(({ currencies }) => currencies.includes(currency));
  return depsForRequestedAccount(deps, account ?? own?.account);
}
