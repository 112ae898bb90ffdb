/** The behaviour of the sandbox's cards. Any other number that passes the Luhn check is paid. */
export type CardBehaviour =
  | { kind: 'paid'; disputed?: true }
  | { kind: 'declined'; code: string; message: string }
  | { kind: 'challenge'; then: 'paid' | 'declined' }
  | { kind: 'held' }
  | { kind: 'pending' };

/** The messages of the sandbox's codes, for result_info. */
export const RESULT_MESSAGES: Readonly<Record<string, string>> = {
  '0000': 'Success',
  P0001: 'Processing',
  P0002: 'Held for review',
  C0000: 'Cancelled by the merchant',
  D0001: 'Authentication failed',
  D0005: 'Do not honour',
  D0014: 'Invalid card number',
  D0017: 'Cancelled by the shopper',
  D0051: 'Insufficient funds',
  D0054: 'Expired card',
  D0060: 'Turned away after review',
  D0061: 'Code expired',
  D0082: 'Wrong security code',
  D0096: 'Processing error',
};

const decline = (code: string): CardBehaviour => ({ kind: 'declined', code, message: RESULT_MESSAGES[code] ?? '' });

export interface TestCard {
  number: string;
  meaning: string;
  behaviour: CardBehaviour;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', meaning: 'paid', behaviour: { kind: 'paid' } },
  { number: '4000000000000002', meaning: 'declined', behaviour: decline('D0005') },
  { number: '4000000000009995', meaning: 'declined, insufficient funds', behaviour: decline('D0051') },
  { number: '4000000000003220', meaning: '3-D Secure challenge', behaviour: { kind: 'challenge', then: 'paid' } },
  { number: '4000000000000101', meaning: 'declined, wrong security code', behaviour: decline('D0082') },
  { number: '4000000000000259', meaning: 'paid, disputed later', behaviour: { kind: 'paid', disputed: true } },
  { number: '4000000000009235', meaning: 'held for review', behaviour: { kind: 'held' } },
  { number: '4000000000000119', meaning: 'processing error', behaviour: decline('D0096') },
  {
    number: '4000008260003178',
    meaning: 'challenge, then declined',
    behaviour: { kind: 'challenge', then: 'declined' },
  },
  {
    number: '4000000000005126',
    meaning: 'pending, paid by notification after a few seconds',
    behaviour: { kind: 'pending' },
  },
];

/** The behaviour of a card, by its number and expiry. */
export function testCardBehaviourOf(card: { number: string; month: string; year: string }, now: number): CardBehaviour {
  const known = TEST_CARDS.find((entry) => entry.number === card.number);
  if (known === undefined && !passesLuhn(card.number)) return decline('D0014');
  // A card is valid through the last day of its month.
  if (Date.UTC(Number(card.year), Number(card.month), 1) <= now) return decline('D0054');
  return known?.behaviour ?? { kind: 'paid' };
}

export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return digits.length >= 12 && sum % 10 === 0;
}

/** First six and last four digits. */
export function maskTestCardNumber(number: string): string {
  return number === '' ? '' : `${number.slice(0, 6)}***${number.slice(-4)}`;
}
