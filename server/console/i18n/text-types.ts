import type { en } from './en.ts';

type Widen<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof T]: Widen<T[Name]> };

/** The texts of one language. */
export type Texts = Widen<typeof en>;
