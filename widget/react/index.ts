/** `tillgate/react`: the element as a component for React 18 and 19, and the types of its tag in JSX. */
export { TillgateCheckout } from './tillgate-checkout.ts';
export type { TillgateCheckoutProps } from './react-props.ts';
export type { TillgateCheckoutTag } from './jsx.ts';
export type { TillgateCheckout as TillgateCheckoutElement } from '../tillgate-checkout.ts';
