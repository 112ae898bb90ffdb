import { html } from 'hono/html';
import { DELIVERY_DAYS } from '../delivery-address.ts';
import type { Texts } from '../i18n/en.ts';
import { shopPage, type PageVisitor } from './layout.ts';

/** The pages that the footers of the shop and of the hosted page link to. */
export const POLICIES = ['terms', 'privacy', 'refunds', 'contact'] as const;
type PolicyName = (typeof POLICIES)[number];

export function policyPage(name: PolicyName, visitor: PageVisitor): Promise<string> {
  const { policies, messages } = visitor.locale.texts;
  return shopPage({
    ...visitor,
    title: policies[name],
    content: html`<section class="narrow">
      <h1>${policies[name]}</h1>
      <p>${textOf(name, policies)}</p>
      <p><a class="button" href="/">${messages.toShop}</a></p>
    </section>`,
  });
}

function textOf(name: PolicyName, policies: Texts['policies']): string {
  if (name === 'terms') return policies.termsText(DELIVERY_DAYS.from, DELIVERY_DAYS.to);
  return policies[`${name}Text`];
}
