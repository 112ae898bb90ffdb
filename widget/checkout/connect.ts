import { createCheckoutApi, type CheckoutApi, type Fetch } from '../api/checkout-api.ts';
import type { CheckoutElement } from './checkout-element.ts';

const loadBasket = () => import('../basket/open-basket.ts');

export interface Connection {
  server: string;
  /** The session's token; empty where `items` say what is sold. */
  session: string;
  items: string;
  locale: string;
  send: Fetch;
}

/** The companion's address, without a slash at its end: where the script came from, if the page names none. */
export function serverOf({ server }: Pick<CheckoutElement, 'server'>): string {
  // By its letters: the first parsing of an address takes the browser as long as drawing a field.
  const [own = location.origin] = /^https?:\/\/[^/]+(.*(?=\/widget\/tillgate\.js))?/.exec(import.meta.url) ?? [];
  return (server || own).replace(/\/+$/, '');
}

export function connectionOf(element: CheckoutElement): Connection {
  const { session, items, locale, fetcher: send = fetch.bind(window) } = element;
  return { server: serverOf(element), session, items, locale, send };
}

/** The way to the companion by a session's token, or by that of the session that is opened for the basket. */
export async function connect(connection: Connection): Promise<CheckoutApi> {
  return createCheckoutApi(connection.server, await findToken(connection), connection.send);
}

/** The session's token; for a basket that of the session that is opened for it. */
export async function findToken(connection: Connection): Promise<string> {
  if (connection.session) return connection.session;
  // The shop has none yet, or has taken it back.
  if (!connection.items) await new Promise(() => undefined);
  const { openBasket } = await loadBasket();
  return openBasket(connection);
}

/** A basket that is paid is remembered as such; one that can never be gets another session next time. */
export function disconnect(connection: Connection, paid: boolean): void {
  if (!connection.session) void loadBasket().then(({ endBasket }) => endBasket(connection, paid));
}
