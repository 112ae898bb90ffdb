import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type Api } from '../api.ts';
import { w } from '../i18n/en.ts';
import { pendingCalls } from '../pending.ts';
import { askField, faultOf, valueOf, type AskField, type AskValues } from './fields.ts';
import { errorNotice, type Content } from './parts.ts';

/** How a call ended, in words. `show` stays in the dialog until it is closed. */
export interface AskResult {
  ok: boolean;
  text: string;
  show?: Content;
}

/** One deed: what is asked, what the button says, which call is made. */
export interface Ask {
  title: string;
  about?: Content;
  fields?: readonly AskField[];
  /** The deed cannot be taken back. */
  grave?: boolean;
  /** What the button says that leaves all as it is, where `Cancel` could mean the deed. */
  keep?: string;
  /** The button's words, which name the amount; made of what is typed so far. */
  confirm: (values: AskValues) => string;
  call: (values: AskValues) => { path: string; body?: unknown };
  /** Reads the answer of the call. */
  end: (answer: never, values: AskValues) => AskResult;
  /** The same question by what is true by now: a refusal may mean that the page was out of date. */
  anew?: () => Promise<Ask>;
}

/**
 * Asks before anything is done, and does it once: the call's Idempotency-Key lives as long as its outcome is open, so a
 * second press, a lost answer or a reload never doubles it.
 */
export class AskDialog extends LitElement {
  @property({ attribute: false }) ask: Ask | undefined;
  @property({ attribute: false }) api: Api | undefined;
  @state() private values: Record<string, string> = {};
  @state() private faults: Record<string, string | undefined> = {};
  @state() private isBusy = false;
  @state() private error: unknown;
  @state() private result: AskResult | undefined;
  @state() private renewed: Ask | undefined;
  private call: { key: string; body: string } | undefined;

  override createRenderRoot(): this {
    return this;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('ask')) return;
    this.values = Object.fromEntries((this.ask?.fields ?? []).map((field) => [field.name, field.value ?? '']));
    this.faults = {};
    this.error = this.result = this.call = this.renewed = undefined;
    this.isBusy = false;
  }

  override updated(changed: Map<string, unknown>): void {
    const dialog = this.querySelector('dialog');
    if (changed.has('ask') && this.ask !== undefined && dialog?.open === false) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>('input, select, textarea')?.focus();
    }
    if (changed.has('result') && this.result?.show !== undefined) dialog?.querySelector<HTMLElement>('h2')?.focus();
  }

  override render(): TemplateResult {
    const ask = this.asked;
    return html`<dialog
      aria-labelledby="ask-title"
      @close=${() => this.close()}
      @cancel=${(event: Event) => {
        if (this.isBusy) event.preventDefault();
      }}
    >
      ${ask === undefined ? nothing : this.result?.show === undefined ? this.form(ask) : this.shown(ask, this.result)}
    </dialog>`;
  }

  /** Closes it where the page moves on, unless a deed is under way or what it shows is shown this once. */
  leave(): void {
    if (!this.isBusy && this.result?.show === undefined) this.querySelector('dialog')?.close();
  }

  private get asked(): Ask | undefined {
    return this.renewed ?? this.ask;
  }

  private form(ask: Ask): TemplateResult {
    const given = this.given();
    return html`<form novalidate @submit=${(event: Event) => void this.handleSubmit(event)}>
      <h2 id="ask-title" tabindex="-1">${ask.title}</h2>
      ${ask.about === undefined ? nothing : html`<div class="soft">${ask.about}</div>`}
      <div class="fields">
        ${(ask.fields ?? []).map((field) =>
          askField({
            field,
            value: this.values[field.name] ?? '',
            fault: this.faults[field.name],
            onInput: (value) => this.change(field, value),
          }),
        )}
      </div>
      ${this.trouble()}
      <div class="buttons">
        <button type="button" ?disabled=${this.isBusy} @click=${() => this.querySelector('dialog')?.close()}>
          ${ask.keep ?? w.common.cancel}
        </button>
        <button class=${ask.grave === true ? 'primary grave' : 'primary'} aria-disabled=${String(this.isBusy)}>
          ${this.isBusy ? w.ask.working : ask.confirm(given)}
        </button>
      </div>
    </form>`;
  }

  private shown(ask: Ask, result: AskResult): TemplateResult {
    return html`<div class="form">
      <h2 id="ask-title" tabindex="-1">${result.text === '' ? ask.title : result.text}</h2>
      ${result.show ?? nothing}
      <div class="buttons">
        <button type="button" class="primary" @click=${() => this.querySelector('dialog')?.close()}>
          ${w.common.close}
        </button>
      </div>
    </div>`;
  }

  private trouble(): Content {
    if (this.result?.ok === false) return html`<div class="notice bad" role="alert"><p>${this.result.text}</p></div>`;
    if (this.error === undefined) return nothing;
    const isLost = this.error instanceof ApiError && this.error.isOpen;
    return html`${errorNotice(this.error)}${isLost ? html`<p class="small">${w.ask.noAnswer}</p>` : nothing}`;
  }

  private change(field: AskField, value: string): void {
    this.values = { ...this.values, [field.name]: value };
    if (this.faults[field.name] !== undefined) {
      this.faults = { ...this.faults, [field.name]: faultOf(field, value) };
    }
  }

  private given(): AskValues {
    const fields = this.asked?.fields ?? [];
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, this.values[field.name] ?? '')]));
  }

  private async handleSubmit(event: Event): Promise<void> {
    event.preventDefault();
    const { asked: ask, api } = this;
    if (ask === undefined || api === undefined || this.isBusy) return;
    const fields = ask.fields ?? [];
    this.faults = Object.fromEntries(
      fields.map((field) => [field.name, faultOf(field, this.values[field.name] ?? '')]),
    );
    const first = fields.find((field) => this.faults[field.name] !== undefined);
    if (first !== undefined) {
      this.querySelector<HTMLElement>(`#ask-${first.name}`)?.focus();
      return;
    }
    await this.send(ask, api);
  }

  private async send(ask: Ask, api: Api): Promise<void> {
    const values = this.given();
    const { path, body = {} } = ask.call(values);
    const text = JSON.stringify([path, body]);
    const call = this.call?.body === text ? this.call : { key: crypto.randomUUID(), body: text };
    this.call = call;
    this.isBusy = true;
    this.error = this.result = undefined;
    pendingCalls.add({ key: call.key, path, body, title: ask.confirm(values) });
    try {
      const answer = await api.post<never>(path, body, call.key);
      pendingCalls.drop(call.key);
      this.call = undefined;
      await this.finish(ask.end(answer, values));
    } catch (error) {
      this.error = error;
      if (!(error instanceof ApiError) || !error.isOpen) {
        // The answer is known, so the next try is another call.
        pendingCalls.drop(call.key);
        this.call = undefined;
        await this.renew();
      }
    } finally {
      this.isBusy = false;
    }
  }

  private async finish(result: AskResult): Promise<void> {
    this.result = result;
    if (!result.ok) return this.renew();
    this.dispatchEvent(new CustomEvent<AskResult>('ask-done', { detail: result }));
    if (result.show === undefined) this.querySelector('dialog')?.close();
  }

  /** What was typed stays, and what was said. */
  private async renew(): Promise<void> {
    const { ask } = this;
    const renewed = await ask?.anew?.();
    if (ask === this.ask) this.renewed = renewed;
  }

  private close(): void {
    this.ask = undefined;
    this.dispatchEvent(new Event('ask-closed'));
  }
}

customElements.define('console-ask', AskDialog);
