import { html } from 'hono/html';
import { shopPage } from './layout.ts';

/** The pages that the footers of the shop and of the hosted page link to. */
const POLICIES = { terms: 'Terms', privacy: 'Privacy', refunds: 'Refunds', contact: 'Contact' } as const;
type PolicyName = keyof typeof POLICIES;

const TEXTS: Readonly<Record<PolicyName, string>> = {
  terms: 'Kiln & Paper is a fictional shop. An order delivers nothing, and no money moves.',
  privacy:
    'Baskets and orders stay in the memory of the demo and end with it. Card numbers go from the form to the companion, which keeps their first six and last four digits.',
  refunds:
    'A piece may come back within 30 days. A paid order is refunded in full under Your orders. A subscription ends there as well.',
  contact: 'Nobody answers for a fictional shop. Questions about Tillgate belong in its repository.',
};

export function policyPage(name: PolicyName, itemCount: number): Promise<string> {
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
