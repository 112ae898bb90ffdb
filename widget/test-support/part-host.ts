import { fixture, html } from '@open-wc/testing';
import { LitElement, type TemplateResult } from 'lit';
import { en } from '../i18n/en.ts';
import { deferredEnglish } from '../i18n/locales/en-more.ts';
import { createTranslate, type Translate } from '../i18n/translate.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import { formPartStyles } from '../theme/form-part-styles.ts';
import { styles } from '../theme/styles.ts';

/** An element that shows a single part of the form, as the checkout would. */
export class PartHost extends LitElement {
  show: () => TemplateResult | symbol = () => html``;

  protected override createRenderRoot(): ShadowRoot {
    const root = super.createRenderRoot() as ShadowRoot;
    adoptStyles(root, ...styles);
    return root;
  }

  protected override render(): unknown {
    return html`<form @submit=${(event: Event) => event.preventDefault()}>${this.show()}</form>`;
  }
}
customElements.define('part-host', PartHost);

/** All English words. */
export const translateToEnglish: Translate = createTranslate({ ...en, ...deferredEnglish }, {}, 'en');

/** Puts a part on the page; it is rendered again after each change that it reports. */
export async function mountPart<Part>(
  create: (onChange: () => void) => Part,
  show: (part: Part) => TemplateResult | symbol,
): Promise<{ host: PartHost; part: Part; root: ShadowRoot }> {
  let host: PartHost | undefined = undefined;
  const part = create(() => host?.requestUpdate());
  const mounted = await fixture<PartHost>(html`<part-host .show=${() => show(part)} theme="light"></part-host>`);
  host = mounted;
  const root = mounted.shadowRoot!;
  adoptStyles(root, formPartStyles);
  return { host: mounted, part, root };
}

/** What stands at a selector. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as querySelector has it
export function findInRoot<T extends HTMLElement = HTMLInputElement>(root: ShadowRoot, selector: string): T {
  const found = root.querySelector<T>(selector);
  if (found === null) throw new Error(`nothing at ${selector}: ${root.textContent.trim()}`);
  return found;
}

/** The words that are shown, on one line. */
export function visibleTextOf(root: ShadowRoot): string {
  return root.textContent.replace(/\s+/g, ' ').trim();
}
