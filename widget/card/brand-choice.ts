import { html, type TemplateResult } from 'lit/html.js';
import type { Translate } from '../i18n/translate.ts';
import { brandMark } from './brand-mark.ts';
import type { CompleteCardBrandFacts } from './brands.ts';

export interface BrandChoiceOptions {
  choices: readonly CompleteCardBrandFacts[];
  chosen: CompleteCardBrandFacts | null;
  t: Translate;
  disabled: boolean;
  onChoose: (id: string) => void;
}

/** The brands of one card as radio buttons: the shopper decides over which one the payment goes. */
export function renderBrandChoice(options: BrandChoiceOptions): TemplateResult {
  return html`<fieldset class="brands" part="brands">
    <legend>${options.t('card.brands')}</legend>
    <div>
      ${options.choices.map(
        (brand) =>
          html`<label>
            <input
              part="radio"
              type="radio"
              name="card-brand"
              value=${brand.id}
              .checked=${brand === options.chosen}
              ?disabled=${options.disabled}
              @change=${() => options.onChoose(brand.id)}
            />
            ${brandMark(brand, false)}<span>${brand.name}</span>
          </label>`,
      )}
    </div>
  </fieldset>`;
}
