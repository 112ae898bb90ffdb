import type { Texts } from './texts.ts';

export const fr = {} as Texts;
