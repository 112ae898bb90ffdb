/** English of what comes with the marks of card brands. */
export const enCard = {
  'card.code.back': '3 digits on the back of the card',
  'card.code.front': '4 digits on the front of the card',
  'card.brands': 'This card has two brands. Pay with',
} as const;
