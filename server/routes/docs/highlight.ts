import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

/** Keys, texts, numbers and words of curl, JavaScript, PHP and JSON. A body in quotes, as of curl, is coloured as JSON. */
const TOKENS =
  /(?<key>"[^"\n]*"(?=:)|'[^'\n]*'(?= =>)|\b\w+(?=: ))|(?<text>"[^"]*"|'(?![{[])(?:[^'\\]|\\.)*'|https?:\S+)|(?<number>\b\d[\d.]*\b)|(?<word>\b(?:true|false|null|const|await|import|from|for|of|new|curl)\b)/g;

/** Code with a span around each token, whose class is the kind of the token. */
export function highlightCode(code: string): (string | Html)[] {
  const parts: (string | Html)[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text === match[0])?.[0] ?? '';
    parts.push(code.slice(end, match.index), html`<span class="${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return [...parts, code.slice(end)];
}
