import { setImmediate } from 'node:timers/promises';
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
  let isCancelled = false;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`${BYTE_ORDER_MARK}${toCsvLines([columns], NEWLINE)}${NEWLINE}`));
    },
    async pull(controller) {
      let rows: RowPage['rows'];
      // A page of a search may be empty although older entries match.
      do {
        const page = await readPage(cursor);
        ({ rows } = page);
        cursor = page.nextCursor ?? undefined;
        // SQLite reads at once, so other work would never get its turn.
        await setImmediate();
      } while (rows.length === 0 && cursor !== undefined && !isCancelled);
      if (isCancelled) return;
      if (rows.length > 0) controller.enqueue(encoder.encode(`${toCsvLines(rows, NEWLINE)}${NEWLINE}`));
      if (cursor === undefined) controller.close();
    },
    cancel() {
      isCancelled = true;
    },
  });
}
