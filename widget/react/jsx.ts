import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { TillgateAttributes, TillgateEvents, TillgateProperties } from '../frameworks/element-types.ts';
import type { TillgateCheckout } from '../tillgate-checkout.ts';

/** The plain tag in JSX. React 19 sets properties and takes `ontillgate-...` handlers; React 18 writes attributes only. */
export type TillgateCheckoutTag = DetailedHTMLProps<HTMLAttributes<TillgateCheckout>, TillgateCheckout> &
  TillgateAttributes &
  TillgateProperties & { class?: string } & {
    [Name in keyof TillgateEvents as `on${Name}`]?: ((event: TillgateEvents[Name]) => void) | undefined;
  };

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- the only way to name a tag in React's JSX
  namespace JSX {
    interface IntrinsicElements {
      'tillgate-checkout': TillgateCheckoutTag;
    }
  }
}
