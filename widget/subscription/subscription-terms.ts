import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { checkboxField } from '../fields/choice-fields.ts';
import type { Translate } from '../i18n/translate.ts';
import { formatSubscriptionDate, formatInterval } from './interval-words.ts';

type Terms = NonNullable<SessionView['subscription']>;

export interface SubscriptionTermsPartContext {
  t: Translate;
  format: (amount: string) => string;
  /** Of dates and spans of time: a tag that Intl takes. */
  locale: string;
  disabled: boolean;
}

/** The cost and the dates of a subscription, which the shopper agrees to before paying. */
export class SubscriptionTermsPart {
  readonly #onChange: () => void;
  #terms: Terms | null = null;
  #amount = '';
  /** `YYYY-MM-DD` */
  #next: string | undefined;
  #agreed = false;
  #shown = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Takes a session's terms, and the amount that is charged today. */
  begin({ subscription, next_payment, amount }: Pick<SessionView, 'subscription' | 'next_payment' | 'amount'>): void {
    this.#next = next_payment;
    this.#terms = subscription ?? null;
    this.#amount = amount;
    this.#agreed = this.#shown = false;
  }

  /** Whether the shopper agreed, where there is something to agree to. */
  get valid(): boolean {
    return this.#terms === null || this.#agreed;
  }

  /** Shows from now on that the agreement is missing. */
  showFaults(): void {
    this.#shown = true;
  }

  /** What this part adds to the submit body; only while {@link valid}. */
  value(): Pick<SubmitPayment, 'subscription_agreed'> {
    return this.#terms === null ? {} : { subscription_agreed: true };
  }

  render(context: SubscriptionTermsPartContext): TemplateResult | typeof nothing {
    const terms = this.#terms;
    if (terms === null) return nothing;
    const { t } = context;
    return html`<div class="terms" part="terms" role="group" aria-labelledby="terms-title">
      <p id="terms-title">${t('terms')}</p>
      <dl>
        ${this.#rows(terms, context).map(
          ([label, value], index) =>
            html`<div class=${index === 0 ? 'due' : ''}>
              <dt>${label}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
      ${checkboxField({
        name: 'subscription-agreed',
        label: t('terms.agree'),
        checked: this.#agreed,
        error: this.#shown && !this.#agreed ? t('invalid.terms') : undefined,
        required: true,
        disabled: context.disabled,
        onChange: (agreed) => {
          this.#agreed = agreed;
          this.#onChange();
        },
      })}
    </div>`;
  }

  #rows(terms: Terms, { t, format, locale }: SubscriptionTermsPartContext): [label: string, value: string][] {
    const { contract_amount: regular = this.#amount, promotion_cycle: promotion = 0, billing_cycle: cycles } = terms;
    const span = formatInterval(terms.interval, terms.interval_count, locale);
    const each = (amount: string): string =>
      span === '' ? format(amount) : t('terms.each', { amount: format(amount), span });
    // Without a number of reduced payments, another first amount stands for the first one alone.
    const isReduced = promotion > 0 || regular !== this.#amount;
    const rows: [string, string][] = [[t('terms.today'), format(this.#amount)]];
    if (promotion > 1) rows.push([t('terms.first', { count: promotion }), each(this.#amount)]);
    rows.push([t(isReduced ? 'terms.then' : 'terms.price'), each(regular)]);
    if (this.#next !== undefined) rows.push([t('terms.next'), formatSubscriptionDate(this.#next, locale)]);
    if (terms.contract_start !== undefined)
      rows.push([t('terms.start'), formatSubscriptionDate(terms.contract_start, locale)]);
    let end = t('terms.end.cancel');
    if (terms.contract_end !== undefined) end = formatSubscriptionDate(terms.contract_end, locale);
    else if (cycles !== undefined && cycles > 0) end = t('terms.end.count', { count: cycles });
    return [...rows, [t('terms.end'), end]];
  }
}
