import { TillgateErrorEvent } from '../events/error-event.ts';
import type { TillgateProperties } from '../frameworks/element-types.ts';
import type { TillgateCheckout } from '../tillgate-checkout.ts';
import { ATTRIBUTE_OF_PROPERTY, EVENT_OF_HANDLER, keysOf, type TillgateHandlers } from './react-props.ts';

/**
 * Fetches and registers the element: in browsers only, since a server only writes the tag. Where the code cannot be loaded,
 * the element shows no error itself, so the page receives the event.
 */
export async function loadAndDefineElement(element: HTMLElement): Promise<void> {
  try {
    await import('../index.ts');
  } catch {
    element.dispatchEvent(new TillgateErrorEvent('network_error', true));
  }
}

/**
 * Assigns every given property, and resets those that are no longer given. Before the element's code is there its
 * properties wait on the tag, and Lit takes them over.
 */
export function assignProperties(
  element: TillgateCheckout,
  props: TillgateProperties,
  before: TillgateProperties,
): void {
  for (const name of keysOf(ATTRIBUTE_OF_PROPERTY)) {
    if (props[name] !== undefined) Object.assign(element, { [name]: props[name] });
    else if (before[name] !== undefined) reset(element, name);
  }
}

/** A prop that is no longer given: what the element has by itself. */
function reset(element: TillgateCheckout, name: keyof TillgateProperties): void {
  if (customElements.get('tillgate-checkout') !== undefined) {
    Object.assign(element, { [name]: document.createElement('tillgate-checkout')[name] });
    return;
  }
  Reflect.deleteProperty(element, name);
  const attribute = ATTRIBUTE_OF_PROPERTY[name];
  if (attribute !== null) element.removeAttribute(attribute);
}

/** Listens once to every event; `handlers` gives the present ones. Returns what ends it. */
export function bindEvents(element: HTMLElement, handlers: () => TillgateHandlers): () => void {
  const ended = new AbortController();
  for (const name of keysOf(EVENT_OF_HANDLER)) {
    const handle = (event: Event): void => (handlers()[name] as ((event: Event) => void) | undefined)?.(event);
    element.addEventListener(EVENT_OF_HANDLER[name], handle, { signal: ended.signal });
  }
  return () => ended.abort();
}
