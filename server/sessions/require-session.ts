import { CheckoutError } from '../../shared/errors.ts';
import type { PaymentDeps } from '../context/index.ts';
import type { SessionRecord } from '../store/index.ts';

/**
 * A session by its ID.
 * @throws CheckoutError `not_found`
 */
export async function requireSession({ store }: Pick<PaymentDeps, 'store'>, id: string): Promise<SessionRecord> {
  const session = await store.findSession(id);
  if (session === undefined) throw new CheckoutError('not_found', 'There is no such session.');
  return session;
}
