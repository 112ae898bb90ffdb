/** Everything that a form may have beyond the fields of a card, as one lazy chunk. */
export { BankField } from '../banks/bank-field.ts';
export { ShopperFields } from '../fields/shopper-fields.ts';
export { methodList } from '../methods/method-list.ts';
export { methodStyles } from '../methods/styles.ts';
export { formPartStyles } from '../theme/form-part-styles.ts';
export { shopperFieldStyles } from '../theme/shopper-field-styles.ts';
export { CardPaymentOptions } from './card-options.ts';
