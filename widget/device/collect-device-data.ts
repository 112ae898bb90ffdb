import { encodeCookiePairs } from '../../shared/cookie-field.ts';
import type { Device, RequestedDeviceData } from '../../shared/contract/index.ts';
import { computeFingerprint } from './fingerprint.ts';

export interface DeviceDataInput {
  /** When the form was first seen, ms since the epoch. */
  startedAt: number;
  now: number;
  /** Random, one for each life of the element. */
  sessionId: string;
  challengeWindow: Device['challenge_window_size'];
  /** Reads cookies of the shop's page: in a frame of the companion that page is another one. */
  readCookies: (names: readonly string[]) => Promise<Readonly<Record<string, string>>>;
}

/** Longest wait for the fingerprint when the shopper pays, in ms. Paying never depends on it. */
const FINGERPRINT_PATIENCE = 1_500;

/** Browser and device data for risk scoring and 3-D Secure, as the session asks for it. */
export async function collectDeviceData(
  request: RequestedDeviceData,
  context: DeviceDataInput,
  fingerprint: Promise<string | undefined>,
): Promise<Device> {
  const { cookie_new: fresh, cookie_old: old, vendor_token_cookie: vendor } = request;
  const names = [...fresh, ...old, ...(vendor === null ? [] : [vendor])];
  const cookies = new Map(names.length === 0 ? [] : Object.entries(await context.readCookies(names)));
  const { startedAt, now, sessionId } = context;
  return clean({
    ...(request.browser
      ? {
          resolution: `${screen.width}x${screen.height}`,
          color_depth: String(screen.colorDepth),
          time_zone: formatTimeZone(request.time_zone, new Date(now)),
          browser_lang: navigator.language.slice(0, 64),
        }
      : {}),
    ...(request.visit
      ? { session_id: sessionId, checkout_time: Math.max(0, Math.round((now - startedAt) / 1_000)) }
      : {}),
    fingerprint: await withPatience(fingerprint),
    cookie_new: pick(cookies, fresh),
    cookie_old: pick(cookies, old),
    vendor_token: vendor === null ? undefined : cookies.get(vendor),
    challenge_window_size: context.challengeWindow,
  });
}

/** Starts computing the fingerprint where the session asks for it. */
export async function startFingerprint(request: RequestedDeviceData): Promise<string | undefined> {
  // Without the needed parts in the browser, risk scoring does without.
  return request.fingerprint ? computeFingerprint().catch(() => undefined) : undefined;
}

/** A moment's zone: `+08:00`, minutes east of UTC, or an IANA name. */
export function formatTimeZone(form: RequestedDeviceData['time_zone'], at: Date): string {
  if (form === 'iana') return Intl.DateTimeFormat().resolvedOptions().timeZone;
  const east = -at.getTimezoneOffset();
  if (form === 'minutes') return String(east);
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${east < 0 ? '-' : '+'}${pad(Math.abs(east) / 60)}:${pad(Math.abs(east) % 60)}`;
}

function pick(cookies: ReadonlyMap<string, string>, names: readonly string[]): string {
  const pairs = names.flatMap((name): [string, string][] => {
    const value = cookies.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return encodeCookiePairs(pairs);
}

function withPatience(value: Promise<string | undefined>): Promise<string | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, FINGERPRINT_PATIENCE));
  return Promise.race([value, patience]);
}

function clean(device: Device): Device {
  return Object.fromEntries(
    Object.entries(device as Record<string, unknown>).filter(([, value]) => value !== undefined && value !== ''),
  );
}
