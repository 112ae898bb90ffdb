import Table from 'cli-table3';
import Papa from 'papaparse';
import { toCsvLines } from '../../csv.ts';

type Row = Readonly<Record<string, unknown>>;

/** The longest text of a table cell; longer text is cut. */
const CELL_MAX_LENGTH = 60;

/** A list as a table. */
export function toTable(rows: readonly Row[], columns: readonly string[]): string {
  if (rows.length === 0) return 'nothing found';
  const table = new Table({ head: [...columns], style: { head: [], border: [], compact: true } });
  for (const row of rows) table.push(columns.map((name) => toCell(row[name])));
  return table.toString();
}

/** One object as text: one field a line, nested fields below their name. */
export function toIndentedText(value: unknown, indent = ''): string {
  if (Array.isArray(value)) {
    return value
      .map((part, index) => `${indent}${String(index + 1)}.\n${toIndentedText(part, `${indent}  `)}`)
      .join('\n');
  }
  if (typeof value !== 'object' || value === null) return `${indent}${toCell(value)}`;
  const entries = Object.entries(value).filter(([, part]) => !isEmpty(part));
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, part]) =>
      typeof part === 'object'
        ? `${indent}${name}\n${toIndentedText(part, `${indent}  `)}`
        : `${indent}${name.padEnd(width)}  ${printable(flat(part))}`,
    )
    .join('\n');
}

/** Whether there is nothing to show: null, or an object or a list of nothing else. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Rows as CSV. A text that a spreadsheet would run as a formula is escaped. */
export function toCsv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => flat(row[name])));
  return toCsvLines([names, ...cells], '\n');
}

/** Parses CSV rows with a header line. */
export function parseCsv(text: string): { rows: Record<string, string>[]; fault: string | undefined } {
  const parsed = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim(),
  });
  const [first] = parsed.errors;
  const fault = first === undefined ? undefined : `line ${String((first.row ?? 0) + 2)}: ${first.message}`;
  return { rows: parsed.data, fault };
}

function flat(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toCell(value: unknown): string {
  const text = printable(flat(value));
  return text.length > CELL_MAX_LENGTH ? `${text.slice(0, CELL_MAX_LENGTH - 1)}…` : text;
}

/** Removes characters that could move a terminal's cursor. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}
