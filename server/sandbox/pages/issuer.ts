import { html } from 'hono/html';
import type { Transaction } from '../acquiring/ledger.ts';
import { sandboxPage } from './layout.ts';

/** The targets of the forms on an issuer's page. */
export interface IssuerForm {
  action: string;
  /** The merchant's name, or its website's host. */
  merchant: string;
  return_url: string;
}

/** The card issuer's challenge page: the payment, the card, and the field for the code from the shopper's phone. */
export function challengePage(transaction: Transaction, form: IssuerForm, wrongCode: boolean): Promise<Response> {
  return sandboxPage(
    'challenge',
    'Confirm your payment',
    html`<main class="sheet">
      <header>
        <span class="mark" aria-hidden="true"></span>
        <strong>Sandbox Bank</strong>
        <span class="badge">Test</span>
      </header>
      <h1>Confirm your payment</h1>
      <dl>
        <div>
          <dt>Merchant</dt>
          <dd>${form.merchant}</dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>${transaction.amount} ${transaction.currency}</dd>
        </div>
        <div>
          <dt>Card</dt>
          <dd>${lastFour(transaction.masked_card)}</dd>
        </div>
      </dl>
      <form method="post" action="${form.action}">
        <label for="code">Code from your phone</label>
        <input
          id="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="6"
          value="123456"
          aria-describedby="hint"
        />
        <p id="hint" class="${wrongCode ? 'wrong' : 'hint'}" ${wrongCode ? html`role="alert"` : ''}>
          ${wrongCode ? 'That code is not right. In this sandbox it is 123456.' : 'In this sandbox the code is 123456.'}
        </p>
        <button name="decision" value="approve" class="primary">Approve payment</button>
        <button name="decision" value="decline">Decline</button>
      </form>
    </main>`,
  );
}

/** The shopper's bank page, for a payment method with a redirect. */
export function bankPage(transaction: Transaction, form: IssuerForm): Promise<Response> {
  const bank = transaction.bank_code === '' ? methodName(transaction.payment_method) : transaction.bank_code;
  return paymentPage(transaction, form, {
    title: `Pay with ${bank}`,
    name: bank,
    last: ['From', 'Everyday account ··0417'],
    buttons: html`<button name="decision" value="approve" class="primary">Approve payment</button>
      <button name="decision" value="decline">Decline</button>
      <button name="decision" value="leave" class="quiet">Leave without paying</button>`,
    hint: 'This bank is a sandbox. No money moves.',
  });
}

/** The page on which a tester pays a code, in place of the shopper's wallet app or bank counter. */
export function codePage(transaction: Transaction, code: string, form: IssuerForm): Promise<Response> {
  const method = methodName(transaction.payment_method);
  return paymentPage(transaction, form, {
    title: `Pay a ${method} code`,
    name: method,
    last: ['Code', code],
    buttons: html`<button name="decision" value="approve" class="primary">Pay this code</button>
      <button name="decision" value="decline">Refuse it</button>`,
    hint: 'This stands for the app or the counter where the code is paid. No money moves.',
  });
}

interface PageContent {
  title: string;
  /** The bank or the method. */
  name: string;
  /** The last row of the payment's details: its name and value. */
  last: readonly [string, string];
  buttons: ReturnType<typeof html>;
  hint: string;
}

/** The payment's details and the available actions. */
function paymentPage(transaction: Transaction, form: IssuerForm, content: PageContent): Promise<Response> {
  const [name, value] = content.last;
  return sandboxPage(
    'bank',
    content.title,
    html`<main class="sheet">
      <header>
        <span class="mark" aria-hidden="true"></span>
        <strong>${content.name}</strong>
        <span class="badge">Test</span>
      </header>
      <h1><small>You pay</small> ${transaction.amount} ${transaction.currency}</h1>
      <dl>
        <div>
          <dt>To</dt>
          <dd>${form.merchant}</dd>
        </div>
        <div>
          <dt>Order</dt>
          <dd>${transaction.order_no}</dd>
        </div>
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      </dl>
      <form method="post" action="${form.action}">${content.buttons}</form>
      <p class="hint">${content.hint}</p>
    </main>`,
  );
}

/** Shown after a code was paid, refused or expired. The shop gets a notification. */
export function codePaidPage(transaction: Transaction, returnUrl: string): Promise<Response> {
  const isPaid = transaction.state === 'paid';
  return sandboxPage(
    'bank',
    isPaid ? 'The code is paid' : 'The code was not paid',
    html`<main class="sheet">
      <h1>${isPaid ? 'The code is paid' : 'The code was not paid'}</h1>
      <p>The shop is told. You may close this page.</p>
      <a class="button" href="${returnUrl}">Back to the shop</a>
    </main>`,
  );
}

/** Shown after the shopper leaves: the payment is not decided. */
export function abandonedPage(transaction: Transaction, returnUrl: string): Promise<Response> {
  const kind = transaction.kind === 'card' ? 'challenge' : 'bank';
  return sandboxPage(
    kind,
    'Nothing was paid',
    html`<main class="sheet">
      <h1>Nothing was paid</h1>
      <p>You left without approving or declining. The payment is still open here.</p>
      <a class="button" href="${returnUrl}">Back to the shop</a>
    </main>`,
  );
}

function lastFour(masked: string): string {
  return `•••• ${masked.slice(-4)}`;
}

function methodName(method: string): string {
  const words = method.replace(/[_.-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
