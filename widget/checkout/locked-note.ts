import { html, type TemplateResult } from 'lit/html.js';

/** A sentence with a lock, below the button; the skeleton reserves its room. */
export function renderLockedNote(text: string): TemplateResult {
  return html`<p class="note secure center">${LOCK}${text}</p>`;
}

const LOCK = html`<svg viewBox="0 0 16 18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
  <path d="M2 8h12v9H2zM5 8V5a3 3 0 016 0v3" />
</svg>`;
