import { html, type TemplateResult } from 'lit';

/** A text of JSON: names, texts and everything else. */
const TOKENS = /("(?:\\.|[^"\\])*")(?=\s*:)|("(?:\\.|[^"\\])*")|(-?\d[\d.eE+-]*|true|false|null)/g;

/** JSON in lines, each kind of value in its own colour. */
export function jsonText(value: unknown): TemplateResult[] {
  const text = JSON.stringify(value, null, 2);
  const parts: TemplateResult[] = [];
  let at = 0;
  for (const { 0: token, 1: name, 2: string, index } of text.matchAll(TOKENS)) {
    const kind = name !== undefined ? 'name' : string !== undefined ? 'text' : 'value';
    parts.push(html`${text.slice(at, index)}<span class="json-${kind}">${token}</span>`);
    at = index + token.length;
  }
  return [...parts, html`${text.slice(at)}`];
}
