import type { ReactiveControllerHost } from 'lit';
import type { AddressLookup } from '../address/address-lookup.ts';
import type { NextAction, Device } from '../../shared/contract/index.ts';
import type { Fetch } from '../api/checkout-api.ts';
import type { ChallengeWindowSize } from '../challenge/window-size.ts';
import type { Messages } from '../i18n/translate.ts';

/** Device data of the shop's page, which replaces what the element collects. */
export type DeviceDataFromShop = Pick<
  Device,
  'session_id' | 'platform_source' | 'vendor_token' | 'cookie_new' | 'cookie_old' | 'fingerprint'
>;

/** The element as its checkout uses it: the page's settings, and the render root. */
export interface CheckoutHostElement extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: ShadowRoot;
  readonly session: string;
  readonly items: string;
  readonly locale: string;
  readonly layout: 'accordion' | 'tabs';
  readonly theme: 'auto' | 'light' | 'dark';
  readonly noAutoAdvance: boolean;
  readonly isolated: boolean;
  readonly challengeWindow: ChallengeWindowSize | '';
  readonly riskToken: string;
  readonly device: DeviceDataFromShop;
  readonly labels: Partial<Messages>;
  readonly addressLookup: AddressLookup | undefined;
  readonly fetcher: Fetch | undefined;
  readonly server: string;
  /** Whether an action may start; in a frame the host page decides. */
  allowAction(action: NextAction): Promise<boolean>;
  /** Reads cookies of the shop's page; in a frame the host page has them. */
  readCookies(names: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** Navigates the page to an action's URL. */
  navigate(action: NextAction): void;
}
