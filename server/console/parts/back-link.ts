import { html, type TemplateResult } from 'lit';
import { w } from '../i18n/en.ts';
import type { Shell } from '../page.ts';
import { icon } from './icons.ts';

/** A link from a thing to its list, which is found as it was left. */
export function backLink(shell: Shell, page: 'payments' | 'events'): TemplateResult {
  return html`<a
    class="back"
    href=${shell.lastHrefOf(page)}
    @click=${(event: MouseEvent) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (isPlain && shell.goBack(page)) event.preventDefault();
    }}
    >${icon('left')}${w.pages[page]}</a
  >`;
}
