/** Everything that a form may have beyond the fields of a card, as one lazy chunk. */
export { BankField } from '../banks/bank-field.ts';
export { RequiredFields } from '../fields/required-fields.ts';
export { methodList } from '../methods/method-list.ts';
export { methodStyles } from '../methods/styles.ts';
export { partStyles } from '../theme/part-styles.ts';
export { requiredFieldStyles } from '../theme/required-field-styles.ts';
export { CardOptions } from './card-options.ts';
