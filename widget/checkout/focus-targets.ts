/** Selectors of what takes the focus. */
export const WRONG_FIELD_SELECTOR = '[aria-invalid="true"]';

/** When the form is shown again: the field to correct, a security code that is asked again, or the message and the button. */
export const REOPENED_FORM_SELECTORS = [
  WRONG_FIELD_SELECTOR,
  '[id$=-code]:placeholder-shown',
  '.alert:not(:empty), .pay',
];

/** After a decline that no other try of the same card mends. */
export const DECLINED_CARD_FOCUS_SELECTORS = ['#card-number', ...REOPENED_FORM_SELECTORS];
