import type { AddressLookup } from '../address/address-lookup.ts';
import type { SessionView } from '../../shared/contract/index.ts';
import type { BankField } from '../banks/bank-field.ts';
import type { ShopperFields } from '../fields/shopper-fields.ts';
import type { methodList } from '../methods/method-list.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import type { CardPaymentOptions } from './card-options.ts';

/** The parts of a form beyond the fields of a card. */
export interface FormParts {
  requiredFields?: ShopperFields;
  methodList?: typeof methodList;
  bank?: BankField;
  cardOptions?: CardPaymentOptions;
}

export interface FormPartsHost {
  root: ShadowRoot;
  /** Of countries, dates and amounts: a tag that Intl takes. */
  locale: () => string;
  addressLookup: () => AddressLookup | undefined;
  onChange: () => void;
  onRemoveCard: (tokenId: string) => Promise<void>;
}

/**
 * Loads the parts of a session's form besides the card. Those of the form before stay, with what is typed.
 * @throws where the chunk cannot be loaded: without its fields the form could not be sent
 */
export async function loadFormParts(view: SessionView, before: FormParts, host: FormPartsHost): Promise<FormParts> {
  const { methods, saved_cards, keeps_cards, installments, subscription } = view;
  const hasFields = methods.length > 1 || methods.some(({ fields, banks }) => fields.length + banks.length > 0);
  const hasOptions = saved_cards.length + installments.length > 0 || keeps_cards || !!subscription;
  if (!hasFields && !hasOptions) return {};
  const options = await import('./form-options.ts');
  adoptStyles(host.root, options.formPartStyles, options.shopperFieldStyles, options.methodStyles);
  const {
    requiredFields = new options.ShopperFields(host.onChange, host.addressLookup),
    bank = new options.BankField(host.onChange),
    cardOptions = hasOptions ? new options.CardPaymentOptions(view, host.onChange, host.onRemoveCard) : undefined,
  } = before;
  await requiredFields.begin(view, host.locale);
  cardOptions?.begin(view);
  return {
    requiredFields,
    methodList: options.methodList,
    bank,
    ...(cardOptions && { cardOptions }),
  };
}
