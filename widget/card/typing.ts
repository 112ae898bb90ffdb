import type { Deletion } from './card-number.ts';

/** Time for a Tab that the shopper presses out of habit, in ms: the focus has moved already, and skips no field. */
const TAB_TIME = 2_000;

/** Swallows that Tab. */
export function keepHabitualTab(press: KeyboardEvent, advancedAt: number): void {
  if (press.key === 'Tab' && !press.shiftKey && press.timeStamp - advancedAt < TAB_TIME) press.preventDefault();
}

/** Which way a change of a field deleted; undefined where it did not. */
export function deletionOf(event: Event): Deletion {
  const [, direction] = (event instanceof InputEvent && /^delete.*(Back|For)ward/.exec(event.inputType)) || [];
  return direction === undefined ? undefined : direction === 'Back' ? 'backward' : 'forward';
}
