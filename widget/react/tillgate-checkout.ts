'use client';
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ForwardRefExoticComponent,
  type RefAttributes,
} from 'react';
import type { TillgateCheckout as TillgateCheckoutElement } from '../tillgate-checkout.ts';
import { loadAndDefineElement, bindEvents, assignProperties } from './bind-element.ts';
import { toAttributes, reactOwnProps, type TillgateCheckoutProps } from './react-props.ts';

/** React 18 warns of layout effects on a server, where no effect runs anyway. */
const useBrowserEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * `<tillgate-checkout>` for React 18 and 19. A server writes the tag with its attributes; the browser fetches the
 * element's code and sets the rest. The ref is the element: call its methods from `onReady` on.
 */
export const TillgateCheckout: ForwardRefExoticComponent<
  TillgateCheckoutProps & RefAttributes<TillgateCheckoutElement>
> = forwardRef<TillgateCheckoutElement, TillgateCheckoutProps>(function TillgateCheckout(props, ref) {
  const own = useRef<TillgateCheckoutElement>(null);
  const given = useRef<TillgateCheckoutProps>({});
  // As first rendered, for good: later values are properties, which React 18 and 19 would set in different ways.
  const [attributes] = useState(() => toAttributes(props));

  useImperativeHandle(ref, () => own.current as TillgateCheckoutElement, []);
  useBrowserEffect(() => {
    const element = own.current;
    return element === null ? undefined : bindEvents(element, () => given.current);
  }, []);
  useBrowserEffect(() => {
    if (own.current !== null) assignProperties(own.current, props, given.current);
    given.current = props;
  });
  useBrowserEffect(() => {
    if (own.current !== null) void loadAndDefineElement(own.current);
  }, []);

  return createElement('tillgate-checkout', {
    ...reactOwnProps(props),
    ...attributes,
    ref: own,
    // Where the element's code was faster than React, the element has reflected attributes of its own by then.
    suppressHydrationWarning: true,
  });
});
