import { html } from 'hono/html';
import { TEST_CARDS, type TestCard } from '../acquiring/test-cards.ts';
import { fromHundredths } from '../issuing/money-and-time.ts';
import type { SandboxState } from '../state.ts';
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
  const transactions = newest(ledger.all());
  return sandboxPage(
    'overview',
    'Sandbox gateway',
    html`<main>
      <h1>Sandbox gateway</h1>
      <p>
        Speaks the whole protocol, moves no money, forgets everything when it stops. Its clock reads
        <time>${new Date(state.now()).toISOString().slice(0, 16).replace('T', ' ')}</time> UTC.
      </p>
      <h2 id="test-cards">Test cards</h2>
      <div class="cards">${CARD_GROUPS.map(cardGroup)}</div>
      <p class="hint">Any future expiry, any security code; the code of a challenge is 123456.</p>
      ${table(
        'Transactions',
        ['Transaction', 'Amount', 'By', 'State', 'Result'],
        transactions.map((entry) => [
          entry.transaction_id,
          `${entry.amount} ${entry.currency}`,
          entry.kind === 'card' ? entry.masked_card : entry.payment_method,
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
          entry.refund_amount,
          stateLabel(REFUND_STATES[entry.refund_status]),
          entry.refund_reason,
        ]),
      )}
      ${table(
        'Subscriptions',
        ['Contract', 'Name', 'Amount', 'Deductions', 'Next', 'State'],
        newest([...books.subscriptions.values()]).map((entry) => [
          entry.recurring_id,
          entry.contract_name,
          `${entry.contract_amount} ${entry.currency}`,
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
          `${entry.payment_amount} ${entry.payment_currency}`,
          stateLabel(entry.payout_status === '1' ? 'paid out' : 'on its way'),
        ]),
      )}
      ${table(
        'Issued cards',
        ['Card', 'Number', 'Balance', 'Spent', 'State'],
        newest([...issuing.cards.values()]).map((entry) => [
          entry.card_id,
          `${entry.card_number.slice(0, 6)}******${entry.card_number.slice(-4)}`,
          `${fromHundredths(entry.balance).toFixed(2)} ${entry.currency}`,
          fromHundredths(entry.spent).toFixed(2),
          stateLabel(entry.status),
        ]),
      )}
      ${table(
        'Issuing balances',
        ['Company', 'Currency', 'Balance'],
        [...issuing.balances].flatMap(([company, balances]) =>
          [...balances].map(([currency, hundredths]) => [company, currency, fromHundredths(hundredths).toFixed(2)]),
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
      ${cards.map(({ number, meaning }) => html`<li><code>${number}</code> ${meaning}</li>`)}
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
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function stateLabel(name: string): Html {
  return html`<span class="state ${name.toLowerCase().replaceAll(' ', '-')}">${name}</span>`;
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function newest<T>(entries: readonly T[]): T[] {
  return [...entries].reverse();
}
