import type { HTMLAttributes } from 'react';
import type { TillgateEvents, TillgateProperties } from '../frameworks/element-types.ts';

type HandlerName<Event extends string> = Event extends `tillgate-${infer Name}` ? `on${Capitalize<Name>}` : never;

/** One handler for each event of the element: `onReady`, `onChange`, `onCard`, `onSubmit`, `onAction`, `onComplete`, `onError`. */
export type TillgateHandlers = {
  [Name in keyof TillgateEvents as HandlerName<Name>]?: ((event: TillgateEvents[Name]) => void) | undefined;
};

type Own = keyof TillgateHandlers | keyof TillgateProperties;

/** The element's properties and events, and what any element takes: `id`, `className`, `style`, children for its slots. */
export type TillgateCheckoutProps = TillgateProperties &
  TillgateHandlers &
  Omit<HTMLAttributes<HTMLElement>, Own | 'dangerouslySetInnerHTML'>;

/** Each property's attribute; null for what only a property can hold. The compiler asks for every one of them. */
export const ATTRIBUTE_OF_PROPERTY = {
  session: 'session',
  items: 'items',
  server: 'server',
  locale: 'locale',
  layout: 'layout',
  noAutoAdvance: 'no-auto-advance',
  isolated: 'isolated',
  challengeWindow: 'challenge-window',
  riskToken: 'risk-token',
  device: null,
  theme: 'theme',
  labels: null,
  addressLookup: null,
  fetcher: null,
} as const satisfies Record<keyof TillgateProperties, string | null>;

/** Each handler's event. The compiler asks for every one of them. */
export const EVENT_OF_HANDLER = {
  onReady: 'tillgate-ready',
  onChange: 'tillgate-change',
  onCard: 'tillgate-card',
  onSubmit: 'tillgate-submit',
  onAction: 'tillgate-action',
  onComplete: 'tillgate-complete',
  onError: 'tillgate-error',
} as const satisfies Record<keyof TillgateHandlers, keyof TillgateEvents>;

/** What a server writes into the tag, so that the session is there before any script. */
export function toAttributes(props: TillgateProperties): Record<string, string> {
  const written: Record<string, string> = {};
  for (const name of keysOf(ATTRIBUTE_OF_PROPERTY)) {
    const [attribute, value] = [ATTRIBUTE_OF_PROPERTY[name], props[name] as unknown];
    if (attribute === null) continue;
    if (typeof value === 'string' || typeof value === 'number') written[attribute] = String(value);
    else if (value === true) written[attribute] = '';
  }
  return written;
}

/** Props that are React's own matter. Custom elements have no `className` in React 18; both versions know `class`. */
export function reactOwnProps({ className, ...props }: TillgateCheckoutProps): Record<string, unknown> {
  const rest = Object.entries(props).filter(([name]) => !(name in ATTRIBUTE_OF_PROPERTY || name in EVENT_OF_HANDLER));
  return { ...Object.fromEntries(rest), ...(className === undefined ? {} : { class: className }) };
}

export function keysOf<T extends object>(record: T): (keyof T)[] {
  return Object.keys(record) as (keyof T)[];
}
