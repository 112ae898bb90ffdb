/** A JSON or XML response with one member or element a line. A response broken by a scenario is unchanged. */
export function formatResponse(text: string): string {
  return (text.startsWith('{') ? indentJson(text) : indentXml(text)) ?? text;
}

function indentJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}

/** A declaration, an element without elements in it, a start tag, or an end tag. */
const XML_PARTS = /<\?[^>]*\?>|<([^\s<>/]+)[^<>]*>[^<]*<\/\1>|<[^<>]*\/>|<\/[^<>]+>|<[^<>]+>/g;

/** Undefined if there is text between elements, or a start tag without its end. */
function indentXml(text: string): string | undefined {
  if (text.replace(XML_PARTS, '').trim() !== '') return undefined;
  const lines: string[] = [];
  let depth = 0;
  for (const [part, leaf] of text.matchAll(XML_PARTS)) {
    if (part.startsWith('</')) depth -= 1;
    if (depth < 0) return undefined;
    lines.push('  '.repeat(depth) + part);
    const opens = leaf === undefined && !/^<[?/]|\/>$/.test(part);
    if (opens) depth += 1;
  }
  return depth === 0 ? lines.join('\n') : undefined;
}
