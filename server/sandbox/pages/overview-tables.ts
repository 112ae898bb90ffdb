import { html } from 'hono/html';
import { TEST_CARDS, type TestCard } from '../acquiring/test-cards.ts';

type Html = ReturnType<typeof html>;

/** Rows of each table, newest first: those in sight, and the most with those that are folded. */
const IN_SIGHT = 10;
const SHOWN = 100;

/** The order of the test cards in their table. */
const CARD_KINDS: readonly TestCard['behaviour']['kind'][] = ['paid', 'challenge', 'held', 'pending', 'declined'];

/** The test cards: their numbers, what becomes of a payment, and a button that copies the number. */
export function testCardsTable(): Html {
  const cards = CARD_KINDS.flatMap((kind) => TEST_CARDS.filter(({ behaviour }) => behaviour.kind === kind));
  return html`<div class="scroll">
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Card number</th>
          <th scope="col"><span class="unseen">Copy</span></th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        ${cards.map(
          ({ number, meaning }) =>
            html`<tr>
              <td><code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code></td>
              <td><button data-copy="${number}" aria-label="Copy ${number}">Copy</button></td>
              <td>${toSentenceCase(meaning)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * The columns of a table of records: their heads, and where their values stand. On a phone a record has two lines: `id`
 * and `sum` above, `detail` and `state` below; `count` and `next` follow in a third, and `wide` is left out. A table of
 * `id` and `sum` only is the same everywhere.
 */
type RecordColumns = Readonly<Record<string, 'id' | 'sum' | 'detail' | 'state' | 'wide' | 'count' | 'next'>>;

/** What stands for the head of a column on a phone. */
export function onPhone(words: string): Html {
  return html`<span class="on-phone">${words}</span>`;
}

/** A table of records; omitted if it is empty and has no text for that case. */
export function recordsTable(
  title: string,
  columns: RecordColumns,
  rows: readonly (readonly (string | Html)[])[],
  empty?: string,
): Html | string {
  if (rows.length === 0 && empty === undefined) return '';
  const id = title.toLowerCase().replaceAll(' ', '-');
  const shown = rows.slice(0, SHOWN);
  const folded = shown.slice(IN_SIGHT);
  const count = rows.length > shown.length ? html` <small>newest ${shown.length} of ${rows.length}</small>` : '';
  return html`<h2 id="${id}">${title}${count}</h2>
    ${rows.length === 0 ? html`<p class="hint">${empty}</p>` : rowsTable(title, columns, shown.slice(0, IN_SIGHT))}
    ${
      folded.length === 0
        ? ''
        : html`<details class="more">
            <summary>${folded.length} more</summary>
            ${rowsTable(`More ${title.toLowerCase()}`, columns, folded)}
          </details>`
    }`;
}

function rowsTable(label: string, columns: RecordColumns, rows: readonly (readonly (string | Html)[])[]): Html {
  const places = Object.values(columns);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table class="${places.includes('state') ? 'records' : ''}">
      <thead>
        <tr>
          ${Object.entries(columns).map(([head, place]) => html`<th scope="col" class="${place}">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, at) => html`<td class="${places[at]}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The state of a record as a pill; its class selects the colour. */
export function statePill(name: string): Html {
  return html`<span class="pill ${name.toLowerCase().replaceAll(' ', '-')}">${toSentenceCase(name)}</span>`;
}

function toSentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
