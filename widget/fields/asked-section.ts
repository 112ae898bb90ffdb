import { html, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/translate.ts';
import type { Section } from './field-plan.ts';

export interface SectionOptions {
  section: Section;
  t: Translate;
  disabled: boolean;
  /** Whether the section needs a name: a form of one section does not. */
  legend: boolean;
  /** Whether delivery goes to the billing address; undefined where that is no question. */
  same: boolean | undefined;
  /** What is known here, for reading; undefined where it stands open. */
  summary: string | undefined;
  controls: readonly TemplateResult[];
  onSame: (same: boolean) => void;
  onOpen: () => void;
}

/** A group of questions; a line to read and a button where the answers are known. */
export function renderSection(options: SectionOptions): TemplateResult {
  const { section, t, summary, same, disabled } = options;
  const name = t(`section.${section.id}`);
  const id = `section-${section.id}`;
  const legend = options.legend || summary !== undefined ? html`<legend>${name}</legend>` : '';
  if (summary !== undefined) {
    return html`<fieldset class="section" id=${id} part="section">
      ${legend}
      <div class="known" part="summary">
        <p dir="auto">${summary}</p>
        <button
          type="button"
          class="quiet"
          aria-disabled=${disabled ? 'true' : 'false'}
          @click=${(event: Event) => {
            if (disabled) return;
            options.onOpen();
            focusFirst(event.currentTarget as HTMLElement, id);
          }}
        >
          ${t('section.change')}<span class="hidden"> ${name}</span>
        </button>
      </div>
    </fieldset>`;
  }
  const toggle =
    same === undefined
      ? ''
      : html`<label class="check"
          ><input
            type="checkbox"
            name="same-address"
            .checked=${same}
            ?disabled=${disabled}
            @change=${(event: Event) => options.onSame((event.target as HTMLInputElement).checked)}
          /><span>${t('section.same')}</span></label
        >`;
  const fields = options.controls.length === 0 ? '' : html`<div class="fields">${options.controls}</div>`;
  return options.legend
    ? html`<fieldset class="section" id=${id} part="section">${legend}${toggle}${fields}</fieldset>`
    : html`<div class="section" id=${id} part="section">${toggle}${fields}</div>`;
}

/** Once the fields stand where the button was. */
function focusFirst(button: HTMLElement, id: string): void {
  const root = button.getRootNode() as ShadowRoot | Document;
  setTimeout(() => root.querySelector<HTMLElement>(`#${id} :is(input, select)`)?.focus());
}
