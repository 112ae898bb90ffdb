import { html, nothing, type TemplateResult } from 'lit';
import type { InstallmentPlan, SubmitPayment } from '../../shared/contract/index.ts';
import { selectField } from '../fields/select-field.ts';
import type { Translate } from '../i18n/translate.ts';

/** Up to so many plans are shown at a glance. */
const MOST_RADIOS = 4;

export interface InstallmentPlansContext {
  t: Translate;
  format: (amount: string) => string;
  disabled: boolean;
  /** Id of the card's brand; null while it is not known. */
  brand: string | null;
}

/** The choice to pay in parts; in full where nothing is chosen, so that it is never wrong. */
export class InstallmentPlans {
  readonly valid = true;
  readonly #onChange: () => void;
  #plans: readonly InstallmentPlan[] = [];
  #chosen = '';

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Takes a session's plans. */
  begin(plans: readonly InstallmentPlan[]): void {
    this.#plans = plans;
    this.#chosen = '';
  }

  /** Nothing can be missing here. */
  showFaults(): void {
    // As the other parts of the form have it.
  }

  /** What this part adds to the submit body, for a card of that brand. */
  value(brand: string | null): Pick<SubmitPayment, 'installments'> {
    return this.#offered(brand).some(({ id }) => id === this.#chosen) ? { installments: this.#chosen } : {};
  }

  render(context: InstallmentPlansContext): TemplateResult | typeof nothing {
    const plans = this.#offered(context.brand);
    if (plans.length === 0) return nothing;
    return plans.length > MOST_RADIOS ? this.#select(plans, context) : this.#radios(plans, context);
  }

  #offered(brand: string | null): InstallmentPlan[] {
    return this.#plans.filter(({ brands }) => brands === undefined || (brand !== null && brands.includes(brand)));
  }

  #select(plans: readonly InstallmentPlan[], context: InstallmentPlansContext): TemplateResult {
    const { t } = context;
    return selectField({
      name: 'installments',
      label: t('installments'),
      value: this.#chosen,
      choices: [
        { code: '', name: t('installments.none') },
        ...plans.map((plan) => {
          const total = totalOf(plan, context);
          return { code: plan.id, name: nameOf(plan, context) + (total === '' ? '' : ` (${total})`) };
        }),
      ],
      error: undefined,
      disabled: context.disabled,
      onChange: (id) => this.#choose(id),
    });
  }

  #radios(plans: readonly InstallmentPlan[], context: InstallmentPlansContext): TemplateResult {
    const { t } = context;
    const chosen = plans.some(({ id }) => id === this.#chosen) ? this.#chosen : '';
    const row = (id: string, name: string, total: string): TemplateResult =>
      html`<div class="method row">
        <label>
          <input
            type="radio"
            name="installments"
            value=${id}
            .checked=${id === chosen}
            ?disabled=${context.disabled}
            @change=${() => this.#choose(id)}
          />
          <span>${name}${total === '' ? nothing : html` <small>${total}</small>`}</span>
        </label>
      </div>`;
    return html`<fieldset class="methods" part="installments">
      <legend>${t('installments')}</legend>
      ${row('', t('installments.none'), '')}
      ${plans.map((plan) => row(plan.id, nameOf(plan, context), totalOf(plan, context)))}
    </fieldset>`;
  }

  #choose(id: string): void {
    this.#chosen = id;
    this.#onChange();
  }
}

function nameOf({ count, label, amount }: InstallmentPlan, { t, format }: InstallmentPlansContext): string {
  if (label !== undefined) return label;
  if (amount === undefined) return t('installments.count', { count });
  return t('installments.amount', { count, amount: format(amount) });
}

function totalOf({ total }: InstallmentPlan, { t, format }: InstallmentPlansContext): string {
  return total === undefined ? '' : t('installments.total', { total: format(total) });
}
