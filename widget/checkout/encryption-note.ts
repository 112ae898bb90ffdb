import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';

/**
 * Where the form's data go, below the button; the skeleton reserves its room.
 * @param server the companion's base URL
 */
export function encryptionNote(t: Translate, server: string): TemplateResult {
  const [, scheme = '', host = ''] = /^(https?):\/\/([^/]+)/i.exec(server) ?? [];
  // Only a companion on the developer's own machine is served over http.
  const isEncrypted = scheme !== 'http';
  return html`<p class="note secure center">
    ${isEncrypted ? LOCK : nothing}${t(isEncrypted ? 'secure' : 'secure.local', { host: host || location.host })}
  </p>`;
}

const LOCK = html`<svg viewBox="0 0 16 18" aria-hidden="true" fill="currentColor">
  <path
    d="M4 7V5a4 4 0 018 0v2h1a1 1 0 011 1v8a1 1 0 01-1 1H3a1 1 0 01-1-1V8a1 1 0 011-1zm1.7 0h4.6V5a2.3 2.3 0 00-4.6 0z"
  />
</svg>`;
