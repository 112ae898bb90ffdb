import type { DefineComponent, HTMLAttributes } from 'vue';
import type { TillgateAttributes, TillgateEvents, TillgateProperties } from './element-types.js';

type HandlerName<Event extends string> = Event extends `tillgate-${infer Name}`
  ? `onTillgate${Capitalize<Name>}`
  : never;
type Handlers = { [Name in keyof TillgateEvents as HandlerName<Name>]?: (event: TillgateEvents[Name]) => void };

/** `<tillgate-checkout>` in Vue's templates. */
export type TillgateCheckoutTag = DefineComponent<TillgateProperties & TillgateAttributes & Handlers & HTMLAttributes>;

declare module 'vue' {
  interface GlobalComponents {
    'tillgate-checkout': TillgateCheckoutTag;
  }
}
