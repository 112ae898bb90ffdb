import { html, nothing, type TemplateResult } from 'lit/html.js';

export interface ResultOptions {
  kind: 'paid' | 'waiting' | 'checking' | 'ended';
  title: string;
  text: string;
  note?: string | undefined;
  actions?: readonly TemplateResult[];
}

const SIGNS = {
  paid: html`<svg viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d="M15 24.5l6 6 12-13" />
  </svg>`,
  waiting: html`<svg viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d="M24 13v12l8 5" />
  </svg>`,
  checking: html`<span class="spinner" aria-hidden="true"></span>`,
  ended: html`<svg viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22" />
    <path d="M24 14v13M24 32v2" />
  </svg>`,
};

/** A screen that says how it stands. Gets the focus when it appears, so that it is read out. */
export function resultView(options: ResultOptions): TemplateResult {
  return html`<section class="result ${options.kind}" part="result">
    ${SIGNS[options.kind]}
    <h2 tabindex="-1" id="result-title">${options.title}</h2>
    <p>${options.text}</p>
    ${options.note === undefined ? nothing : html`<p class="note" role="status">${options.note}</p>`}
    ${options.actions === undefined ? nothing : html`<div class="actions">${options.actions}</div>`}
  </section>`;
}
