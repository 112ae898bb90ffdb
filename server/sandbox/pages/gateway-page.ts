import { html } from 'hono/html';
import { localizeAmount } from '../../../shared/money.ts';
import type { GatewayPageVisit } from '../state.ts';
import { issuerPageHeader } from './issuer-brands.ts';
import { sandboxPage } from './layout.ts';

export interface GatewayPageView {
  merchant: string;
  /** The window around the frame has a way back of its own. */
  isFramed: boolean;
  /** What is wrong with the card. */
  fault?: string;
}

/** The gateway's own card form, as a page of its own or in a frame of the shop. */
export function gatewayCardPage({ key, request }: GatewayPageVisit, view: GatewayPageView): Promise<Response> {
  const { merchant, isFramed, fault } = view;
  const amount = localizeAmount(request.amount, request.currency, 'en');
  return sandboxPage(
    'gateway',
    'Card payment',
    html`<main class="sheet">
      ${issuerPageHeader('gateway', 'Sandbox Gateway')}
      <h1>${amount} <small>to ${merchant}, order ${request.order_no}</small></h1>
      <form method="post" action="/page/pay?visit=${key}">
        <label for="number">Card number</label>
        <input id="number" name="number" inputmode="numeric" autocomplete="cc-number" value="4242 4242 4242 4242" />
        <div class="pair">
          <div>
            <label for="expiry">Expiry date</label>
            <input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" value="12/34" maxlength="7" />
          </div>
          <div>
            <label for="code">Security code</label>
            <input
              id="code"
              name="code"
              inputmode="numeric"
              autocomplete="cc-csc"
              value="123"
              maxlength="4"
              aria-describedby="hint"
            />
          </div>
        </div>
        <p id="hint" class="${fault === undefined ? 'hint' : 'wrong'}" ${fault === undefined ? '' : html`role="alert"`}>
          ${fault ?? 'A test card is filled in. No money moves.'}
        </p>
        <button name="decision" value="pay" class="primary">Pay ${amount}</button>
        ${isFramed ? '' : html`<button name="decision" value="cancel" class="quiet">Back to ${merchant}</button>`}
      </form>
    </main>`,
  );
}
