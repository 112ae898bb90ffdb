import { html } from 'hono/html';
import { hundredthsToUnits } from '../issuing/money-and-time.ts';
import type { Transaction } from '../acquiring/ledger.ts';
import type { SandboxState } from '../state.ts';
import { merchantNameOf } from '../merchant-name.ts';
import { issuerLogo, toBankName } from './issuer-brands.ts';
import { sandboxPage } from './layout.ts';
import { onPhone, recordsTable, statePill, testCardsTable } from './overview-tables.ts';

type Html = ReturnType<typeof html>;

/** The sandbox's front page: its test cards and its ledger. */
export function overviewPage(state: SandboxState): Promise<Response> {
  const { records: books, issuing, ledger } = state;
  // A clock that was moved puts renewals between older payments.
  const transactions = newest(ledger.all()).sort((one, other) => other.created_at - one.created_at);
  return sandboxPage(
    'overview',
    'Sandbox gateway',
    html`<main>
      <header>
        ${issuerLogo('gateway')}
        <h1>Sandbox gateway</h1>
        ${shopLink(state, transactions[0])}
      </header>
      <p>
        Speaks the whole protocol, moves no money, forgets everything when it stops. Its clock reads
        <time>${time(state.now())}</time> UTC.
      </p>
      ${advancedRenewals(transactions, state.now())}
      <h2 id="test-cards">Test cards</h2>
      ${testCardsTable()}
      <p class="hint">Any future expiry, any security code; the code of a challenge is 123456.</p>
      ${recordsTable(
        'Transactions',
        { Transaction: 'id', 'Time, UTC': 'detail', Amount: 'sum', Method: 'detail', State: 'state', Result: 'wide' },
        transactions.map((entry) => [
          entry.transaction_id,
          html`<time>${time(entry.created_at)}</time>`,
          `${grouped(entry.amount)} ${entry.currency}`,
          entry.kind === 'card' ? `•••• ${entry.masked_card.slice(-4)}` : toBankName(entry.payment_method),
          statePill(entry.state),
          entry.result_code,
        ]),
        'No payments yet.',
      )}
      ${recordsTable(
        'Refunds',
        { Refund: 'id', Amount: 'sum', State: 'state', Reason: 'detail' },
        newest(books.refunds).map((entry) => [
          entry.refund_reference_id,
          grouped(entry.refund_amount),
          statePill(REFUND_STATES[entry.refund_status]),
          entry.refund_reason,
        ]),
      )}
      ${recordsTable(
        'Subscriptions',
        { Subscription: 'id', Name: 'detail', Amount: 'sum', Charges: 'count', Next: 'next', State: 'state' },
        newest([...books.subscriptions.values()]).map((entry) => [
          entry.recurring_id,
          entry.contract_name,
          `${grouped(entry.contract_amount)} ${entry.currency}`,
          html`${entry.charge_count}${onPhone(entry.charge_count === 1 ? ' charge' : ' charges')}`,
          entry.next_at === null ? '' : html`${onPhone('next ')}${day(entry.next_at)}`,
          statePill(entry.state),
        ]),
      )}
      ${recordsTable(
        'Disputes',
        { Transaction: 'id', Reason: 'detail', State: 'state' },
        newest(books.disputes).map((entry) => [entry.transaction_id, entry.chargeback_reason, statePill(entry.state)]),
      )}
      ${recordsTable(
        'Payouts',
        { Payout: 'id', Amount: 'sum', State: 'state' },
        newest([...books.payouts.values()]).map((entry) => [
          entry.payout_id,
          `${grouped(entry.payment_amount)} ${entry.payment_currency}`,
          statePill(entry.payout_status === '1' ? 'paid out' : 'on its way'),
        ]),
      )}
      ${recordsTable(
        'Issued cards',
        { Card: 'id', Number: 'detail', Balance: 'sum', Spent: 'count', State: 'state' },
        newest([...issuing.cards.values()]).map((entry) => [
          entry.card_id,
          `${entry.card_number.slice(0, 6)}******${entry.card_number.slice(-4)}`,
          `${grouped(hundredthsToUnits(entry.balance))} ${entry.currency}`,
          html`${onPhone('spent ')}${grouped(hundredthsToUnits(entry.spent))}`,
          statePill(entry.status),
        ]),
      )}
      ${recordsTable(
        'Issuing balances',
        { Company: 'id', Balance: 'sum' },
        [...issuing.balances].flatMap(([company, balances]) =>
          [...balances].map(([currency, hundredths]) => [
            company,
            `${grouped(hundredthsToUnits(hundredths))} ${currency}`,
          ]),
        ),
      )}
    </main>`,
  );
}

const REFUND_STATES = { '0': 'failed', '1': 'refunded', '2': 'in progress' } as const;

/** How many payments lie after the present time: renewals that were charged before they were due. */
function advancedRenewals(transactions: readonly Transaction[], now: number): Html | string {
  const count = transactions.filter(({ created_at: at }) => at > now).length;
  if (count === 0) return '';
  return html`<p class="note">
    Renewals were advanced: ${count === 1 ? '1 payment is' : `${String(count)} payments are`} dated after this time.
  </p>`;
}

/** Back to the shop of the latest payment. */
function shopLink(state: SandboxState, latest: Transaction | undefined): Html | string {
  if (latest === undefined || !URL.canParse(latest.website)) return '';
  return html`<a href="${new URL(latest.website).origin}">Back to ${merchantNameOf(state, latest)}</a>`;
}

const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const TIMES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function day(ms: number): string {
  return DAYS.format(ms);
}

function time(ms: number): string {
  return TIMES.format(ms);
}

const AMOUNTS = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount with groups of thousands: `10,000.00`. */
function grouped(amount: string | number): string {
  return AMOUNTS.format(Number(amount));
}

function newest<T>(entries: readonly T[]): T[] {
  return [...entries].reverse();
}
