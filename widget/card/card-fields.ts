export type CardField = 'number' | 'expiry' | 'code' | 'holder';

/** In the order in which they stand. */
export const CARD_FIELDS: readonly CardField[] = ['number', 'expiry', 'code', 'holder'];

/** The field of each path of a submit's body. */
export const CARD_FIELD_OF_PATH: Readonly<Record<string, CardField>> = {
  'card.number': 'number',
  'card.expiry_month': 'expiry',
  'card.expiry_year': 'expiry',
  'card.security_code': 'code',
  'card.holder_name': 'holder',
};
