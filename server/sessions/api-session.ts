import type { Session } from '../../shared/contract/merchant/sessions.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { type PaymentDeps, sessionStatusAt } from '../context/index.ts';
import type { SessionRecord } from '../store/index.ts';
import { readSessionOutcome, orderTotalsOf } from './session-view.ts';

/**
 * A session as the merchant API returns it, without its token; only the response that opens the session contains the
 * token.
 * @throws CheckoutError `store_unavailable`
 */
export async function toApiSession(
  deps: Pick<PaymentDeps, 'store' | 'now' | 'settings'>,
  session: SessionRecord,
): Promise<Session> {
  return {
    id: session.id,
    account: session.account,
    status: sessionStatusAt(session, deps.now()),
    version: session.version,
    order_no: session.order_no,
    amount: session.amount,
    currency: session.currency,
    items: session.request.items,
    totals: orderTotalsOf(session.request),
    shopper_id: session.request.shopper?.id ?? null,
    shopper_email: session.request.shopper?.email ?? null,
    outcome: await readSessionOutcome(deps, session),
    payment_id: session.paid_payment_id ?? session.last_payment_id,
    attempts: session.attempts,
    attempts_left: Math.max(0, deps.settings.maxAttempts - session.attempts),
    metadata: session.request.metadata ?? {},
    created_at: toIsoUtcTime(session.created_at),
    expires_at: toIsoUtcTime(session.expires_at),
  };
}
