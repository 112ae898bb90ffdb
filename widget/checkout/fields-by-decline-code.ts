import type { DeclineCode } from '../../shared/contract/index.ts';

/** The fields of the submit body that a decline is about; the shopper changes them before another attempt. */
export const FIELDS_BY_DECLINE_CODE: Partial<Record<DeclineCode, readonly string[]>> = {
  incorrect_security_code: ['card.security_code', 'security_code'],
  incorrect_card_number: ['card.number'],
  expired_card: ['card.expiry_month'],
};
