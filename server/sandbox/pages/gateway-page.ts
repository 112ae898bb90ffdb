import { html } from 'hono/html';
import { localizeAmount } from '../../../shared/money.ts';
import type { GatewayPageVisit } from '../state.ts';
import { cardBrandMarks } from './card-schemes.ts';
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
        <h2>Card ${cardBrandMarks()}</h2>
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
          ${fault ?? 'A test card is filled in.'}
        </p>
        <button name="decision" value="pay" class="primary">Pay ${amount}</button>
        <p class="secure">${LOCK} Card details go to the payment gateway</p>
        ${
          isFramed
            ? ''
            : html`<button name="decision" value="cancel" class="quiet">Cancel and return to ${merchant}</button>`
        }
      </form>
      <footer>Sandbox gateway: no money moves</footer>
    </main>`,
  );
}

const LOCK = html`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="M3 7.5h10v6.5H3zM5 7.5V5a3 3 0 016 0v2.5" />
</svg>`;
