import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FieldError } from '../../shared/errors.ts';
import type { MethodView, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { CARD_FIELDS, CardForm } from '../card/card-form.ts';
import type { FormParts } from './form-parts.ts';
import { errorKey, type Translate } from '../i18n/translate.ts';
import { methodList } from '../methods/method-list.ts';
import { encryptionNote } from './encryption-note.ts';
import type { CheckoutState } from './state.ts';

/** The words, numbers and layout of one rendering. */
export interface PayFormContext {
  t: Translate;
  /** What is to be paid, for people; empty while it is not known how to write it. */
  amount: string;
  format: (amount: string) => string;
  locale: () => string;
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

  /** @param before the form whose way to pay stays chosen, where it is offered again */
  constructor(onChange: () => void, before?: PayForm) {
    this.#onChange = onChange;
    if (before) this.#method = before.#method;
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
      method.fields.every((field) => this.#parts.requiredFields?.faultOf(field) === undefined) &&
      (method.kind !== 'card' || (this.#parts.cardOptions?.isValid(this.card) ?? this.card.valid)) &&
      (method.banks.length === 0 || this.#bankOf(method) !== '')
    );
  }

  /** Takes a session's methods and the parts that they need. */
  begin({ methods }: SessionView, parts: FormParts): void {
    this.#parts = parts;
    this.#methods = methods;
    if (!this.method) this.#method = methods[0]?.method ?? '';
    this.card.accepted = methods.find(({ kind }) => kind === 'card')?.brands ?? null;
  }

  /** From now on every mistake is shown. */
  showFaults(): void {
    for (const field of this.method?.fields ?? []) this.#parts.requiredFields?.shown.add(field.path);
    for (const field of CARD_FIELDS) this.card.shown.add(field);
    this.#parts.cardOptions?.showFaults();
    if (this.#parts.bank && this.method?.banks.length) this.#parts.bank.showErrors = true;
  }

  /** Marks what the companion refused, until it is changed. */
  refuse(fields: readonly FieldError[]): void {
    for (const { path } of fields) {
      this.#parts.requiredFields?.refused.add(path);
      this.card.refuse(path);
      this.#parts.cardOptions?.refuse(path);
    }
  }

  /** After a payment the code is asked for again. */
  forgetCode(): void {
    this.card.forgetCode();
    this.#parts.cardOptions?.forgetCode();
  }

  /** What this form adds to the submit body; only while {@link valid}. */
  value(method: MethodView): Omit<SubmitPayment, 'attempt_id' | 'device'> {
    return {
      method: method.method,
      ...this.#parts.requiredFields?.value(method.fields),
      ...(method.kind === 'card' ? (this.#parts.cardOptions?.value(this.card) ?? { card: this.card.value() }) : {}),
      ...(method.banks.length > 0 ? { bank_code: this.#bankOf(method) } : {}),
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
        content: this.#renderMethod(context, busy),
      })}
      <slot name="before-pay"></slot>
      <p class="hidden" role="status">${busy ? t('paying') : nothing}</p>
      <button class="primary pay" part="pay" type="submit" aria-disabled=${busy ? 'true' : 'false'}>
        ${
          busy
            ? html`<span class="spinner" aria-hidden="true"></span>${t('paying')}`
            : t('pay', { amount: context.amount }).trim()
        }
      </button>
      ${encryptionNote(t)}
    </form>`;
  }

  #bankOf({ banks }: MethodView): string {
    return this.#parts.bank?.valueOf(banks) ?? '';
  }

  #renderMethod(context: PayFormContext, disabled: boolean): TemplateResult | typeof nothing {
    const { method } = this;
    const { requiredFields: asked, bank, cardOptions: extras } = this.#parts;
    const { t } = context;
    if (method === undefined) return nothing;
    const fields = asked?.render(method.fields, t, disabled) ?? nothing;
    if (method.kind === 'card') {
      return html`${fields} ${extras?.render(this.card, { ...context, disabled }) ?? this.card.render(t, disabled)}`;
    }
    return html`${fields} ${method.banks.length > 0 ? bank?.render(method.banks, t, disabled) : nothing}
    ${method.presents === undefined ? html`<p class="note">${t('redirect.notice', { label: labelOf(method, t) })}</p>` : nothing}`;
  }
}

/** A method's name for people. */
export function labelOf(method: MethodView, t: Translate): string {
  return method.label ?? (method.kind === 'card' ? t('card') : method.method);
}
