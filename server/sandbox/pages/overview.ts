import { html } from 'hono/html';
import { TEST_CARDS, type TestCard } from '../acquiring/test-cards.ts';
import { hundredthsToUnits } from '../issuing/money-and-time.ts';
import type { Transaction } from '../acquiring/ledger.ts';
import type { SandboxState } from '../state.ts';
import { merchantNameOf } from '../merchant-name.ts';
import { issuerLogo, toBankName } from './issuer-brands.ts';
import { sandboxPage } from './layout.ts';

type Html = ReturnType<typeof html>;

/** Rows of each table, newest first: those in sight, and the most with those that are folded. */
const IN_SIGHT = 10;
const SHOWN = 100;

const CARD_GROUPS: readonly { title: string; kinds: readonly TestCard['behaviour']['kind'][] }[] = [
  { title: 'Paid', kinds: ['paid'] },
  { title: '3-D Secure', kinds: ['challenge'] },
  { title: 'Decided later', kinds: ['held', 'pending'] },
  { title: 'Declined', kinds: ['declined'] },
];

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
        <span class="badge">Sandbox</span>
        ${shopLink(state, transactions[0])}
      </header>
      <p>
        Speaks the whole protocol, moves no money, forgets everything when it stops. Its clock reads
        <time>${time(state.now())}</time> UTC.
      </p>
      <h2 id="test-cards">Test cards</h2>
      <div class="cards">${CARD_GROUPS.map(cardGroup)}</div>
      <p class="hint">Any future expiry, any security code; the code of a challenge is 123456.</p>
      ${table(
        'Transactions',
        ['Transaction', 'Time, UTC', 'Amount', 'By', 'State', 'Result'],
        transactions.map((entry) => [
          entry.transaction_id,
          time(entry.created_at),
          `${grouped(entry.amount)} ${entry.currency}`,
          entry.kind === 'card' ? `•••• ${entry.masked_card.slice(-4)}` : toBankName(entry.payment_method),
          stateLabel(entry.state),
          entry.result_code,
        ]),
        'No payments yet.',
      )}
      ${table(
        'Refunds',
        ['Refund', 'Amount', 'State', 'Reason'],
        newest(books.refunds).map((entry) => [
          entry.refund_reference_id,
          grouped(entry.refund_amount),
          stateLabel(REFUND_STATES[entry.refund_status]),
          entry.refund_reason,
        ]),
      )}
      ${table(
        'Subscriptions',
        ['Contract', 'Name', 'Amount', 'Charges', 'Next', 'State'],
        newest([...books.subscriptions.values()]).map((entry) => [
          entry.recurring_id,
          entry.contract_name,
          `${grouped(entry.contract_amount)} ${entry.currency}`,
          String(entry.charge_count),
          entry.next_at === null ? '' : day(entry.next_at),
          stateLabel(entry.state),
        ]),
      )}
      ${table(
        'Disputes',
        ['Transaction', 'Reason', 'State'],
        newest(books.disputes).map((entry) => [entry.transaction_id, entry.chargeback_reason, stateLabel(entry.state)]),
      )}
      ${table(
        'Payouts',
        ['Payout', 'Amount', 'State'],
        newest([...books.payouts.values()]).map((entry) => [
          entry.payout_id,
          `${grouped(entry.payment_amount)} ${entry.payment_currency}`,
          stateLabel(entry.payout_status === '1' ? 'paid out' : 'on its way'),
        ]),
      )}
      ${table(
        'Issued cards',
        ['Card', 'Number', 'Balance', 'Spent', 'State'],
        newest([...issuing.cards.values()]).map((entry) => [
          entry.card_id,
          `${entry.card_number.slice(0, 6)}******${entry.card_number.slice(-4)}`,
          `${grouped(hundredthsToUnits(entry.balance))} ${entry.currency}`,
          grouped(hundredthsToUnits(entry.spent)),
          stateLabel(entry.status),
        ]),
      )}
      ${table(
        'Issuing balances',
        ['Company', 'Currency', 'Balance'],
        [...issuing.balances].flatMap(([company, balances]) =>
          [...balances].map(([currency, hundredths]) => [company, currency, grouped(hundredthsToUnits(hundredths))]),
        ),
      )}
    </main>`,
  );
}

const REFUND_STATES = { '0': 'failed', '1': 'refunded', '2': 'in progress' } as const;

function cardGroup({ title, kinds }: (typeof CARD_GROUPS)[number]): Html {
  const cards = TEST_CARDS.filter(({ behaviour }) => kinds.includes(behaviour.kind));
  return html`<section>
    <h3>${title}</h3>
    <ul>
      ${cards.map(
        ({ number, meaning }) =>
          html`<li>
            <code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code>
            <button data-copy="${number}" aria-label="Copy ${number}">Copy</button>
            <span>${meaning}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** A table of records; omitted if it is empty and has no text for that case. */
function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Html)[])[],
  empty?: string,
): Html | string {
  if (rows.length === 0 && empty === undefined) return '';
  const id = title.toLowerCase().replaceAll(' ', '-');
  const shown = rows.slice(0, SHOWN);
  const folded = shown.slice(IN_SIGHT);
  const count = rows.length > shown.length ? html` <small>newest ${shown.length} of ${rows.length}</small>` : '';
  return html`<h2 id="${id}">${title}${count}</h2>
    ${rows.length === 0 ? html`<p class="hint">${empty}</p>` : rowsTable(title, heads, shown.slice(0, IN_SIGHT))}
    ${
      folded.length === 0
        ? ''
        : html`<details class="more">
            <summary>${folded.length} more</summary>
            ${rowsTable(`More ${title.toLowerCase()}`, heads, folded)}
          </details>`
    }`;
}

function rowsTable(label: string, heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col" class="${classOf(head)}">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => {
                const head = heads[index] ?? '';
                return html`<td class="${classOf(head)}" data-label="${head}">${cell}</td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Columns of money, and those whose values need no label on a phone. */
function classOf(head: string): string {
  if (head === 'Amount') return 'amount self-evident';
  if (['Balance', 'Spent', 'Charges'].includes(head)) return 'amount';
  return ['State', 'Time, UTC', 'By', 'Name', 'Currency', 'Number'].includes(head) ? 'self-evident' : '';
}

/** Back to the shop of the latest payment. */
function shopLink(state: SandboxState, latest: Transaction | undefined): Html | string {
  if (latest === undefined || !URL.canParse(latest.website)) return '';
  return html`<a href="${new URL(latest.website).origin}">Back to ${merchantNameOf(state, latest)}</a>`;
}

function stateLabel(name: string): Html {
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return html`<span class="state ${name.toLowerCase().replaceAll(' ', '-')}">${label}</span>`;
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
