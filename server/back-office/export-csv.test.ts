import { expect, test } from 'vitest';
import { exportCsv } from './export-csv.ts';

const PAGES: Record<string, { rows: string[][]; nextCursor: string | null }> = {
  first: { rows: [['1']], nextCursor: 'second' },
  second: { rows: [], nextCursor: 'third' },
  third: { rows: [], nextCursor: 'fourth' },
  fourth: { rows: [['2'], ['3']], nextCursor: 'fifth' },
  fifth: { rows: [], nextCursor: null },
};

const linesOf = async (csv: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string[]> =>
  (await new Response(csv).text()).split('\r\n');

test('an export has the rows behind empty pages', async () => {
  const csv = exportCsv(['id'], (cursor = 'first') => Promise.resolve(PAGES[cursor]!));
  expect(await linesOf(csv)).toEqual(['"id"', '"1"', '"2"', '"3"', '']);
});

test('an export of nothing has the names of its columns', async () => {
  const csv = exportCsv(['id', 'b'], () => Promise.resolve({ rows: [], nextCursor: null }));
  expect(await linesOf(csv)).toEqual(['"id","b"', '']);
});

test('a cancelled export reads no further page', async () => {
  let resolve: (page: { rows: string[][]; nextCursor: string }) => void = () => undefined;
  const promise = new Promise<{ rows: string[][]; nextCursor: string }>((settle) => (resolve = settle));
  let pages = 0;
  const reader = exportCsv(['id'], () => {
    pages += 1;
    return promise;
  }).getReader();
  await reader.read();
  const next = reader.read();
  await reader.cancel();
  resolve({ rows: [], nextCursor: 'next' });
  expect(await next).toEqual({ done: true, value: undefined });
  // All that follows the page runs before this.
  await new Promise((done) => setImmediate(done));
  expect(pages).toBe(1);
});
