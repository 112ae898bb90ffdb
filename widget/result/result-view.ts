import { html, nothing, type TemplateResult } from 'lit/html.js';

export interface ResultOptions {
  kind: keyof typeof SIGNS;
  title: string;
  text: string;
  details?: TemplateResult | typeof nothing;
  note?: string | undefined;
  actions: readonly TemplateResult[];
}

const sign = (path: string): TemplateResult =>
  html`<svg viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d=${path} />
  </svg>`;

const attention = sign('M24 14v13M24 32v2');

/** The sign above the heading. */
const SIGNS = {
  paid: sign('M15 24.5l6 6 12-13'),
  waiting: sign('M24 13v12l8 5'),
  checking: html`<span class="spinner" aria-hidden="true"></span>`,
  ended: attention,
  refused: attention,
};

/** The screen of a result. Its heading takes the focus, so that screen readers read it. */
export function resultView(options: ResultOptions): TemplateResult {
  return html`<section class="result ${options.kind}" part="result">
    ${SIGNS[options.kind]}
    <h2 tabindex="-1" id="result-title">${options.title}</h2>
    <p>${options.text}</p>
    ${options.details ?? nothing}
    <p class="note" role="status">${options.note}</p>
    <div class="actions">${options.actions}</div>
  </section>`;
}
