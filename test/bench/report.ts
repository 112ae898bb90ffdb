import { appendFileSync } from 'node:fs';

/**
 * Prints a table and, where BENCH_REPORT names a file, adds it there as Markdown, so that the document and the terminal
 * show the same figures.
 */
export function printReportTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  const text = `\n### ${title}\n\n${[line(head), rule, ...rows.map(line)].join('\n')}\n`;
  process.stdout.write(text);
  const file = process.env['BENCH_REPORT'];
  if (file !== undefined) appendFileSync(file, text);
}

export const formatMs = (time: number): string => `${time.toFixed(time < 10 ? 2 : 1)} ms`;
export const formatMicroseconds = (time: number): string => `${(time * 1_000).toFixed(time < 0.01 ? 2 : 1)} µs`;
export const formatFactor = (ratio: number): string => `${ratio.toFixed(2)} ×`;
export const formatMegabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(0)} MB`;
export const formatCount = (number: number): string => Math.round(number).toLocaleString('en-US');
