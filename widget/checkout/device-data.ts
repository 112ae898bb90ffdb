import type { Device, SessionView } from '../../shared/contract/index.ts';
import { chooseChallengeWindow } from '../challenge/window-size.ts';
import type { CheckoutHostElement } from './checkout-host-element.ts';
import type { DeferredModule } from './lazy-views.ts';
import { randomId } from './random-id.ts';

/** Gives the device's data at the moment of paying. */
export type DeviceDataCollector = (challengeWindow: Device['challenge_window_size']) => Promise<Device>;

/** What the session asks to know of the browser, gathered while the shopper types; `startedAt`: when they first saw the form. Paying never depends on it. */
export function startDeviceDataCollection(
  { device }: SessionView,
  startedAt: number,
  element: Pick<CheckoutHostElement, 'readCookies'>,
  { collectDeviceData, startFingerprint }: DeferredModule,
): DeviceDataCollector {
  const sessionId = randomId();
  const readCookies: CheckoutHostElement['readCookies'] = (names) => element.readCookies(names);
  const fingerprint = startFingerprint(device);
  return (challengeWindow) =>
    // A page that may not read its cookies, such as a sandboxed frame, pays without them.
    collectDeviceData(
      device,
      { startedAt, now: Date.now(), sessionId, challengeWindow, readCookies },
      fingerprint,
    ).catch(() => ({}));
}

/** The device's data for a submit; the page's own replace what was gathered. */
export async function awaitDeviceData(
  element: CheckoutHostElement,
  gathering: Promise<DeviceDataCollector | undefined> | undefined,
): Promise<Device> {
  const gather = await gathering;
  return { ...(await gather?.(chooseChallengeWindow(element.challengeWindow))), ...element.device };
}
