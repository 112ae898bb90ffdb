import type { Texts } from './texts.ts';

export const pt = {} as Texts;
