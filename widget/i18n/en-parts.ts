/** English of kept cards, payment plans and subscription terms, which come with those parts. */
export const enParts = {
  saved: 'Your cards',
} as const;
