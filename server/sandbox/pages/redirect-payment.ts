import { html } from 'hono/html';
import type { RedirectVisit } from '../state.ts';
import { sandboxPage } from './layout.ts';

/** The gateway's own card form, as a page of its own or in a frame of the shop. */
export function redirectPaymentPage({ key, request }: RedirectVisit, fault: string | undefined): Promise<Response> {
  return sandboxPage(
    'bank',
    'Card payment',
    html`<main class="sheet">
      <header>
        <span class="mark" aria-hidden="true"></span>
        <strong>Sandbox Gateway</strong>
        <span class="badge">Test</span>
      </header>
      <h1>Pay ${request.amount} ${request.currency}</h1>
      <p class="hint">Order ${request.order_no}</p>
      <form method="post" action="/page/pay?visit=${key}">
        <label for="number">Card number</label>
        <input id="number" name="number" inputmode="numeric" autocomplete="cc-number" value="4242 4242 4242 4242" />
        <label for="expiry">Expiry, MM/YY</label>
        <input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" value="12/34" maxlength="7" />
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
        <p id="hint" class="${fault === undefined ? 'hint' : 'wrong'}" ${fault === undefined ? '' : html`role="alert"`}>
          ${fault ?? 'A test card stands in the form. No money moves.'}
        </p>
        <button name="decision" value="pay" class="primary">Pay ${request.amount} ${request.currency}</button>
        <button name="decision" value="cancel" class="quiet">Back to the shop</button>
      </form>
    </main>`,
  );
}
