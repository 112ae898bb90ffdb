import { html } from 'hono/html';
import { localizeAmount } from '../../../shared/money.ts';
import type { Transaction } from '../acquiring/ledger.ts';
import { secureNameOf } from './card-schemes.ts';
import { issuerPageHeader, issuerBrandOf, toBankName, type IssuerLogoName } from './issuer-brands.ts';
import { sandboxPage } from './layout.ts';

/** The targets of the forms on an issuer's page. */
export interface IssuerPageProps {
  action: string;
  /** The merchant's name, or its website's host. */
  merchant: string;
  return_url: string;
}

/** Beneath the code: how it is given, that it was wrong, or that a new one was sent. */
export type ChallengeCodeNotice = 'given' | 'wrong' | 'resent';

const NOTICES: Readonly<Record<ChallengeCodeNotice, string>> = {
  given: 'In this sandbox the code is 123456.',
  wrong: 'That code is not right. In this sandbox it is 123456.',
  resent: 'A new code is on its way. In this sandbox it is 123456.',
};

/** The card issuer's challenge page: the payment, the card, and the field for the code from the shopper's phone. */
export function challengePage(
  transaction: Transaction,
  form: IssuerPageProps,
  notice: ChallengeCodeNotice,
): Promise<Response> {
  return sandboxPage(
    'challenge',
    'Confirm your payment',
    html`<main class="sheet">
      ${issuerPageHeader('issuer', 'Sandbox Bank', secureNameOf(transaction.masked_card))}
      <h1>${amountOf(transaction)} <small>to ${form.merchant}, with ${lastFour(transaction.masked_card)}</small></h1>
      <form method="post" action="${form.action}">
        <label for="code">Code sent to the phone ending 42</label>
        <input
          id="code"
          name="code"
          class="one-time-code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="6"
          value="123456"
          aria-describedby="hint"
        />
        <p id="hint" class="${notice === 'wrong' ? 'wrong' : 'hint'}" ${notice === 'given' ? '' : html`role="alert"`}>
          ${NOTICES[notice]}
        </p>
        <button name="decision" value="approve" class="primary">Approve payment</button>
        <button name="decision" value="resend" class="quiet">Send a new code</button>
        ${testOutcomes(html`<button name="decision" value="decline">Decline</button>`)}
      </form>
      <footer>Sandbox bank</footer>
    </main>`,
  );
}

/** The shopper's bank page, for a payment method with a redirect. */
export function bankPage(transaction: Transaction, form: IssuerPageProps): Promise<Response> {
  const bank = toBankName(transaction.bank_code === '' ? transaction.payment_method : transaction.bank_code);
  return paymentPage(transaction, form, {
    title: `Pay with ${bank}`,
    brand: issuerBrandOf(transaction.bank_code),
    name: bank,
    last: ['From', 'Everyday account •••• 0417'],
    buttons: html`<button name="decision" value="approve" class="primary">Approve payment</button>
      <button name="decision" value="decline" class="quiet">Cancel and return to ${form.merchant}</button>
      ${testOutcomes(html`<button name="decision" value="leave">Return without an answer</button>`)}`,
    note: 'This bank is a sandbox. No money moves.',
  });
}

/** The page on which a tester pays a code, in place of the shopper's wallet app or bank counter. */
export function paymentCodePage(transaction: Transaction, code: string, form: IssuerPageProps): Promise<Response> {
  const method = toBankName(transaction.payment_method);
  return paymentPage(transaction, form, {
    title: `Pay a ${method} code`,
    brand: 'method',
    name: method,
    last: ['Code', code],
    buttons: html`<button name="decision" value="approve" class="primary">Pay this code</button>
      ${testOutcomes(html`<button name="decision" value="decline">Decline</button>`)}`,
    note: 'This stands for the app or the counter where the code is paid. No money moves.',
  });
}

/** What a tester can choose and a shopper would not see. */
function testOutcomes(buttons: ReturnType<typeof html>): ReturnType<typeof html> {
  return html`<fieldset>
    <legend>For testing</legend>
    ${buttons}
  </fieldset>`;
}

interface PageContent {
  title: string;
  brand: IssuerLogoName;
  /** The bank or the method. */
  name: string;
  /** The last row of the payment's details: its name and value. */
  last: readonly [string, string];
  buttons: ReturnType<typeof html>;
  /** Beneath the payment: that this is a test. */
  note: string;
}

/** The payment's details and the available actions. */
function paymentPage(transaction: Transaction, form: IssuerPageProps, content: PageContent): Promise<Response> {
  const [name, value] = content.last;
  return sandboxPage(
    `bank ${content.brand}`,
    content.title,
    html`${issuerPageHeader(content.brand, content.name)}
      <main class="sheet">
        <h1><small>You pay</small> ${amountOf(transaction)}</h1>
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
      </main>
      <footer>${content.note}</footer>`,
  );
}

/** Shown after a code was paid, refused or expired. The shop gets a notification. */
export function paymentCodeClosedPage(transaction: Transaction, form: IssuerPageProps): Promise<Response> {
  const title = transaction.state === 'paid' ? 'The code is paid' : 'The code was not paid';
  return sandboxPage(
    'bank method',
    title,
    html`${issuerPageHeader('method', toBankName(transaction.payment_method))}
      <main class="sheet">
        <h1>${title}</h1>
        <p>The shop is told. You may close this page.</p>
        <a class="button" href="${form.return_url}">Back to ${form.merchant}</a>
      </main>`,
  );
}

function amountOf({ amount, currency }: Transaction): string {
  return localizeAmount(amount, currency, 'en');
}

function lastFour(masked: string): string {
  return `•••• ${masked.slice(-4)}`;
}
