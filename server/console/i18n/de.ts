import type { Texts } from './texts.ts';

export const de = {} as Texts;
