import type { Scope, Who } from './api.ts';
import type { w } from './i18n/en.ts';
import type { PageModule } from './page.ts';
import type { IconName } from './parts/icons.ts';

type ScreenName = keyof typeof w.pages;

export interface Screen {
  name: ScreenName;
  symbol: IconName;
  group: keyof typeof w.groups | undefined;
  /** Without that scope there is nothing to see. */
  scope: Scope;
  load: () => Promise<PageModule>;
}

/** Every screen of the menu, each fetched when it is first gone to. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'overview',
    symbol: 'overview',
    group: undefined,
    scope: 'read',
    load: () => import('./pages/overview-page.ts'),
  },
  {
    name: 'payments',
    symbol: 'payments',
    group: 'sales',
    scope: 'read',
    load: () => import('./pages/payments-page.ts'),
  },
  { name: 'refunds', symbol: 'refunds', group: 'sales', scope: 'read', load: () => import('./pages/refunds-page.ts') },
  {
    name: 'subscriptions',
    symbol: 'subscriptions',
    group: 'sales',
    scope: 'read',
    load: () => import('./pages/subscriptions-page.ts'),
  },
  {
    name: 'disputes',
    symbol: 'disputes',
    group: 'sales',
    scope: 'read',
    load: () => import('./pages/disputes-page.ts'),
  },
  { name: 'links', symbol: 'links', group: 'sales', scope: 'read', load: () => import('./pages/links-page.ts') },
  { name: 'payouts', symbol: 'payouts', group: 'money', scope: 'read', load: () => import('./pages/payouts-page.ts') },
  { name: 'issuing', symbol: 'issuing', group: 'money', scope: 'issue', load: () => import('./pages/issuing-page.ts') },
  { name: 'events', symbol: 'events', group: 'system', scope: 'read', load: () => import('./pages/events-page.ts') },
  { name: 'audit', symbol: 'audit', group: 'system', scope: 'read', load: () => import('./pages/audit-page.ts') },
];

/** The screens that a key has something to see on. */
export function screensFor(who: Who): Screen[] {
  return SCREENS.filter((screen) => {
    if (screen.name === 'issuing' && !who.issuing) return false;
    return who.scopes.includes(screen.scope) || (screen.name === 'links' && who.scopes.includes('pay'));
  });
}

const DETAILS: Readonly<Record<string, () => Promise<PageModule>>> = {
  payments: () => import('./pages/payment-page.ts'),
  events: () => import('./pages/event-page.ts'),
};

/** The module of a place; undefined where there is none for this key. */
export function loaderOf(who: Who, page: string, id: string): (() => Promise<PageModule>) | undefined {
  const screen = screensFor(who).find(({ name }) => name === page);
  if (screen === undefined) return undefined;
  return id === '' || page === 'issuing' ? screen.load : DETAILS[page];
}
