import { html } from 'hono/html';
import { shopPage } from './layout.ts';

/** The pages that the footer of the hosted page links to. */
const POLICIES = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds' } as const;

const TEXTS: Readonly<Record<keyof typeof POLICIES, string>> = {
  terms: 'Kiln & Paper is a fictional shop. An order delivers nothing, and no money moves.',
  privacy:
    'Baskets and orders stay in the memory of the demo and end with it. Card numbers go from the form to the companion, which keeps their first six and last four digits.',
  refunds: 'A paid order is refunded in full under Your orders. A subscription ends there as well.',
};

export function policyPage(name: keyof typeof POLICIES, itemCount: number): Promise<string> {
  return shopPage({
    title: POLICIES[name],
    itemCount,
    content: html`<section class="narrow">
      <h1>${POLICIES[name]}</h1>
      <p>${TEXTS[name]}</p>
      <p><a class="button" href="/">To the shop</a></p>
    </section>`,
  });
}
