import type { JSX } from 'solid-js';
import type { TillgateCheckout } from '../tillgate-checkout.js';
import type { TillgateAttributes, TillgateEvents, TillgateProperties } from './element-types.js';

type Handlers = { [Name in keyof TillgateEvents as `on:${Name}`]?: (event: TillgateEvents[Name]) => void };
type Properties = { [Name in keyof TillgateProperties as `prop:${Name}`]?: TillgateProperties[Name] };

/** `<tillgate-checkout>` in Solid's JSX: attributes by name, properties by `prop:`, events by `on:`. */
export type TillgateCheckoutTag = Omit<JSX.HTMLAttributes<TillgateCheckout>, keyof TillgateAttributes> &
  TillgateAttributes &
  Properties &
  Handlers;

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'tillgate-checkout': TillgateCheckoutTag;
    }
  }
}
