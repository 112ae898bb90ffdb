import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';
import { checkboxField } from './choice-fields.ts';
import type { SectionId } from './field-plan.ts';

export interface SectionOptions {
  id: SectionId;
  t: Translate;
  disabled: boolean;
  /** Whether the section needs a name: a form of one section does not. */
  legend: boolean;
  /** Whether it stands above the methods: the same section may stand in a method, too. */
  isShared: boolean;
  /** Whether delivery goes to the billing address; undefined where that is no question. */
  same: boolean | undefined;
  /** What is known here, for reading; undefined where it stands open. */
  summary: readonly TemplateResult[] | undefined;
  controls: readonly TemplateResult[];
  onSame: (same: boolean) => void;
  onOpen: () => void;
}

/** A group of questions; a line to read and a button where the answers are known. */
export function renderFieldSection(options: SectionOptions): TemplateResult {
  const { t, summary, same, disabled, controls } = options;
  const name = t(`section.${options.id}`);
  const id = `section-${options.isShared ? 'shared' : options.id}`;
  const content =
    summary === undefined
      ? html`${
          same === undefined
            ? nothing
            : checkboxField({
                name: 'same-address',
                label: t('section.same'),
                checked: same,
                disabled,
                onChange: options.onSame,
              })
        }${controls.length > 1 ? html`<div class="group pair">${controls}</div>` : controls}`
      : html`<div class="known" part="summary">
          <p dir="auto">${summary}</p>
          <button
            type="button"
            part="button change"
            class="quiet"
            aria-label="${t('section.change')} ${name}"
            ?disabled=${disabled}
            @click=${(event: Event) => {
              options.onOpen();
              focusFirst(event.currentTarget as HTMLElement, id);
            }}
          >
            ${t('section.change')}
          </button>
        </div>`;
  return options.legend || summary !== undefined
    ? html`<fieldset class="section" id=${id} part="section">
        <legend>${name}</legend>
        ${content}
      </fieldset>`
    : html`<div class="section" id=${id} part="section">${content}</div>`;
}

/** Once the fields stand where the button was. */
function focusFirst(button: HTMLElement, id: string): void {
  const root = button.getRootNode() as ShadowRoot | Document;
  setTimeout(() => root.querySelector<HTMLElement>(`#${id} :is(input, select)`)?.focus());
}
