import type { Deletion } from './card-number.ts';

/** Which way a change of a field deleted; undefined where it did not. */
export function deletionOf(event: Event): Deletion {
  const [, direction] = (event instanceof InputEvent && /^delete.*(Back|For)ward/.exec(event.inputType)) || [];
  return direction === undefined ? undefined : direction === 'Back' ? 'backward' : 'forward';
}
