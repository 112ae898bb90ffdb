import { html, svg, type TemplateResult } from 'lit/html.js';

/** A card's front or back with the place of its security code marked. */
export function drawSecurityCodePlace(length: 3 | 4): TemplateResult {
  return html`<span class="marks"
    ><svg class="mark plain" viewBox="0 0 38 24" aria-hidden="true" fill="var(--_muted)">
      <rect x=".75" y=".75" width="36.5" height="22.5" rx="3.5" fill="none" stroke="var(--_muted)" stroke-width="1.5" />
      ${
        length === 4
          ? svg`<path d="M5 15h13v2H5zM5 8h6v4H5z"/><path d="M23 4.5h10v6H23z" fill="var(--_primary)"/>`
          : svg`<path d="M1 5h36v4H1zM5 14h15v2H5z"/><path d="M24 12h9v6h-9z" fill="var(--_primary)"/>`
      }
    </svg></span
  >`;
}
