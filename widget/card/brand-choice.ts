import { html, type TemplateResult } from 'lit';
import type { Translate } from '../i18n/translate.ts';
import { brandMark } from './brand-mark.ts';
import type { CardBrand } from './brands.ts';

export interface BrandChoiceOptions {
  choices: readonly CardBrand[];
  chosen: CardBrand | null;
  t: Translate;
  disabled: boolean;
  onChoose: (id: string) => void;
}

/** The brands of one card as radio buttons: the shopper decides over which one the payment goes. */
export function renderChoice(options: BrandChoiceOptions): TemplateResult {
  return html`<div class="panel">
    <fieldset class="methods tabs" part="brands">
      <legend class="note">${options.t('card.brands')}</legend>
      ${options.choices.map((brand) => {
        const chosen = brand === options.chosen;
        return html`<div class="method ${chosen ? 'chosen' : ''}">
          <label>
            <input
              type="radio"
              name="card-brand"
              value=${brand.id}
              .checked=${chosen}
              ?disabled=${options.disabled}
              @change=${() => options.onChoose(brand.id)}
            />
            ${brandMark(brand, false)}<span>${brand.name}</span>
          </label>
        </div>`;
      })}
    </fieldset>
  </div>`;
}
