import { CheckoutError, type FieldError } from '../../shared/errors.ts';
import type { UpdateSession } from '../../shared/contract/index.ts';
import type { SessionRecord } from '../store/index.ts';
import { type PaymentDeps, sessionStatusAt, VersionConflictError } from '../context/index.ts';
import { validateAndMaskSessionRequest } from './create-session.ts';
import { requireSession } from './require-session.ts';

/**
 * Changes the order of an open session. Its version increases by one, so that no payment of the order before begins.
 * @throws CheckoutError `invalid_request`, `store_unavailable`; `version_conflict` with the current
 *   version; `payment_in_progress` while a payment of the order before may still be paid; `session_closed`,
 *   `session_expired`
 */
export async function updateSession(
  deps: PaymentDeps,
  found: SessionRecord,
  { version, ...changes }: UpdateSession,
): Promise<{ session: SessionRecord; warnings: string[] }> {
  const session = requireOpen(deps, found);
  const { id } = session;
  if (version !== undefined && version !== session.version) throw new VersionConflictError(session);
  const fields = findFieldsOfOldAmount(session, changes);
  if (fields.length > 0) throw new CheckoutError('invalid_request', undefined, { fields });
  const { request, warnings } = validateAndMaskSessionRequest({ ...session.request, ...changes }, deps.gateway.profile);
  const { amount } = request;
  await refuseWhileAbandoned(deps, session);
  const { version: seen, last_payment_id } = session;
  if (!(await deps.store.updateSession({ id, version: seen, last_payment_id, amount, request, at: deps.now() }))) {
    throw new VersionConflictError(requireOpen(deps, await requireSession(deps, id)));
  }
  deps.changes.announce(id);
  return { session: { ...session, amount, request, version: seen + 1 }, warnings };
}

function requireOpen(deps: PaymentDeps, session: SessionRecord): SessionRecord {
  switch (sessionStatusAt(session, deps.now())) {
    case 'open':
      return session;
    case 'processing':
      throw new CheckoutError('payment_in_progress');
    case 'paid':
      throw new CheckoutError('session_closed');
    case 'expired':
      throw new CheckoutError('session_expired');
  }
}

/** An abandoned payment may still be paid, with the amount before: the shopper would then pay twice. */
async function refuseWhileAbandoned({ store }: PaymentDeps, { id, last_payment_id }: SessionRecord): Promise<void> {
  const payments = last_payment_id === null ? [] : await store.listSessionPayments(id);
  if (payments.some(({ status }) => status === 'abandoned')) {
    throw new CheckoutError('payment_in_progress', 'A payment that the shopper left may still be paid.');
  }
}

/** What belongs to the amount before: sums of installment plans, a price or quote, a 3-D Secure result of the shop. */
function findFieldsOfOldAmount(
  { amount, request }: SessionRecord,
  changes: Omit<UpdateSession, 'version'>,
): FieldError[] {
  const { amount: next = amount, installments } = changes;
  if (next === amount) return [];
  const { price_id, quote_id, quote_price, additional_information } = request;
  const bound = {
    price_id,
    quote_id,
    quote_price,
    additional_information: additional_information?.length,
  };
  const faults = Object.entries(bound).flatMap(([path, value]): FieldError[] =>
    Boolean(value) ? [{ path, code: 'not_allowed', rule: 'belongs to the amount before; open another session' }] : [],
  );
  const namesSums = request.installments?.some((plan) => plan.amount !== undefined || plan.total !== undefined);
  if (namesSums !== true || installments !== undefined) return faults;
  const rule = 'must be given with another amount, as the plans name sums';
  return [...faults, { path: 'installments', code: 'required', rule }];
}
