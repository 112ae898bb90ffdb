import { isSingleKeyInput } from '../fields/digits.ts';
import type { CardField } from './card-fields.ts';

/** Time for a Tab that the shopper presses out of habit, in ms: the focus has moved already, and skips no field. */
const TAB_TIME = 2_000;

/** Swallows that Tab. */
function keepHabitualTab(press: KeyboardEvent, advancedAt: number): void {
  if (press.key === 'Tab' && !press.shiftKey && press.timeStamp - advancedAt < TAB_TIME) press.preventDefault();
}

/** Moves the focus to the next field, only while the shopper types at the end of this one. */
export function advanceFocus(next: CardField, input: HTMLInputElement, event: Event): void {
  if (!isSingleKeyInput(event) || input.selectionStart !== input.value.length) return;
  const target = (input.getRootNode() as ShadowRoot).querySelector<HTMLElement>(`#card-${next}`);
  target?.focus();
  target?.addEventListener('keydown', (press) => keepHabitualTab(press, event.timeStamp), { once: true });
}
