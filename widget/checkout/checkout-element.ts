import type { ReactiveControllerHost } from 'lit';
import type { Action, Device } from '../../shared/contract/index.ts';
import type { Fetch } from '../api/checkout-api.ts';
import type { WindowSize } from '../challenge/window-size.ts';
import type { Messages } from '../i18n/translate.ts';

/** What the shop's page says of the visit and the device in the place of what the element finds out by itself. */
export type DeviceHints = Pick<
  Device,
  'session_id' | 'platform_source' | 'vendor_token' | 'cookie_new' | 'cookie_old' | 'fingerprint'
>;

/** The element as its checkout sees it: what the page has set, and where things are drawn. */
export interface CheckoutElement extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ShadowRoot;
  readonly session: string;
  readonly items: string;
  readonly locale: string;
  readonly layout: 'accordion' | 'tabs';
  readonly theme: 'auto' | 'light' | 'dark';
  readonly isolated: boolean;
  readonly challengeWindow: WindowSize | '';
  readonly riskToken: string;
  readonly device: DeviceHints;
  readonly labels: Partial<Messages>;
  readonly fetcher: Fetch | undefined;
  readonly server: string;
  /** Whether an action may start, where the page around a frame has to be asked. */
  allowAction(action: Action): Promise<boolean>;
  /** Reads cookies of the shop's page, where a page around the element's has them. */
  readCookies(names: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Takes the page to an action's address. */
  navigate(action: Action): void;
}
