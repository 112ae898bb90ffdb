import type { Texts } from './texts.ts';

export const es = {} as Texts;
