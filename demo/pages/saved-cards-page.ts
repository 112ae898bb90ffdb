import { html } from 'hono/html';
import { shopPage, type PageVisitor } from './layout.ts';

/** A visitor's saved cards, which the companion's element shows. */
export function savedCardsPage(page: {
  token: string;
  companionUrl: string;
  integrity: Readonly<Record<string, string>>;
  visitor: PageVisitor;
}): Promise<string> {
  const { token, companionUrl, integrity, visitor } = page;
  const { language, texts } = visitor.locale;
  return shopPage({
    ...visitor,
    title: texts.cards.title,
    current: 'cards',
    // The list takes the form of a card from the first script, whose bytes its own tag vouches for.
    head: html`${['tillgate.js', 'cards.js'].map(
      (file) =>
        html`<script
          type="module"
          src="${companionUrl}/widget/${file}"
          integrity="${integrity[file] ?? ''}"
          crossorigin
        ></script>`,
    )}`,
    content: html`<h1>${texts.cards.title}</h1>
      <p class="lead">${texts.cards.lead}</p>
      <section class="pay steps saved" aria-label="${texts.cards.title}">
        <tillgate-cards session="${token}" server="${companionUrl}" locale="${language}">
          <p>${texts.cards.unloaded} <a href="/cards">${texts.checkout.reload}</a></p>
        </tillgate-cards>
      </section>`,
  });
}
