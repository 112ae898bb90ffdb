import { toCsvLines } from '../csv.ts';

/** A mark that has spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const NEWLINE = '\r\n';

/** A page of rows; the cursor of the next one is null at the end. */
interface RowPage {
  rows: readonly (readonly string[])[];
  nextCursor: string | null;
}

/**
 * A list as CSV, read page by page while it is taken, so that a million entries need no more memory than a hundred. A
 * text that a spreadsheet would run as a formula is kept a text.
 */
export function exportCsv(
  columns: readonly string[],
  readPage: (cursor: string | undefined) => Promise<RowPage>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let isOver = false;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${BYTE_ORDER_MARK}${toCsvLines([columns], NEWLINE)}${NEWLINE}`));
    },
    async pull(controller) {
      if (isOver) {
        controller.close();
        return;
      }
      const { rows, nextCursor } = await readPage(cursor);
      cursor = nextCursor ?? undefined;
      isOver = nextCursor === null;
      if (rows.length > 0) {
        controller.enqueue(encoder.encode(`${toCsvLines(rows, NEWLINE)}${NEWLINE}`));
      } else {
        controller.close();
      }
    },
  });
}
