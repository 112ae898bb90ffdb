import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FieldError } from '../../shared/errors.ts';
import type { MethodView, SessionView, SubmitPayment } from '../../shared/contract/index.ts';
import { acceptedBrandMarks } from '../card/brand-mark.ts';
import { CardForm } from '../card/card-form.ts';
import { renderLockedNote } from './locked-note.ts';
import type { FormParts } from './form-parts.ts';
import { errorMessageKey, type TranslationKey, type Translate } from '../i18n/translate.ts';
import type { CheckoutState } from './state.ts';

/** The words, numbers and layout of one rendering. */
export interface PayFormContext {
  t: Translate;
  /** The formatted amount to pay; empty until amounts can be formatted. */
  amount: string;
  format: (amount: string) => string;
  locale: () => string;
  /** Undefined until the lazy chunk is there. */
  methodMark: ((method: MethodView) => TemplateResult) | undefined;
  tabs: boolean;
  autoAdvance: boolean;
  /** The payment takes longer than usual. */
  isSlow: boolean;
  /** The payment is paid: the button shows a tick. */
  isDone: boolean;
  onSubmit: () => void;
}

/** What the shopper chose and typed, and its form. Dropped with this object. */
export class PayForm {
  readonly card: CardForm;
  readonly #onChange: () => void;
  #parts: FormParts = {};
  #methods: readonly MethodView[] = [];
  #method = '';
  /** The version of the order whose sum is shown. */
  #version = 0;
  #turned = false;
  /** The code that was typed went with the last payment. */
  #isCodeGone = false;

  /** @param before the form whose method stays chosen, if it is offered again */
  constructor(onChange: () => void, before?: PayForm) {
    this.#onChange = onChange;
    if (before) this.#method = before.#method;
    this.card = new CardForm(onChange);
  }

  /** The chosen method. */
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
    this.card.showsAccepted = methods.length === 1;
  }

  /** Shows every error from now on. */
  showFaults(): void {
    this.#isCodeGone = false;
    for (const field of this.method?.fields ?? []) this.#parts.requiredFields?.shown.add(field.path);
    if (this.method?.kind === 'card') (this.#parts.cardOptions ?? this.card).showFaults(this.card);
    if (this.#parts.bank && this.method?.banks.length) this.#parts.bank.showErrors = true;
  }

  /** Marks the fields that the companion rejected, until they change. */
  refuse(fields: readonly Pick<FieldError, 'path'>[]): void {
    for (const { path } of fields) {
      this.#parts.requiredFields?.refused.add(path);
      (this.#parts.cardOptions ?? this.card).refuse(path, this.card);
    }
  }

  /** Each payment needs the code again. */
  forgetCode(): void {
    this.#isCodeGone = [this.card.forgetCode(), this.#parts.cardOptions?.forgetCode()].includes(true);
  }

  /** What this form adds to the submit body; only while {@link valid}. */
  value(method: MethodView): Omit<SubmitPayment, 'attempt_id' | 'device'> {
    return {
      version: this.#version,
      method: method.method,
      ...this.#parts.requiredFields?.value(method.fields),
      ...(method.kind === 'card' ? (this.#parts.cardOptions?.value(this.card) ?? { card: this.card.value() }) : {}),
      ...(method.banks.length > 0 ? { bank_code: this.#bankOf(method) } : {}),
    };
  }

  render(view: SessionView, state: CheckoutState, context: PayFormContext): TemplateResult {
    const { t, isSlow } = context;
    const { phase, decline, error } = state;
    const busy = phase !== 'form';
    this.card.autoAdvance = context.autoAdvance;
    this.#version = view.version;
    let alert = '';
    let title: unknown = nothing;
    if (busy) alert = state.offline ? t('paying.offline') : '';
    else if (decline !== null) {
      if (decline !== 'cancelled_by_shopper') title = html`<b>${t('declined.title')}</b>`;
      alert = t(`decline.${decline}`);
    } else if (error !== null) alert = t(errorMessageKey(error)) || t('error.other');
    if (this.#isCodeGone && !busy && decline !== 'insufficient_funds') alert += ` ${t('card.code.again')}`;
    const words = alert === '' ? nothing : html`<p>${title} ${alert}</p>`;
    return html`<form
      part="form"
      novalidate
      @submit=${(event: Event) => {
        event.preventDefault();
        context.onSubmit();
      }}
    >
      <div class="alert ${busy ? 'calm' : ''}" part="alert" role="alert" tabindex="-1">${words}</div>
      ${this.#parts.requiredFields?.renderContact(this.method?.fields ?? [], t, busy)}
      ${this.#renderMethods(view, context, busy)}
      <slot name="before-pay"></slot>
      ${this.#renderButton(context, state)}
      <p class="note center" role="status">${busy && isSlow ? t('paying.slow') : nothing}</p>
      ${this.#renderNote(context)}
    </form>`;
  }

  /** A single method needs no choice. */
  #renderMethods({ methods }: SessionView, context: PayFormContext, busy: boolean): TemplateResult | undefined {
    const { t } = context;
    const content = this.#renderMethod(context, busy);
    if (methods.length === 1) return html`<div class="stack">${content}</div>`;
    return this.#parts.methodList?.({
      methods,
      chosen: this.#method,
      legend: t('methods'),
      labelOf: (entry) => methodLabelOf(entry, t),
      markOf: (entry) =>
        entry.kind === 'card' ? acceptedBrandMarks(entry.brands) : (context.methodMark?.(entry) ?? nothing),
      tabs: context.tabs,
      turned: this.#turned,
      disabled: busy,
      onChoose: (name) => {
        this.#method = name;
        this.#turned = true;
        this.#onChange();
      },
      content,
    });
  }

  /** Where the card's number goes, or what follows the button. */
  #renderNote({ t, amount }: PayFormContext): TemplateResult | typeof nothing {
    const { method } = this;
    if (method === undefined) return nothing;
    if (method.kind === 'card') return renderLockedNote(t('secure'));
    const bank = this.#bankNameOf(method);
    const next = method.presents ?? (bank === undefined ? 'notice' : 'bank');
    return renderLockedNote(t(`redirect.${next}`, { amount, bank: bank ?? '' }));
  }

  #renderButton(context: PayFormContext, { phase, outcome }: CheckoutState): TemplateResult {
    const { t, isDone } = context;
    const busy = phase !== 'form';
    const awaited = outcome?.action?.purpose === 'payment' ? 'paying.page' : 'paying.bank';
    const progress = t(isDone ? 'paid.title' : phase === 'challenge' ? awaited : 'paying');
    const sign = html`<span class=${isDone ? 'tick' : 'spinner'} aria-hidden="true"></span>`;
    return html`<p class="hidden" role="status">${busy ? progress : nothing}</p>
      <button class="primary pay ${isDone ? 'done' : ''}" part="pay" type="submit" aria-disabled=${busy}>
        ${busy ? html`${sign}${progress}` : this.#payText(context)}
      </button>`;
  }

  /** What the button leads to. */
  #payText({ t, amount, format }: PayFormContext): string {
    const { method } = this;
    const plain = t('pay', { amount }).trim();
    if (method === undefined) return plain;
    if (method.kind === 'card') {
      const today = this.#parts.cardOptions?.dueToday(this.card);
      return today === undefined || amount === '' ? plain : t('pay.today', { amount: format(today) });
    }
    return (
      t(`pay.${method.presents ?? 'to'}`, { label: this.#bankNameOf(method) ?? methodLabelOf(method, t) }) || plain
    );
  }

  #bankOf({ banks }: MethodView): string {
    return this.#parts.bank?.valueOf(banks) ?? '';
  }

  #bankNameOf(method: MethodView): string | undefined {
    return method.banks.find(({ code }) => code === this.#bankOf(method))?.name;
  }

  #renderMethod(context: PayFormContext, disabled: boolean): TemplateResult | typeof nothing {
    const { method } = this;
    const { requiredFields, bank, cardOptions } = this.#parts;
    const { t } = context;
    if (method === undefined) return nothing;
    const fields = requiredFields?.render(method.fields, t, disabled) ?? nothing;
    if (method.kind === 'card') {
      return html`${fields} ${cardOptions?.render(this.card, { ...context, disabled }) ?? this.card.render(t, disabled)}`;
    }
    return html`${method.banks.length > 0 ? bank?.render(method.banks, t, disabled) : nothing} ${fields}`;
  }
}

/** A method's name for people: the shop's, the element's own, or the method's code. */
export function methodLabelOf({ label, kind, method }: MethodView, t: Translate): string {
  return label ?? (kind === 'card' ? t('card') : t(`method.${method}` as TranslationKey) || method);
}
