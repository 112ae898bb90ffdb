import { html, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';

/** What the shop does with a card's number, below the button; the skeleton reserves its room. */
export function cardNote(t: Translate): TemplateResult {
  return html`<p class="note secure center">${LOCK}${t('secure')}</p>`;
}

const LOCK = html`<svg viewBox="0 0 16 18" aria-hidden="true" fill="currentColor">
  <path
    d="M4 7V5a4 4 0 018 0v2h1a1 1 0 011 1v8a1 1 0 01-1 1H3a1 1 0 01-1-1V8a1 1 0 011-1zm1.7 0h4.6V5a2.3 2.3 0 00-4.6 0z"
  />
</svg>`;
