/** Required fields and banks as one lazy chunk. */
export { BankField } from '../banks/bank-field.ts';
export { RequiredFields as AskedFields } from '../fields/required-fields.ts';
export { requiredFieldStyles as askedStyles } from '../theme/required-field-styles.ts';
