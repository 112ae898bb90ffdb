import { html } from 'hono/html';
import { shopPage } from './layout.ts';

/** A visitor's saved cards, which the companion's element shows. */
export function savedCardsPage(page: {
  token: string;
  companionUrl: string;
  integrity: Readonly<Record<string, string>>;
  itemCount: number;
}): Promise<string> {
  const { token, companionUrl, integrity, itemCount } = page;
  return shopPage({
    title: 'Your cards',
    itemCount,
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
    content: html`<h1>Your cards</h1>
      <p class="lead">Cards that you keep here pay your next orders with one click.</p>
      <section class="pay steps saved" aria-label="Your cards">
        <tillgate-cards session="${token}" server="${companionUrl}">
          <p>The list of cards did not load. <a href="/cards">Reload this page</a></p>
        </tillgate-cards>
      </section>`,
  });
}
