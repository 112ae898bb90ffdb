/** The languages of the shop's pages. */
export type Language = 'en' | 'pt-BR';
