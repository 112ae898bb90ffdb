import type { DeletionDirection } from './card-number.ts';

/** Which way a change of a field deleted; undefined where it did not. */
export function deletionDirectionOf(event: Event): DeletionDirection {
  const [, direction] = (event instanceof InputEvent && /^delete.*(Back|For)ward/.exec(event.inputType)) || [];
  return direction === undefined ? undefined : direction === 'Back' ? 'backward' : 'forward';
}
