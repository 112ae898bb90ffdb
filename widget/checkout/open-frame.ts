import type { IsolatedFrame } from '../isolated/isolated-frame.ts';
import type { CheckoutHostElement } from './checkout-host-element.ts';
import { connectionOf, reportBasketSessionEnd, resolveSessionToken, companionUrlOf } from './companion-connection.ts';

/** Opens the frame of an isolated element, which loads the session itself. */
export async function openIsolatedFrame(
  element: CheckoutHostElement,
  { onShown, signal }: { onShown: () => void; signal: AbortSignal },
): Promise<IsolatedFrame> {
  // In parallel: a basket that cannot be read fails before the code is loaded.
  const [{ IsolatedFrame }, token] = await Promise.all([
    import('../isolated/isolated-frame.ts'),
    resolveSessionToken(connectionOf(element)),
  ]);
  const onEnd = (paid: boolean): void => reportBasketSessionEnd(connectionOf(element), paid);
  return new IsolatedFrame(element, { server: companionUrlOf(element), token, onShown, onEnd, signal });
}
