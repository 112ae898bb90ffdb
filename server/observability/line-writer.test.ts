import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLineWriter } from './line-writer.ts';

let folder: string;
let fd: number;

/** A pipe that holds 64 KB, read only when a test does so. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillgate-lines-'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  fd = openSync(join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

/** The lines that come until none has come for a while. */
async function readLines(): Promise<string[]> {
  const chunks: Buffer[] = [];
  for (let silent = 0; silent < 30;) {
    const buffer = Buffer.alloc(65_536);
    try {
      chunks.push(buffer.subarray(0, readSync(fd, buffer)));
      silent = 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
      silent += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return Buffer.concat(chunks).toString('utf8').trimEnd().split('\n');
}

test('every line arrives whole and in its turn, though the reader is slow', async () => {
  const writer = createLineWriter(fd);
  const lines = Array.from({ length: 3_000 }, (_, index) => `${String(index)} ${'é'.repeat(60)}`);
  for (const line of lines) writer.write(`${line}\n`);
  expect(await readLines()).toEqual(lines);
});

test('a reader who stands still has so much waiting; what comes then is left out, and what comes later is not', async () => {
  const writer = createLineWriter(fd);
  const lines = Array.from({ length: 30_000 }, (_, index) => `${String(index)} ${'x'.repeat(95)}`);
  for (const line of lines) writer.write(`${line}\n`);
  const kept = await readLines();
  expect(kept.length).toBeGreaterThan(9_000);
  expect(kept.length).toBeLessThan(11_000);
  expect(kept).toEqual(lines.slice(0, kept.length));
  writer.write('later\n');
  expect(await readLines()).toEqual(['later']);
});
