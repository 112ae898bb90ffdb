/** What a session may ask besides the card, as one lazy chunk. */
export { BankField } from '../banks/bank-field.ts';
export { AskedFields } from '../fields/asked-fields.ts';
export { askedStyles } from '../theme/asked-styles.ts';
