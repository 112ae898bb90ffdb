// The part of a document that a command writes, between `<!-- name: begin -->` and `<!-- name: end -->`.
import { readFileSync, writeFileSync } from 'node:fs';

/** The part with its marks; empty marks where the text has none. */
export function sectionOf(text, name) {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  return from === -1 || to === -1 ? `${begin}\n${end}` : text.slice(from, to + end.length);
}

/** Replaces the part, and dates it. */
export function writeSection(document, name, tables) {
  const text = readFileSync(document, 'utf8');
  const day = new Date().toISOString().slice(0, 10);
  const section = `<!-- ${name}: begin -->\n\nMeasured on ${day}.\n${tables}\n<!-- ${name}: end -->`;
  writeFileSync(
    document,
    text.replace(sectionOf(text, name), () => section),
  );
}
