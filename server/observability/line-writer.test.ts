import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

/** Reads, a part every few ms, until the text is enough. */
async function readUntil(isEnough: (text: string) => boolean): Promise<string> {
  const chunks: Buffer[] = [];
  const text = (): string => Buffer.concat(chunks).toString('utf8');
  const readOn = (): void => {
    const buffer = Buffer.alloc(65_536);
    try {
      chunks.push(buffer.subarray(0, readSync(fd, buffer)));
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
    }
    expect(isEnough(text())).toBe(true);
  };
  await vi.waitFor(readOn, { interval: 5, timeout: 20_000 });
  return text();
}

test('every line arrives whole and in its turn, though the reader is slow', async () => {
  const writer = createLineWriter(fd);
  const lines = Array.from({ length: 3_000 }, (_, index) => `${String(index)} ${'é'.repeat(60)}`);
  for (const line of [...lines, 'the last']) writer.write(`${line}\n`);
  const text = await readUntil((read) => read.endsWith('the last\n'));
  expect(text.trimEnd().split('\n')).toEqual([...lines, 'the last']);
});

test('a reader who stands still has so much waiting; what comes then is left out, and what comes later is not', async () => {
  const writer = createLineWriter(fd);
  const lines = Array.from({ length: 30_000 }, (_, index) => `${String(index)} ${'x'.repeat(95)}`);
  for (const line of lines) writer.write(`${line}\n`);
  // A part is read, so that there is room again.
  const begin = await readUntil((read) => read.length > 300_000);
  writer.write('later\n');
  const rest = await readUntil((read) => read.endsWith('later\n'));
  const kept = `${begin}${rest}`.trimEnd().split('\n').slice(0, -1);
  expect(kept.length).toBeGreaterThan(9_000);
  expect(kept.length).toBeLessThan(11_000);
  expect(kept).toEqual(lines.slice(0, kept.length));
});

test('once settled, the lines are written, or wait for a reader who reads nothing', async () => {
  const writer = createLineWriter(fd);
  writer.write('first\n');
  writer.write('second\n');
  await writer.settled();
  const buffer = Buffer.alloc(100);
  expect(buffer.subarray(0, readSync(fd, buffer)).toString()).toBe('first\nsecond\n');
  for (let index = 0; index < 2_000; index += 1) writer.write(`${'x'.repeat(99)}\n`);
  await writer.settled();
  // The pipe is full: the rest is written once there is room.
  const rest = await readUntil((read) => read.length === 200_000);
  expect(rest).toHaveLength(200_000);
});
