import type { IsolatedFrameHost } from '../isolated/isolated-frame-host.ts';
import type { CheckoutHostElement } from './checkout-host-element.ts';
import { connectOptions, recordBasketSessionEnd, resolveSessionToken, companionUrlOf } from './companion-connection.ts';

/** Opens the frame of an isolated element, which loads the session itself. */
export async function openIsolatedFrame(
  element: CheckoutHostElement,
  { onShown, signal }: { onShown: () => void; signal: AbortSignal },
): Promise<IsolatedFrameHost> {
  // In parallel: a basket that cannot be read fails before the code is loaded.
  const [{ IsolatedFrameHost }, token] = await Promise.all([
    import('../isolated/isolated-frame-host.ts'),
    resolveSessionToken(connectOptions(element)),
  ]);
  const onEnd = (paid: boolean): void => recordBasketSessionEnd(connectOptions(element), paid);
  return new IsolatedFrameHost(element, { server: companionUrlOf(element), token, onShown, onEnd, signal });
}
