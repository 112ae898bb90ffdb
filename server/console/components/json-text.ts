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
    const comma = line.slice(index + token.length) === ',' ? ',' : '';
    // The comma stays beside the value's last characters.
    const cut = comma === '' ? token.length : -2;
    parts.push(
      html`${line.slice(at, index)}<span class="json-${kind}"
          >${token.slice(0, cut)}<span class="json-end"
            >${comma === '' ? '' : token.slice(cut)}<span class="json-comma">${comma}</span></span
          ></span
        >`,
    );
    at = index + token.length + comma.length;
  }
  return [...parts, html`${line.slice(at)}`];
}
