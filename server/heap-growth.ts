import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its smallest while modules load, for the whole process. Most of what a start allocates
 * is dropped at once; otherwise the young generation grows to its limit of 48 MB, which an idle companion would keep.
 */
export function limitHeapDuringStart(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Has the young generation grow with the load again, and V8 collect once the heap has grown by half since the last time,
 * for the whole process. By itself V8 waits for a multiple of that where the machine has much memory, and a companion of
 * 30 MB would come to hold 220.
 */
export function limitHeapAfterStart(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--heap-growing-percent=50');
}
