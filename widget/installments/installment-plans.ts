import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { InstallmentPlan, SubmitPayment } from '../../shared/contract/index.ts';
import { selectField } from '../fields/form-fields.ts';
import type { Translate } from '../i18n/translate.ts';

export interface InstallmentPlansContext {
  t: Translate;
  format: (amount: string) => string;
  disabled: boolean;
  /** Id of the card's brand; null while it is not known. */
  brand: string | null;
}

/** The choice to pay in parts; in full where nothing is chosen, so that it is never wrong. */
export class InstallmentPlans {
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

  /** What this part adds to the submit body, for a card of that brand. */
  value(brand: string | null): Pick<SubmitPayment, 'installments'> {
    const installments = this.#chosenFor(brand);
    return installments === '' ? {} : { installments };
  }

  render(context: InstallmentPlansContext): TemplateResult | typeof nothing {
    const { t, brand, disabled } = context;
    const plans = this.#offered(brand);
    if (plans.length === 0) return nothing;
    const field = selectField({
      name: 'installments',
      label: t('installments'),
      value: this.#chosenFor(brand),
      choices: [
        { code: '', name: t('installments.none') },
        ...plans.map((plan) => ({ code: plan.id, name: nameOf(plan, context) })),
      ],
      error: undefined,
      disabled,
      onChange: (id) => {
        this.#chosen = id;
        this.#onChange();
      },
    });
    return html`<div part="installments">${field}</div>`;
  }

  #offered(brand: string | null): InstallmentPlan[] {
    return this.#plans.filter(({ brands }) => brands === undefined || (brand !== null && brands.includes(brand)));
  }

  #chosenFor(brand: string | null): string {
    return this.#offered(brand).find(({ id }) => id === this.#chosen)?.id ?? '';
  }
}

function nameOf(plan: InstallmentPlan, { t, format }: InstallmentPlansContext): string {
  const { count, amount, total } = plan;
  const counted = amount === undefined ? 'installments.count' : 'installments.amount';
  const name = plan.label ?? t(counted, { count, amount: format(amount ?? '0') });
  return total === undefined ? name : `${t('installments.total', { total: format(total) })} (${name})`;
}
