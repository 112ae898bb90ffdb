import type { LitElement } from 'lit';
import type {
  TillgateActionEvent,
  TillgateCardEvent,
  TillgateChangeEvent,
  TillgateCompleteEvent,
  TillgateErrorEvent,
  TillgateReadyEvent,
  TillgateSubmitEvent,
} from '../events/index.ts';
import type { TillgateCheckout } from '../tillgate-checkout.ts';

type Own = Exclude<keyof TillgateCheckout, keyof LitElement>;
type Callable = (...args: never[]) => unknown;

/** The element's properties, as a framework's template or JSX sets them. */
export type TillgateProperties = {
  [
    Name in keyof TillgateCheckout as Name extends Own
      ? TillgateCheckout[Name] extends Callable
        ? never
        : Name
      : never
  ]?: TillgateCheckout[Name] | undefined;
};

/** The element's events by name, with their classes. */
export interface TillgateEvents {
  'tillgate-ready': TillgateReadyEvent;
  'tillgate-change': TillgateChangeEvent;
  'tillgate-card': TillgateCardEvent;
  'tillgate-submit': TillgateSubmitEvent;
  'tillgate-action': TillgateActionEvent;
  'tillgate-complete': TillgateCompleteEvent;
  'tillgate-error': TillgateErrorEvent;
}

type Kebab<Name extends string> = Name extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Kebab<Rest>}`
  : Name;

/** What can be written into HTML: every property but objects and functions, under its attribute's name. */
export type TillgateAttributes = {
  [
    Name in keyof TillgateProperties as TillgateProperties[Name] extends string | number | boolean | undefined
      ? Kebab<Name>
      : never
  ]: TillgateProperties[Name];
};
