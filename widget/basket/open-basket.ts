import type { BasketSession, CreateBasketSession } from '../../shared/contract/index.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { createApiCall, type Fetch } from '../api/checkout-api.ts';
import { toIntlLocale } from '../i18n/language.ts';

/** How long a paid basket goes on showing that it is paid, in ms: a reload must not look like nothing happened. */
const SHOWN_AFTER_END = 600_000;

/** What a basket's session is kept by: this tab only, so that a reload and the way back from a bank find it again. */
interface StoredSession extends BasketSession {
  /** When it was paid or ended, ms since the epoch. */
  ended?: number;
}

/**
 * Reads `MUG-1:2,TEE-3`: SKUs with quantities, one where none is said.
 * @throws CheckoutError `invalid_request` where a line is not of that form
 */
export function parseBasketItems(text: string): CreateBasketSession['items'] {
  return text.split(',').map((line, index) => {
    const [, sku, quantity = '1'] = /^\s*(.+?)\s*(?::\s*(\d{1,3})\s*)?$/.exec(line) ?? [];
    if (sku === undefined || Number(quantity) < 1) {
      const fault = { path: `items.${index}`, code: 'format', rule: 'a SKU and a quantity: MUG-1:2' } as const;
      throw new CheckoutError('invalid_request', undefined, { fields: [fault] });
    }
    return { sku, quantity: Number(quantity) };
  });
}

/** The token of a basket's session: the one this tab has begun to pay, or a new one. The page names no price. */
export async function obtainBasketSessionToken(basket: {
  server: string;
  items: string;
  locale: string;
  send: Fetch;
}): Promise<string> {
  const items = parseBasketItems(basket.items);
  const kept = read(basket);
  if (kept !== undefined && isUsable(kept)) return kept.token;
  const body: CreateBasketSession = { items, locale: basket.locale ? toIntlLocale(basket.locale) : undefined };
  const opened = await createApiCall(basket.server, basket.send)<BasketSession>('sessions', { body });
  write(basket, opened);
  return opened.token;
}

/** Remembers that a basket is paid, or forgets one that can never be. */
export function markBasketPaidOrForgotten(basket: { server: string; items: string }, paid: boolean): void {
  const kept = read(basket);
  if (kept !== undefined) write(basket, paid ? { ...kept, ended: kept.ended ?? Date.now() } : undefined);
}

/** Only the companion decides whether it expired: a payment may be in progress, and the shopper's clock may be wrong. */
function isUsable({ ended, session_id }: StoredSession): boolean {
  if (ended === undefined || Date.now() - ended < SHOWN_AFTER_END) return true;
  // Whoever comes back from a bank is shown how it ended, however long that took.
  return new URL(location.href).searchParams.get('session_id') === session_id;
}

const keyOf = ({ server, items }: { server: string; items: string }): string => `tillgate:${server}:${items}`;

function read(basket: { server: string; items: string }): StoredSession | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(basket)) ?? 'null') as StoredSession | null) ?? undefined;
  } catch {
    // A page without storage opens a session each time it is loaded.
    return undefined;
  }
}

function write(basket: { server: string; items: string }, kept: StoredSession | undefined): void {
  try {
    if (kept === undefined) sessionStorage.removeItem(keyOf(basket));
    else sessionStorage.setItem(keyOf(basket), JSON.stringify(kept));
  } catch {
    // As above.
  }
}
