/** Required fields and banks as one lazy chunk. */
export { BankField } from '../banks/bank-field.ts';
export { RequiredFields } from '../fields/required-fields.ts';
export { requiredFieldStyles } from '../theme/required-field-styles.ts';
