import type { SessionView } from '../../shared/contract/index.ts';
import type { BankField } from '../banks/bank-field.ts';
import type { RequiredFields } from '../fields/required-fields.ts';
import { adoptStyles } from '../theme/adopt-styles.ts';
import type { CardOptions } from './card-options.ts';

/** Parts of the form that a session needs beyond the fields of a card. */
export interface FormParts {
  requiredFields?: RequiredFields;
  bank?: BankField;
  cardOptions?: CardOptions;
}

export interface FormPartsHost {
  root: ShadowRoot;
  /** Of countries, dates and amounts: a tag that Intl takes. */
  locale: () => string;
  onChange: () => void;
  onRemoveCard: (tokenId: string) => Promise<void>;
}

/**
 * Loads what a session's form consists of besides the card.
 * @throws where a chunk cannot be had: without its fields the form could not be sent
 */
export async function loadFormParts(view: SessionView, host: FormPartsHost): Promise<FormParts> {
  const parts: FormParts = {};
  await Promise.all([loadRequiredFields(view, host, parts), loadCardOptions(view, host, parts)]);
  return parts;
}

async function loadRequiredFields(view: SessionView, host: FormPartsHost, parts: FormParts): Promise<void> {
  if (!view.methods.some(({ fields, banks }) => fields.length + banks.length > 0)) return;
  const { RequiredFields, BankField, requiredFieldStyles } = await import('./required-fields.ts');
  adoptStyles(host.root, requiredFieldStyles);
  parts.requiredFields = new RequiredFields(host.onChange);
  parts.bank = new BankField(host.onChange);
  await parts.requiredFields.begin(view, host.locale);
}

async function loadCardOptions(view: SessionView, host: FormPartsHost, parts: FormParts): Promise<void> {
  const { saved_cards, keeps_cards, installments, subscription } = view;
  if (saved_cards.length + installments.length === 0 && !keeps_cards && !subscription) return;
  const { CardOptions, partStyles } = await import('./card-options.ts');
  adoptStyles(host.root, partStyles);
  parts.cardOptions = new CardOptions(view, host.onChange, host.onRemoveCard);
}
