import type { JSX, Ref } from 'preact';
import type { TillgateCheckout } from '../tillgate-checkout.js';
import type { TillgateAttributes, TillgateEvents, TillgateProperties } from './element-types.js';

type Handlers = { [Name in keyof TillgateEvents as `on${Name}`]?: (event: TillgateEvents[Name]) => void };

/** `<tillgate-checkout>` in Preact's JSX. */
export type TillgateCheckoutTag = Omit<JSX.IntrinsicElements['div'], keyof TillgateProperties | 'ref'> & {
  ref?: Ref<TillgateCheckout>;
} & TillgateProperties &
  TillgateAttributes &
  Handlers;

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'tillgate-checkout': TillgateCheckoutTag;
    }
  }
}
