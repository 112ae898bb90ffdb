import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type ConsoleApi } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { unansweredRequestStore } from './unanswered-requests.ts';
import { formField, findFieldError, apiValueOf, type FormField, type FormValues } from './form-fields.ts';
import { errorNotice, type TemplateContent } from './templates.ts';

/** How long a button says that it copied, in ms. */
const COPIED_MS = 2_000;

/** The outcome of a request, as text. */
export interface ActionResult {
  ok: boolean;
  text: string;
  /** Shown in the dialog until the user closes it. */
  details?: TemplateContent;
  /** A link in the details that a button copies. */
  link?: string;
}

/** One action: the fields of its form, the label of its button and the request that it sends. */
export interface ActionForm {
  title: string;
  about?: TemplateContent;
  fields?: readonly FormField[];
  /** The action cannot be undone. */
  isDestructive?: boolean;
  /** The label of the button that closes the form, where `Cancel` could mean the action itself. */
  cancelLabel?: string;
  /** An error of fields that depend on each other, by the name of the field that shows it. */
  check?: (values: FormValues) => Readonly<Record<string, string>>;
  /** The label of the submit button; names the amount typed so far. */
  submitLabel: (values: FormValues) => string;
  request?: (values: FormValues) => { path: string; body?: unknown };
  /** Reads the response. */
  resultOf?: (answer: never, values: FormValues) => ActionResult;
  /** Takes the place of a request that changes something. */
  apply?: (values: FormValues) => Promise<ActionResult>;
  /** The same form with current data: a refusal may mean that the page was out of date. */
  reload?: () => Promise<ActionForm>;
}

/**
 * Confirms an action and sends it once. The Idempotency-Key is kept while the outcome is unknown, so a second click, a
 * lost response or a page reload never sends it twice.
 */
export class ActionDialog extends LitElement {
  @property({ attribute: false }) form: ActionForm | undefined;
  @property({ attribute: false }) api: ConsoleApi | undefined;
  @state() private values: Record<string, string> = {};
  @state() private errors: Record<string, string | undefined> = {};
  @state() private isBusy = false;
  @state() private requestError: unknown;
  @state() private result: ActionResult | undefined;
  @state() private reloadedForm: ActionForm | undefined;
  @state() private isCopied = false;
  /** Whether the shown link was copied, saved or sent. */
  private isLinkKept = false;
  /** Whether the dialog asked to close without the link. */
  @state() private isCloseAsked = false;
  private sentRequest: { key: string; body: string } | undefined;

  override createRenderRoot(): this {
    return this;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('form')) return;
    this.values = Object.fromEntries((this.form?.fields ?? []).map((field) => [field.name, field.value ?? '']));
    this.errors = {};
    this.requestError = this.result = this.sentRequest = this.reloadedForm = undefined;
    this.isBusy = this.isLinkKept = this.isCloseAsked = false;
  }

  override updated(changed: Map<string, unknown>): void {
    const dialog = this.querySelector('dialog');
    if (changed.has('form') && this.form !== undefined && dialog?.open === false) {
      dialog.showModal();
      const field = dialog.querySelector<HTMLElement>('input, select, textarea');
      field?.focus();
      if (field instanceof HTMLInputElement && this.form.fields?.[0]?.kind === 'amount') field.select();
    }
    if (changed.has('result') && this.result?.details !== undefined) dialog?.querySelector<HTMLElement>('h2')?.focus();
  }

  override render(): TemplateResult {
    const form = this.currentForm;
    return html`<dialog
      aria-labelledby="dialog-title"
      @close=${() => this.handleClose()}
      @cancel=${(event: Event) => {
        if (this.isBusy || this.asksToKeepLink()) event.preventDefault();
      }}
    >
      ${form === undefined ? nothing : this.result?.details === undefined ? this.formView(form) : this.resultView(form, this.result)}
    </dialog>`;
  }

  /** Closes the dialog, unless a request is in flight or its result is shown only once. */
  closeOnNavigation(): void {
    if (!this.isBusy && this.result?.details === undefined) this.querySelector('dialog')?.close();
  }

  private get currentForm(): ActionForm | undefined {
    return this.reloadedForm ?? this.form;
  }

  private formView(form: ActionForm): TemplateResult {
    const values = this.readValues();
    return html`<form novalidate @submit=${(event: Event) => void this.handleSubmit(event)}>
      <h2 id="dialog-title" tabindex="-1">${form.title}</h2>
      ${form.about === undefined ? nothing : html`<div class="muted">${form.about}</div>`}
      <div class="fields">
        ${(form.fields ?? []).map((field) =>
          formField({
            field,
            value: this.values[field.name] ?? '',
            isOptional: field.optional === true && !isNeeded(field, this.values),
            error: this.errors[field.name],
            onInput: (value) => this.updateValue(field, value),
          }),
        )}
      </div>
      ${this.errorView()}
      <div class="buttons">
        <button type="button" ?disabled=${this.isBusy} @click=${() => this.querySelector('dialog')?.close()}>
          ${form.cancelLabel ?? texts.common.cancel}
        </button>
        <button
          class=${form.isDestructive === true ? 'primary danger' : 'primary'}
          aria-disabled=${String(this.isBusy)}
        >
          ${this.isBusy ? texts.form.working : form.submitLabel(values)}
        </button>
      </div>
    </form>`;
  }

  private resultView(form: ActionForm, result: ActionResult): TemplateResult {
    const keepLink = (event: Event): void => {
      if (event.type !== 'click' || (event.target as Element).closest('a') !== null) this.isLinkKept = true;
    };
    return html`<div class="form" @click=${keepLink} @copy=${keepLink} @copied=${keepLink}>
      <h2 id="dialog-title" tabindex="-1">${result.text === '' ? form.title : result.text}</h2>
      ${result.details ?? nothing}
      ${this.isCloseAsked ? html`<div class="notice alert" role="alert"><p>${texts.common.notCopied}</p></div>` : nothing}
      <div class="buttons">
        <button
          type="button"
          class=${result.link === undefined ? 'primary' : ''}
          @click=${() => {
            if (!this.asksToKeepLink()) this.querySelector('dialog')?.close();
          }}
        >
          ${this.isCloseAsked ? texts.common.closeAnyway : texts.common.close}
        </button>
        ${
          result.link === undefined
            ? nothing
            : html`<button type="button" class="primary" @click=${() => void this.copy(result.link ?? '')}>
                ${this.isCopied ? texts.common.copied : texts.common.copyLink}
              </button>`
        }
      </div>
    </div>`;
  }

  /** Asks once before a link that is shown only once is lost; returns whether it asks. */
  private asksToKeepLink(): boolean {
    if (this.result?.link === undefined || this.isLinkKept || this.isCloseAsked) return false;
    this.isCloseAsked = true;
    return true;
  }

  /** Where the clipboard is closed to the page, the link is selected. */
  private async copy(link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      this.isCopied = this.isLinkKept = true;
      this.isCloseAsked = false;
      setTimeout(() => (this.isCopied = false), COPIED_MS);
    } catch {
      const box = this.querySelector('.link');
      if (box !== null) getSelection()?.selectAllChildren(box);
    }
  }

  private errorView(): TemplateContent {
    if (this.result?.ok === false) return html`<div class="notice bad" role="alert"><p>${this.result.text}</p></div>`;
    if (this.requestError === undefined) return nothing;
    const isLost = this.requestError instanceof ApiError && this.requestError.isOutcomeUnknown;
    return html`${errorNotice(this.requestError)}${isLost ? html`<p class="small">${texts.form.noAnswer}</p>` : nothing}`;
  }

  private updateValue(field: FormField, value: string): void {
    this.values = { ...this.values, [field.name]: value };
    // Shown errors follow what is typed; new ones wait for the next submit.
    const errors = this.readErrors();
    const shown = Object.keys(this.errors).filter((name) => this.errors[name] !== undefined);
    this.errors = Object.fromEntries(shown.map((name) => [name, errors[name]]));
  }

  private readErrors(): Record<string, string | undefined> {
    const { fields = [], check } = this.currentForm ?? {};
    return {
      ...Object.fromEntries(fields.map((field) => [field.name, findFieldError(field, this.values[field.name] ?? '')])),
      ...check?.(this.readValues()),
    };
  }

  private readValues(): FormValues {
    const fields = this.currentForm?.fields ?? [];
    return Object.fromEntries(fields.map((field) => [field.name, apiValueOf(field, this.values[field.name] ?? '')]));
  }

  private async handleSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { currentForm: form, api } = this;
    if (form === undefined || api === undefined || this.isBusy) return;
    const fields = form.fields ?? [];
    this.errors = this.readErrors();
    const first = fields.find((field) => this.errors[field.name] !== undefined);
    if (first !== undefined) {
      this.querySelector<HTMLElement>(`#field-${first.name}`)?.focus();
      return;
    }
    await this.send(form, api);
  }

  private async send(form: ActionForm, api: ConsoleApi): Promise<void> {
    const values = this.readValues();
    if (form.apply !== undefined) return this.apply(form.apply(values));
    const { request, resultOf } = form;
    if (request === undefined || resultOf === undefined) return;
    const { path, body = {} } = request(values);
    const text = JSON.stringify([path, body]);
    const sent = this.sentRequest?.body === text ? this.sentRequest : { key: crypto.randomUUID(), body: text };
    this.sentRequest = sent;
    this.isBusy = true;
    this.requestError = this.result = undefined;
    unansweredRequestStore.add({ key: sent.key, path, body, title: form.submitLabel(values) });
    try {
      const answer = await api.post<never>(path, body, sent.key);
      unansweredRequestStore.remove(sent.key);
      this.sentRequest = undefined;
      await this.finish(resultOf(answer, values));
    } catch (error) {
      this.requestError = error;
      if (!(error instanceof ApiError) || !error.isOutcomeUnknown) {
        // The outcome is known, so the next try is another request.
        unansweredRequestStore.remove(sent.key);
        this.sentRequest = undefined;
        await this.reloadForm();
      }
    } finally {
      this.isBusy = false;
    }
  }

  private async apply(result: Promise<ActionResult>): Promise<void> {
    this.isBusy = true;
    this.requestError = this.result = undefined;
    try {
      await this.finish(await result);
    } catch (error) {
      this.requestError = error;
    } finally {
      this.isBusy = false;
    }
  }

  private async finish(result: ActionResult): Promise<void> {
    this.result = result;
    if (!result.ok) return this.reloadForm();
    this.dispatchEvent(new CustomEvent<ActionResult>('action-done', { detail: result }));
    if (result.details === undefined) this.querySelector('dialog')?.close();
  }

  /** Typed values and the shown error stay. */
  private async reloadForm(): Promise<void> {
    const { form } = this;
    const reloaded = await form?.reload?.();
    if (form === this.form) this.reloadedForm = reloaded;
  }

  private handleClose(): void {
    // The event comes late: another form may be open by now.
    if (this.querySelector('dialog')?.open === true) return;
    this.form = undefined;
    this.dispatchEvent(new Event('dialog-closed'));
  }
}

function isNeeded({ neededBy }: FormField, values: FormValues): boolean {
  return neededBy !== undefined && values[neededBy[0]] === neededBy[1];
}

customElements.define('console-action-dialog', ActionDialog);
