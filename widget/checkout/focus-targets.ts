import type { CheckoutState } from './state.ts';

/** Selectors of what takes the focus. */
export const WRONG_FIELD_SELECTOR = '[aria-invalid="true"]';

/** The number of a card that no further try can pay: selected, so that typing replaces it. */
export const DECLINED_NUMBER_SELECTOR = '#card-number';

/**
 * When the form is shown again, the first of these that is there: the number of a card without funds, the field to correct,
 * a security code that is asked again, or the message and the button.
 */
export function selectorsOfReopenedForm(decline: CheckoutState['decline']): string[] {
  const selectors = [WRONG_FIELD_SELECTOR, '[id$=-code]:placeholder-shown', '.alert:not(:empty), .pay'];
  return decline === 'insufficient_funds' ? [DECLINED_NUMBER_SELECTOR, ...selectors] : selectors;
}
