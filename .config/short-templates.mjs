import { Visitor, parseSync } from 'vite';

/** Writes a chunk's templates without the white space that lays out their source: one space does as well. */
export function shortenTemplates(fileName, code) {
  const parts = [];
  const visitor = new Visitor({ TaggedTemplateExpression: ({ quasi }) => parts.push(...quasi.quasis) });
  visitor.visit(parseSync(fileName, code).program);
  let short = '';
  let at = 0;
  for (const { start, end } of parts.sort((a, b) => a.start - b.start)) {
    const text = code.slice(start, end).replace(/\s*\n\s*/g, ' ');
    short += code.slice(at, start) + text.replace(/ >(?=[ <]|$)/g, '>');
    at = end;
  }
  return short + code.slice(at);
}
