import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { InstallmentPlan, SubmitPayment } from '../../shared/contract/index.ts';
import type { Translate } from '../i18n/translate.ts';

export interface InstallmentPlansContext {
  t: Translate;
  /** Formats an amount of the session's currency. */
  format: (amount: string) => string;
  /** The session's amount. */
  amount: string;
  disabled: boolean;
  /** Id of the card's brand; null while it is not known. */
  brand: string | null;
}

/** The choice to pay in installments; in full by default. */
export class InstallmentChoice {
  readonly #onChange: () => void;
  #plans: readonly InstallmentPlan[] = [];
  #chosen = '';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Takes a session's plans; the chosen one stays if it is still offered. */
  begin(plans: readonly InstallmentPlan[]): void {
    this.#plans = plans;
  }

  /** The fields that this part adds to the submit body, for a card of that brand. */
  value(brand: string | null): Pick<SubmitPayment, 'installments'> {
    const { id } = this.#chosenFor(brand) ?? {};
    return id === undefined ? {} : { installments: id };
  }

  /** The first installment of the chosen plan; undefined where the shop names no sums, or the shopper pays in full. */
  dueToday(brand: string | null): string | undefined {
    return this.#chosenFor(brand)?.amount;
  }

  render(context: InstallmentPlansContext): TemplateResult | typeof nothing {
    const { t, brand, amount, format } = context;
    const plans = this.#offered(brand);
    if (plans.length === 0) return nothing;
    const chosen = this.#chosenFor(brand)?.id ?? '';
    return html`<fieldset part="installments">
      <legend>${t('installments')}</legend>
      <div class="group">
        ${this.#row('', chosen, context, html`<span>${t('installments.none')}</span><span class="sum">${format(amount)}</span>`)}
        ${plans.map((plan) => this.#row(plan.id, chosen, context, html`<span>${nameOf(plan, context)}</span>`))}
      </div>
    </fieldset>`;
  }

  #row(id: string, chosen: string, { disabled }: InstallmentPlansContext, name: TemplateResult): TemplateResult {
    return html`<div class="line">
      <label class="row">
        <input
          part="radio"
          type="radio"
          name="installments"
          value=${id}
          .checked=${id === chosen}
          ?disabled=${disabled}
          @change=${() => {
            this.#chosen = id;
            this.#onChange();
          }}
        />
        ${name}
      </label>
    </div>`;
  }

  #offered(brand: string | null): InstallmentPlan[] {
    return this.#plans.filter(({ brands }) => brands === undefined || (brand !== null && brands.includes(brand)));
  }

  #chosenFor(brand: string | null): InstallmentPlan | undefined {
    return this.#offered(brand).find(({ id }) => id === this.#chosen);
  }
}

/** The plan in words, with its sums where the shop names them. */
function nameOf(plan: InstallmentPlan, { t, format }: InstallmentPlansContext): TemplateResult | string {
  const { count, amount, total } = plan;
  const counted = amount === undefined ? 'installments.count' : 'installments.amount';
  const name = plan.label ?? t(counted, { count, amount: format(amount ?? '0') });
  const sums = [
    ...(amount === undefined ? [] : [t('installments.today', { amount: format(amount) })]),
    ...(total === undefined ? [] : [t('installments.total', { total: format(total) })]),
  ];
  return sums.length === 0 ? name : html`${name} <small>${sums.join(' · ')}</small>`;
}
