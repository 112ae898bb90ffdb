import type { DefineComponent, HTMLAttributes } from 'vue';
import type { TillgateAttributes, TillgateEvents, TillgateProperties } from './element-types.js';

type Handlers = { [Name in keyof TillgateEvents as `on${Capitalize<Name>}`]?: (event: TillgateEvents[Name]) => void };

/** `<tillgate-checkout>` in Vue's templates. */
export type TillgateCheckoutTag = DefineComponent<TillgateProperties & TillgateAttributes & Handlers & HTMLAttributes>;

declare module 'vue' {
  interface GlobalComponents {
    'tillgate-checkout': TillgateCheckoutTag;
  }
}
