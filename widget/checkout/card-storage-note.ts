import { html, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';

/** What the shop does with a card's number, below the button; the skeleton reserves its room. */
export function renderCardStorageNote(t: Translate): TemplateResult {
  return html`<p class="note secure center">${LOCK}${t('secure')}</p>`;
}

const LOCK = html`<svg viewBox="0 0 16 18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
  <path d="M2 8h12v9H2zM5 8V5a3 3 0 016 0v3" />
</svg>`;
