/**
 * Capitals of the wordmarks: each letter's width and its relative path from the baseline, 16 units high. Drawn after
 * Inter (SIL Open Font License 1.1).
 */
export const LETTERS: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [13, 'm0 0h3l1-4h5l1 4h3l-4-16h-4zm5-6l2-7 1 7z'],
  B: [
    12,
    'm1 0h6c3 0 4-2 4-4 0-3-1-4-2-4 1-1 2-2 2-4 0-2-2-4-5-4h-5zm3-3v-4h2c2 0 2 1 2 2 0 1 0 2-2 2zm0-6v-4h2c1 0 2 1 2 2 0 1-1 2-2 2z',
  ],
  C: [13, 'm7 0c3 0 6-2 6-6h-3c0 2-1 3-3 3-2 0-4-2-4-5 0-3 2-5 4-5 2 0 3 1 3 3h3c0-4-3-6-6-6-4 0-7 3-7 8 0 5 3 8 7 8z'],
  D: [13, 'm1 0h5c4 0 6-3 6-8 0-5-2-8-6-8h-5zm3-3v-10h2c2 0 4 2 4 5 0 3-2 5-4 5z'],
  E: [11, 'm1 0h9v-3h-6v-4h5v-2h-5v-4h6v-3h-9z'],
  I: [4, 'm4-16h-3v16h3z'],
  M: [16, 'm1 0h3v-11l3 11h2l3-11v11h3v-16h-4l-3 11-3-11h-4z'],
  R: [12, 'm1 0h3v-6h2l2 6h4l-3-6c1-1 2-3 2-5 0-3-2-5-5-5h-5zm3-8v-5h2c1 0 2 1 2 2 0 2-1 3-2 3z'],
  S: [
    12,
    'm6 0c3 0 5-2 5-5 0-2-1-4-4-4l-1-1c-1 0-2 0-2-1 0-2 1-2 2-2 1 0 2 0 2 2h3c0-3-2-5-5-5-3 0-5 2-5 5 0 2 1 3 4 4h1c1 1 2 1 2 2 0 2 0 2-2 2-2 0-3-1-3-2h-3c0 3 3 5 6 5z',
  ],
  V: [14, 'm3-16h-3l5 16h4l4-16h-3l-3 12z'],
  X: [13, 'm0 0h3l3-6 3 6h4l-5-8 4-8h-3l-3 5-2-5h-4l5 8z'],
};
