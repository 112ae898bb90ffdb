import type { ReactiveControllerHost } from 'lit';
import type { Action } from '../../shared/contract/index.ts';
import type { Fetch } from '../api/checkout-api.ts';
import type { WindowSize } from '../challenge/window-size.ts';
import type { Messages } from '../i18n/translate.ts';

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
  readonly labels: Partial<Messages>;
  readonly fetcher: Fetch | undefined;
  readonly server: string;
  /** Whether an action may start, where the page around a frame has to be asked. */
  mayAct(action: Action): Promise<boolean>;
  /** Takes the page to an action's address. */
  leave(action: Action): void;
}
