import { createCheckoutApi, type CheckoutApi, type Fetch } from '../api/checkout-api.ts';
import type { CheckoutHostElement } from './checkout-host-element.ts';

const loadBasket = () => import('./deferred.ts');

export interface CompanionConnectionOptions {
  server: string;
  /** The session's token; empty where `items` say what is sold. */
  session: string;
  items: string;
  locale: string;
  send: Fetch;
}

/** The companion's address, without a slash at its end: where the script came from, if the page names none. */
export function companionUrlOf({ server }: Pick<CheckoutHostElement, 'server'>): string {
  // By its letters: the first parsing of an address takes the browser as long as drawing a field.
  const [own = location.origin] = /^https?:\/\/[^/]+(.*(?=\/widget\/\w+\.js))?/.exec(import.meta.url) ?? [];
  return (server || own).replace(/\/+$/, '');
}

export function connectOptions(element: CheckoutHostElement): CompanionConnectionOptions {
  const { session, items, locale, fetcher: send = fetch.bind(window) } = element;
  return { server: companionUrlOf(element), session, items, locale, send };
}

/** The way to the companion by a session's token, or by that of the session that is opened for the basket. */
export async function connectCheckoutApi(connection: CompanionConnectionOptions): Promise<CheckoutApi> {
  return createCheckoutApi(connection.server, await resolveSessionToken(connection), connection.send);
}

/** The session's token; for a basket that of the session that is opened for it. */
export async function resolveSessionToken(connection: CompanionConnectionOptions): Promise<string> {
  if (connection.session) return connection.session;
  // The shop has none yet, or has taken it back.
  if (!connection.items) await new Promise(() => undefined);
  const { obtainBasketSessionToken } = await loadBasket();
  return obtainBasketSessionToken(connection);
}

/** A basket that is paid is remembered as such; one that can never be gets another session next time. */
export function recordBasketSessionEnd(connection: CompanionConnectionOptions, paid: boolean): void {
  if (!connection.session)
    void loadBasket().then(({ markBasketPaidOrForgotten }) => markBasketPaidOrForgotten(connection, paid));
}
