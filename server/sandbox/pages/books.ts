import { html } from 'hono/html';
import { TEST_CARDS } from '../acquiring/cards.ts';
import type { World } from '../world.ts';
import { page } from './layout.ts';

/** The sandbox's front page: its cards and its books. */
export function booksPage(world: World): Promise<Response> {
  const transactions = world.ledger.all().reverse().slice(0, 100);
  return page(
    'books',
    'Sandbox gateway',
    html`<main>
      <h1>Sandbox gateway</h1>
      <p>Speaks the whole protocol, moves no money, forgets everything when it stops.</p>
      <h2 id="books">Transactions</h2>
      ${
        transactions.length === 0
          ? html`<p class="hint">Nothing was paid yet.</p>`
          : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="books">
              <table>
                <thead>
                  <tr>
                    <th>Transaction</th>
                    <th>Amount</th>
                    <th>By</th>
                    <th>State</th>
                    <th>Result</th>
                  </tr>
                </thead>
                <tbody>
                  ${transactions.map(
                    (entry) =>
                      html`<tr>
                        <td>${entry.transaction_id}</td>
                        <td>${entry.amount} ${entry.currency}</td>
                        <td>${entry.kind === 'card' ? entry.masked_card : entry.payment_method}</td>
                        <td><span class="state ${entry.state}">${entry.state}</span></td>
                        <td>${entry.result_code}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
      }
      <h2 id="cards">Test cards</h2>
      <p class="hint">Any expiry to come, any security code.</p>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="cards">
        <table>
          <thead>
            <tr>
              <th>Number</th>
              <th>What it does</th>
            </tr>
          </thead>
          <tbody>
            ${TEST_CARDS.map(
              (card) =>
                html`<tr>
                  <td><code>${card.number}</code></td>
                  <td>${card.meaning}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </main>`,
  );
}
