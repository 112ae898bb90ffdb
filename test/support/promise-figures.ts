import { appendFileSync } from 'node:fs';

/**
 * Hands the figures of a run to the promise report: one JSON line for each call, in the file that `TILLGATE_FIGURES`
 * names; nothing where it is not set. Names that several tests use for one promise are added up.
 */
export function recordPromiseFigures(promise: number, figures: Readonly<Record<string, number>>): void {
  const file = process.env['TILLGATE_FIGURES'];
  if (file === undefined || file === '') return;
  appendFileSync(file, `${JSON.stringify({ promise, figures })}\n`);
}
