import Papa from 'papaparse';

/** Signs that begin a formula in a spreadsheet, and their look-alikes, which some programs read as the same. */
const FORMULA = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b\\u2212\\u207a-\\u207c\\u208a-\\u208c]';

/** What programs skip before they look for a formula. */
const SKIPPED = '[\\s\\p{Cf}"]*';

const BEGINS_FORMULA = new RegExp(`^(?:${SKIPPED}${FORMULA}|[\\t\\r\\n])`, 'u');

/**
 * A sign that ends a cell for some programs. Spreadsheets of many countries part cells at semicolons and do not heed
 * quotes there: what follows one would be a cell of its own.
 */
const CELL_INSIDE = new RegExp(`([;|\\t\\r\\n])(?=${SKIPPED}${FORMULA})`, 'gu');

/** Lines of CSV, every cell in quotes. A text that a spreadsheet would run as a formula is kept a text by an apostrophe. */
export function toCsvLines(rows: readonly (readonly string[])[], newline: '\n' | '\r\n'): string {
  return Papa.unparse(
    rows.map((row) => row.map(toText)),
    { quotes: true, newline },
  );
}

function toText(cell: string): string {
  const inside = cell.replace(CELL_INSIDE, "$1'");
  return BEGINS_FORMULA.test(inside) ? `'${inside}` : inside;
}
