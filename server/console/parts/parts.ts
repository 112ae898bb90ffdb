import { html, nothing, type TemplateResult } from 'lit';
import { money } from '../amounts.ts';
import { ApiError } from '../api.ts';
import { w } from '../i18n/en.ts';
import { stateOf } from '../i18n/states.ts';
import { timeHere, timeInUtc } from '../times.ts';
import { icon, type IconName } from './icons.ts';

export type Content = TemplateResult | string | typeof nothing;

/** A state as a word with a dot of its tone. */
export function badge(state: string): TemplateResult {
  const { word, tone } = stateOf(state);
  return html`<span class="badge ${tone}">${word}</span>`;
}

/** A moment by the viewer's clock; UTC under the pointer. */
export function moment(at: string | null): Content {
  return at === null ? nothing : html`<time datetime=${at} title=${timeInUtc(at)}>${timeHere(at)}</time>`;
}

/** A sum, its digits as wide as each other. */
export function sum(amount: string, currency: string): TemplateResult {
  return html`<span class="sum">${money(amount, currency)}</span>`;
}

/** Facts as pairs; those without a value are left out. */
export function facts(pairs: readonly (readonly [label: string, value: unknown])[]): Content {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== nothing);
  if (shown.length === 0) return nothing;
  return html`<dl class="facts">
    ${shown.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** What stands where nothing is. */
export function emptyState(
  name: IconName,
  title: string,
  about: Content = nothing,
  action: Content = nothing,
): Content {
  return html`<div class="empty">
    <span class="emblem">${icon(name)}</span>
    <p class="strong">${title}</p>
    ${about === nothing ? nothing : html`<p class="soft">${about}</p>`} ${action}
  </div>`;
}

/** What went wrong, with what an operator needs to find it in the logs. */
export function errorNotice(error: unknown, onRetry?: () => void): Content {
  const known = error instanceof ApiError ? error : new ApiError(0, {});
  const text =
    known.code === 'network_error'
      ? w.common.unreachable
      : known.code === 'not_found'
        ? w.common.nothingHere
        : known.message;
  return html`<div class="notice bad" role="alert">
    ${icon('alert')}
    <div>
      <p>${text}</p>
      ${
        known.requestId === undefined
          ? nothing
          : html`<p class="soft small">
              <code>${known.code}</code> · ${w.common.request} <code>${known.requestId}</code>
            </p>`
      }
      ${
        onRetry === undefined
          ? nothing
          : html`<button type="button" class="small" @click=${onRetry}>${w.common.retry}</button>`
      }
    </div>
  </div>`;
}

/** Grey bars in the place of what is on its way. */
export function skeleton(lines = 6): TemplateResult {
  return html`<div class="skeleton" role="status" aria-label=${w.common.loading}>
    ${Array.from({ length: lines }, () => html`<span></span>`)}
  </div>`;
}

/** A text with a button that copies it. */
export function copyable(text: string, label: string): TemplateResult {
  const copy = (event: Event): void => {
    const button = event.currentTarget as HTMLButtonElement;
    void navigator.clipboard.writeText(text).then(
      () => {
        button.dataset['done'] = 'yes';
        button.setAttribute('aria-label', w.common.copied);
      },
      () => getSelection()?.selectAllChildren(button.previousElementSibling ?? button),
    );
  };
  return html`<span class="copyable"
    ><code>${text}</code
    ><button type="button" class="quiet" aria-label="${w.common.copy}: ${label}" title=${w.common.copy} @click=${copy}>
      ${icon('copy')}
    </button></span
  >`;
}
