import { html, type TemplateResult } from 'lit/html.js';

/** Which of a screen's buttons it is, for the page's style sheet. */
type ButtonPart = 'abandon' | 'check' | 'continue' | 'copy' | 'print' | 'retry' | 'stay';

/**
 * A button of the screens after the form.
 * @param isLater it has its room, and comes later
 */
export function resultButton(
  part: ButtonPart,
  label: string,
  onClick: () => void,
  busy = false,
  look = 'primary',
  isLater = false,
): TemplateResult {
  return html`<button
    type="button"
    part="button ${part}"
    class=${look}
    aria-disabled=${busy}
    ?inert=${isLater}
    @click=${onClick}
  >
    ${label}
  </button>`;
}
