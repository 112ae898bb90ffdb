import { html, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';

/** The note about encryption below the button; the skeleton has it too, so that nothing moves. */
export function encryptionNote(t: Translate): TemplateResult {
  return html`<p class="secure">${LOCK}${t('secure')}</p>`;
}

const LOCK = html`<svg viewBox="0 0 16 18" aria-hidden="true" fill="currentColor">
  <path
    d="M4 7V5a4 4 0 018 0v2h1a1 1 0 011 1v8a1 1 0 01-1 1H3a1 1 0 01-1-1V8a1 1 0 011-1zm1.7 0h4.6V5a2.3 2.3 0 00-4.6 0z"
  />
</svg>`;
