import { LitElement, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ApiError, type ConsoleApi } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { createStoredList } from '../stored-list.ts';
import { icon } from './icons.ts';
import { errorNotice, type TemplateContent } from './templates.ts';

/** A request that was sent and has no response yet. It holds what the user confirmed: amounts, IDs, a reason. */
interface UnansweredRequest {
  /** The Idempotency-Key: a retry with it takes effect at most once. */
  key: string;
  path: string;
  body: unknown;
  /** The label of the button that was confirmed. */
  title: string;
}

const stored = createStoredList<UnansweredRequest>(() => sessionStorage, 'tillgate-console-unanswered');

/**
 * Requests in flight, stored in this tab: after a page reload they can be retried with the same Idempotency-Key. Without
 * storage the companion still runs each at most once.
 */
export const unansweredRequestStore = {
  list: stored.read,
  add(request: UnansweredRequest): void {
    stored.write([...stored.read().filter(({ key }) => key !== request.key), request]);
  },
  remove(key: string): void {
    stored.write(stored.read().filter((request) => request.key !== key));
  },
  /** Called at sign-out: the next user must not see them. */
  clear(): void {
    stored.write([]);
  },
};

/** Notices for requests that a closed page left without a response; the user retries or dismisses them. */
class UnansweredRequestNotices extends LitElement {
  @property({ attribute: false }) api: ConsoleApi | undefined;
  @state() private requests: readonly UnansweredRequest[] = unansweredRequestStore.list();
  @state() private retrying: string | undefined;
  @state() private error: unknown;
  @state() private completed = '';

  override createRenderRoot(): this {
    return this;
  }

  override render(): TemplateContent {
    return html`${this.requests.map(
      (request) =>
        html`<div class="notice alert">
          ${icon('alert')}
          <div>
            <p>${texts.unanswered.text} <strong>${request.title}</strong></p>
            <p class="muted small">${texts.unanswered.about}</p>
            <div class="buttons start">
              <button type="button" ?disabled=${this.retrying === request.key} @click=${() => void this.retry(request)}>
                ${texts.unanswered.retry}
              </button>
              <button type="button" class="quiet" @click=${() => this.dismiss(request)}>
                ${texts.unanswered.dismiss}
              </button>
            </div>
          </div>
        </div>`,
    )}
    ${this.error === undefined ? nothing : errorNotice(this.error)}
    ${this.completed === '' ? nothing : html`<p class="notice good" role="status">${texts.unanswered.done}${this.completed}</p>`}`;
  }

  private async retry(request: UnansweredRequest): Promise<void> {
    if (this.api === undefined) return;
    this.retrying = request.key;
    this.error = undefined;
    try {
      await this.api.post(request.path, request.body, request.key);
      this.completed = request.title;
      this.dismiss(request);
      this.dispatchEvent(new Event('request-done'));
    } catch (error) {
      this.error = error;
      if (error instanceof ApiError && !error.isOutcomeUnknown) this.dismiss(request);
    } finally {
      this.retrying = undefined;
    }
  }

  private dismiss(request: UnansweredRequest): void {
    unansweredRequestStore.remove(request.key);
    this.requests = this.requests.filter(({ key }) => key !== request.key);
  }
}

customElements.define('console-unanswered-requests', UnansweredRequestNotices);
