// The part of a document that a command writes, between `<!-- name: begin -->` and `<!-- name: end -->`.
import { readFileSync, writeFileSync } from 'node:fs';

const marksOf = (name) => [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];

/** The part with its marks; empty marks where the document has none. */
export function readSection(document, name) {
  const [begin, end] = marksOf(name);
  const text = readFileSync(document, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  return from === -1 || to === -1 ? `${begin}\n${end}` : text.slice(from, to + end.length);
}

/** Replaces the part, and dates it. */
export function writeSection(document, name, tables) {
  const [begin, end] = marksOf(name);
  const day = new Date().toISOString().slice(0, 10);
  const section = `${begin}\n\nMeasured on ${day}.\n${tables}\n${end}`;
  const old = readSection(document, name);
  writeFileSync(
    document,
    readFileSync(document, 'utf8').replace(old, () => section),
  );
}
