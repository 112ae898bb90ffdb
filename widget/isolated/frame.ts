/** The script of the companion's page in a frame: waits for the page around it, then lets the form load. */
import type { TillgateCheckout } from '../tillgate-checkout.ts';
import { FramedCheckout } from './framed-checkout.ts';
import { readStart } from './protocol.ts';

const { session = '', sessionId = '', origins = '' } = document.body.dataset;
const known = origins.split(' ').filter((origin) => origin !== '');

const handleMessage = (event: MessageEvent): void => {
  const started = readStart(event, { parent: window.parent, origins: known });
  if (started === undefined || window.parent === window) return;
  // One start for one life of this page: whoever comes later comes in vain.
  removeEventListener('message', handleMessage);
  const element = document.querySelector<TillgateCheckout>('tillgate-checkout');
  if (element === null) return;
  void customElements.whenDefined('tillgate-checkout').then(() => {
    new FramedCheckout(element, { ...started, sessionId }).begin(session);
  });
};

addEventListener('message', handleMessage);
