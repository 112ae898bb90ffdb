import type { LitElement } from 'lit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PollingController } from './polling-controller.ts';

const page = Object.assign(new EventTarget(), { hidden: false, activeElement: null, body: {} });

let isActive: boolean;
let isReady: boolean;
let polledAt: number[];
let controller: PollingController;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('document', page);
  isActive = false;
  isReady = true;
  polledAt = [];
  const host = {
    isConnected: true,
    updateComplete: Promise.resolve(true),
    contains: () => false,
    addController: () => undefined,
  };
  controller = new PollingController(host as unknown as LitElement, {
    isActive: () => isActive,
    isReady: () => isReady,
    poll: () => {
      polledAt.push(Date.now() / 1_000);
      return Promise.resolve(false);
    },
  });
  controller.hostConnected();
  controller.hostUpdated();
});
afterEach(() => {
  controller.hostDisconnected();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a screen with something in progress polls after 3, 5, 10 and then every 20 seconds', async () => {
  isActive = true;
  controller.hostUpdated();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polledAt).toEqual([3, 8, 18, 38, 58]);
});

test('a screen on which something becomes active polls at the shortest interval again', async () => {
  await vi.advanceTimersByTimeAsync(100_000);
  expect(polledAt).toEqual([20, 40, 60, 80, 100]);
  isActive = true;
  controller.hostUpdated();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(polledAt.slice(5)).toEqual([103, 108]);
});

test('polling ends ten minutes after the last input and resumes at once with the next', async () => {
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  page.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  const inputAt = 5 * 60;
  const attendedUntil = inputAt + 10 * 60;
  expect(polledAt.length).toBe(attendedUntil / 20);
  expect(polledAt.at(-1)).toBe(attendedUntil);
  page.dispatchEvent(new Event('pointermove'));
  await vi.advanceTimersByTimeAsync(0);
  expect(polledAt.at(-1)).toBe(inputAt + 60 * 60);
});

test('a screen without data does not poll', async () => {
  isReady = false;
  controller.hostUpdated();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polledAt).toEqual([]);
});
