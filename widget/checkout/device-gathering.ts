import type { Device, SessionView } from '../../shared/contract/index.ts';
import { chooseChallengeWindow } from '../challenge/window-size.ts';
import type { CheckoutElement } from './checkout-element.ts';
import type { DeferredModule } from './lazy-views.ts';
import { randomId } from './random-id.ts';

/** Gives the device's data at the moment of paying. */
export type DeviceGatherer = (challengeWindow: Device['challenge_window_size']) => Promise<Device>;

/** What the session asks to know of the browser, gathered while the shopper types; `startedAt`: when they first saw the form. Paying never depends on it. */
export function startDeviceGathering(
  { device }: SessionView,
  startedAt: number,
  element: Pick<CheckoutElement, 'readCookies'>,
  { gatherDevice, startFingerprint }: DeferredModule,
): DeviceGatherer {
  const sessionId = randomId();
  const readCookies: CheckoutElement['readCookies'] = (names) => element.readCookies(names);
  const fingerprint = startFingerprint(device);
  return (challengeWindow) =>
    // A page that may not read its cookies, such as a sandboxed frame, pays without them.
    gatherDevice(device, { startedAt, now: Date.now(), sessionId, challengeWindow, readCookies }, fingerprint).catch(
      () => ({}),
    );
}

/** The device's data for a submit; the page's own replace what was gathered. */
export async function awaitDeviceData(
  element: CheckoutElement,
  gathering: Promise<DeviceGatherer | undefined> | undefined,
): Promise<Device> {
  const gather = await gathering;
  return { ...(await gather?.(chooseChallengeWindow(element.challengeWindow))), ...element.device };
}
