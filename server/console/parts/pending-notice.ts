import { LitElement, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type Api } from '../api.ts';
import { w } from '../i18n/en.ts';
import { pendingCalls, type PendingCall } from '../pending.ts';
import { icon } from './icons.ts';
import { errorNotice, type Content } from './parts.ts';

/** Calls whose answer was lost with the page before: a person has them sent again, as the very same calls. */
export class PendingNotice extends LitElement {
  @property({ attribute: false }) api: Api | undefined;
  @state() private calls: readonly PendingCall[] = pendingCalls.list();
  @state() private busy: string | undefined;
  @state() private error: unknown;
  @state() private done = '';

  override createRenderRoot(): this {
    return this;
  }

  override render(): Content {
    return html`${this.calls.map(
      (call) =>
        html`<div class="notice alert">
          ${icon('alert')}
          <div>
            <p>${w.pending.text} <strong>${call.title}</strong></p>
            <p class="soft small">${w.pending.about}</p>
            <div class="buttons start">
              <button type="button" ?disabled=${this.busy === call.key} @click=${() => void this.askAgain(call)}>
                ${w.pending.ask}
              </button>
              <button type="button" class="quiet" @click=${() => this.drop(call)}>${w.pending.forget}</button>
            </div>
          </div>
        </div>`,
    )}
    ${this.error === undefined ? nothing : errorNotice(this.error)}
    ${this.done === '' ? nothing : html`<p class="notice good" role="status">${w.pending.done}${this.done}</p>`}`;
  }

  private async askAgain(call: PendingCall): Promise<void> {
    if (this.api === undefined) return;
    this.busy = call.key;
    this.error = undefined;
    try {
      await this.api.post(call.path, call.body, call.key);
      this.done = call.title;
      this.drop(call);
      this.dispatchEvent(new Event('pending-done'));
    } catch (error) {
      this.error = error;
      if (error instanceof ApiError && !error.isOpen) this.drop(call);
    } finally {
      this.busy = undefined;
    }
  }

  private drop(call: PendingCall): void {
    pendingCalls.drop(call.key);
    this.calls = this.calls.filter(({ key }) => key !== call.key);
  }
}

customElements.define('console-pending', PendingNotice);
