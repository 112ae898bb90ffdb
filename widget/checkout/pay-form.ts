import { html, nothing, type TemplateResult } from 'lit';
import type { FieldError } from '../../shared/errors.ts';
import type { MethodView, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { CARD_FIELDS, CardForm } from '../card/card-form.ts';
import { selectField } from '../fields/text-field.ts';
import type { FormParts } from './form-parts.ts';
import { intervalText } from '../i18n/interval-text.ts';
import { errorKey, type Translate } from '../i18n/translate.ts';
import { methodList } from '../methods/method-list.ts';
import type { CheckoutState } from './state.ts';

/** The words, numbers and layout of one rendering. */
export interface PayFormContext {
  t: Translate;
  format: (amount: string) => string;
  tabs: boolean;
  onSubmit: () => void;
}

/** What the shopper chose and typed, and the form that asks for it. Forgotten with this object. */
export class PayForm {
  readonly card: CardForm;
  readonly #onChange: () => void;
  #parts: FormParts = {};
  #methods: readonly MethodView[] = [];
  #method = '';
  #bank = '';
  #plan = '';
  #bankShown = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.card = new CardForm(onChange);
  }

  /** The chosen way to pay. */
  get method(): MethodView | undefined {
    return this.#methods.find(({ method }) => method === this.#method);
  }

  get valid(): boolean {
    const { method } = this;
    return (
      method !== undefined &&
      method.fields.every((field) => this.#parts.asked?.faultOf(field) === undefined) &&
      (method.kind !== 'card' || this.card.valid) &&
      (method.banks.length === 0 || this.#bank !== '')
    );
  }

  /** Takes a session's methods and the parts that they need; true where one of them is the card. */
  begin({ methods }: SessionView, parts: FormParts): boolean {
    this.#parts = parts;
    this.#methods = methods;
    this.#method = methods[0]?.method ?? '';
    const card = methods.find(({ kind }) => kind === 'card');
    this.card.accepted = card?.brands ?? null;
    return card !== undefined;
  }

  /** From now on every mistake is shown. */
  showFaults(): void {
    for (const field of this.method?.fields ?? []) this.#parts.asked?.shown.add(field.path);
    for (const field of CARD_FIELDS) this.card.shown.add(field);
    this.#bankShown = true;
  }

  /** Marks what the companion refused, until it is changed. */
  refuse(fields: readonly FieldError[]): void {
    for (const { path } of fields) {
      this.#parts.asked?.refused.add(path);
      this.card.refuse(path);
    }
  }

  /** What this form adds to the submit body; only while {@link valid}. */
  value(method: MethodView): Omit<SubmitPayment, 'attempt_id' | 'device'> {
    return {
      method: method.method,
      ...this.#parts.asked?.value(method.fields),
      ...(method.kind === 'card' ? { card: this.card.value() } : {}),
      ...(method.kind === 'card' && this.#plan !== '' ? { installments: this.#plan } : {}),
      ...(method.banks.length > 0 ? { bank_code: this.#bank } : {}),
    };
  }

  render(view: SessionView, state: CheckoutState, context: PayFormContext): TemplateResult {
    const { t } = context;
    const { phase, decline, error } = state;
    const busy = phase !== 'form';
    let alert = '';
    if (busy) alert = state.offline ? t('paying.offline') : '';
    else if (decline !== null) alert = t(`decline.${decline}`);
    else if (error !== null) alert = t(errorKey(error));
    return html`<form
      part="form"
      novalidate
      aria-busy=${busy ? 'true' : 'false'}
      @submit=${(event: Event) => {
        event.preventDefault();
        context.onSubmit();
      }}
    >
      <div class="alert" part="alert" role="alert" tabindex="-1">${alert}</div>
      ${methodList({
        methods: view.methods,
        chosen: this.#method,
        legend: t('methods'),
        labelOf: (entry) => labelOf(entry, t),
        tabs: context.tabs,
        disabled: busy,
        onChoose: (name) => {
          this.#method = name;
          this.#onChange();
        },
        content: this.#renderMethod(view, context, busy),
      })}
      ${renderTerms(view, context)}
      <slot name="before-pay"></slot>
      <button class="primary pay" part="pay" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
        ${
          busy
            ? html`<span class="spinner" aria-hidden="true"></span>${t('paying')}`
            : t('pay', { amount: context.format(view.amount) })
        }
      </button>
      <p class="secure">${LOCK}${t('secure')}</p>
    </form>`;
  }

  #renderMethod(view: SessionView, context: PayFormContext, disabled: boolean): TemplateResult | typeof nothing {
    const { method } = this;
    const { t } = context;
    if (method === undefined) return nothing;
    const isCard = method.kind === 'card';
    return html`
      ${this.#parts.asked?.render(method.fields, t, disabled) ?? nothing}
      ${isCard ? this.card.render(t, disabled) : nothing}
      ${method.banks.length > 0 ? this.#renderBanks(method, t, disabled) : nothing}
      ${isCard && view.installments.length > 0 ? this.#renderPlans(view, context, disabled) : nothing}
      ${isCard ? nothing : html`<p class="note">${t('redirect.notice', { label: labelOf(method, t) })}</p>`}
    `;
  }

  #renderBanks(method: MethodView, t: Translate, disabled: boolean): TemplateResult {
    return selectField({
      name: 'bank',
      label: t('bank'),
      value: this.#bank,
      choices: [
        { value: '', label: t('bank.choose') },
        ...method.banks.map((bank) => ({ value: bank.code, label: bank.name })),
      ],
      error: this.#bankShown && this.#bank === '' ? t('invalid.bank') : undefined,
      disabled,
      onChange: (code) => {
        this.#bank = code;
        this.#onChange();
      },
    });
  }

  #renderPlans(view: SessionView, { t, format }: PayFormContext, disabled: boolean): TemplateResult {
    return selectField({
      name: 'installments',
      label: t('installments'),
      value: this.#plan,
      choices: [
        { value: '', label: t('installments.none') },
        ...view.installments.map(({ id, count, label, amount }) => ({
          value: id,
          label:
            label ??
            (amount === undefined
              ? t('installments.count', { count })
              : t('installments.amount', { count, amount: format(amount) })),
        })),
      ],
      error: undefined,
      disabled,
      onChange: (id) => {
        this.#plan = id;
        this.#onChange();
      },
    });
  }
}

/** A method's name for people. */
export function labelOf(method: MethodView, t: Translate): string {
  return method.label ?? (method.kind === 'card' ? t('card') : method.method);
}

function renderTerms(view: SessionView, { t, format }: PayFormContext): TemplateResult | typeof nothing {
  const { subscription } = view;
  if (!subscription) return nothing;
  const interval = intervalText(t, subscription.interval ?? '', subscription.interval_count ?? '1');
  return html`<p class="note">
    ${t('subscription', { amount: format(subscription.contract_amount ?? view.amount), interval })}
  </p>`;
}

const LOCK = html`<svg viewBox="0 0 16 18" aria-hidden="true" fill="currentColor">
  <path
    d="M4 7V5a4 4 0 018 0v2h1a1 1 0 011 1v8a1 1 0 01-1 1H3a1 1 0 01-1-1V8a1 1 0 011-1zm1.7 0h4.6V5a2.3 2.3 0 00-4.6 0z"
  />
</svg>`;
