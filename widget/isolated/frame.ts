/** The script of the companion's page in a frame: waits for the page around it, then lets the form load. */
import type { TillgateCheckout } from '../tillgate-checkout.ts';
import { CheckoutInsideFrame } from './checkout-inside-frame.ts';
import { readStartMessage } from './protocol.ts';

const { session = '', sessionId = '', origins = '' } = document.body.dataset;
const expected = { parent, origins: origins.split(' ') };

const handleMessage = (event: MessageEvent<unknown>): void => {
  const started = readStartMessage(event, expected);
  const element = document.querySelector<TillgateCheckout>('tillgate-checkout');
  if (started === undefined || element === null || parent === window) return;
  // One start for one life of this page: whoever comes later comes in vain.
  removeEventListener('message', handleMessage);
  void customElements.whenDefined('tillgate-checkout').then(() => {
    new CheckoutInsideFrame(element, { ...started, session, sessionId });
  });
};

addEventListener('message', handleMessage);
