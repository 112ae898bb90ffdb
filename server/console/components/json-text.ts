import { html, type TemplateResult } from 'lit';

/** A text of JSON: names, texts and everything else. */
const TOKENS = /("(?:\\.|[^"\\])*")(?=\s*:)|("(?:\\.|[^"\\])*")|(-?\d[\d.eE+-]*|true|false|null)/g;

/** JSON in lines, each kind of value in its own colour. What does not fit in a line goes on deeper than its beginning. */
export function jsonText(value: unknown): TemplateResult[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map(
      (line) =>
        html`<span class="json-line" .style=${`--indent: ${String(line.search(/\S/))}ch`}
          >${colouredLine(line)}${'\n'}</span
        >`,
    );
}

function colouredLine(line: string): TemplateResult[] {
  const parts: TemplateResult[] = [];
  let at = 0;
  for (const { 0: token, 1: name, 2: string, index } of line.matchAll(TOKENS)) {
    const kind = name !== undefined ? 'name' : string !== undefined ? 'text' : 'value';
    parts.push(html`${line.slice(at, index)}<span class="json-${kind}">${token}</span>`);
    at = index + token.length;
  }
  return [...parts, html`${line.slice(at)}`];
}
