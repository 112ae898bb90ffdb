import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import type { ConsoleSession } from './console-api.ts';
import type { texts } from './i18n/texts.ts';
import type { PageModule } from './console-page.ts';
import type { IconName } from './components/icons.ts';

type ScreenName = keyof typeof texts.pages;

export interface PageDefinition {
  name: ScreenName;
  icon: IconName;
  group: keyof typeof texts.groups | undefined;
  /** The scope that the screen needs; null for each signed-in person. */
  scope: Scope | null;
  load: () => Promise<PageModule>;
}

/** Every screen of the menu; its module loads at the first visit. */
const SCREENS: readonly PageDefinition[] = [
  {
    name: 'overview',
    icon: 'overview',
    group: undefined,
    scope: 'read',
    load: () => import('./pages/overview-page.ts'),
  },
  {
    name: 'payments',
    icon: 'payments',
    group: 'sales',
    scope: 'read',
    load: () => import('./pages/payments-page.ts'),
  },
  { name: 'refunds', icon: 'refunds', group: 'sales', scope: 'read', load: () => import('./pages/refunds-page.ts') },
  {
    name: 'subscriptions',
    icon: 'subscriptions',
    group: 'sales',
    scope: 'read',
    load: () => import('./pages/subscriptions-page.ts'),
  },
  {
    name: 'disputes',
    icon: 'disputes',
    group: 'sales',
    scope: 'read',
    load: () => import('./pages/disputes-page.ts'),
  },
  { name: 'sessions', icon: 'sessions', group: 'sales', scope: 'read', load: () => import('./pages/sessions-page.ts') },
  { name: 'payouts', icon: 'payouts', group: 'money', scope: 'read', load: () => import('./pages/payouts-page.ts') },
  { name: 'issuing', icon: 'issuing', group: 'money', scope: 'issue', load: () => import('./pages/issuing-page.ts') },
  { name: 'events', icon: 'events', group: 'system', scope: 'read', load: () => import('./pages/events-page.ts') },
  { name: 'audit', icon: 'audit', group: 'system', scope: 'read', load: () => import('./pages/audit-page.ts') },
  { name: 'users', icon: 'users', group: 'system', scope: 'users', load: () => import('./pages/users-page.ts') },
  { name: 'account', icon: 'account', group: 'system', scope: null, load: () => import('./pages/account-page.ts') },
];

/** The screens that the scopes allow. */
export function allowedPages(session: ConsoleSession): PageDefinition[] {
  return SCREENS.filter((screen) => {
    if (screen.name === 'issuing' && !session.issuing) return false;
    if (screen.scope === null) return session.user_name !== null;
    return session.scopes.includes(screen.scope) || (screen.name === 'sessions' && session.scopes.includes('pay'));
  });
}

const DETAIL_PAGES: Readonly<Record<string, () => Promise<PageModule>>> = {
  payments: () => import('./pages/payment-page.ts'),
  events: () => import('./pages/event-page.ts'),
};

/** The loader of a route's module; undefined for an unknown route or a missing scope. */
export function findPageLoader(
  session: ConsoleSession,
  page: string,
  id: string,
): (() => Promise<PageModule>) | undefined {
  const screen = allowedPages(session).find(({ name }) => name === page);
  if (screen === undefined) return undefined;
  return id === '' || page === 'issuing' ? screen.load : DETAIL_PAGES[page];
}
