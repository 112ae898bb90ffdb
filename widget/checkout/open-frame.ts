import type { IsolatedFrame } from '../isolated/isolated-frame.ts';
import type { CheckoutElement } from './checkout-element.ts';
import { connectionOf, disconnect, findToken, serverOf } from './connect.ts';

/** Opens the frame of an isolated element, which loads the session itself. */
export async function openFrame(
  element: CheckoutElement,
  { onShown, signal }: { onShown: () => void; signal: AbortSignal },
): Promise<IsolatedFrame> {
  // In parallel: a basket that cannot be read fails before the code is loaded.
  const [{ IsolatedFrame }, token] = await Promise.all([
    import('../isolated/isolated-frame.ts'),
    findToken(connectionOf(element)),
  ]);
  const onEnd = (paid: boolean): void => disconnect(connectionOf(element), paid);
  return new IsolatedFrame(element, { server: serverOf(element), token, onShown, onEnd, signal });
}
