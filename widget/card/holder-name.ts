import { isLongerThan } from '../../shared/characters.ts';

/** The most characters a name may have. */
const MAX_LENGTH = 255;

/** What a name is; a card number typed into the name field is refused. */
export function checkHolderName(text: string): 'empty' | 'valid' | 'invalid' {
  const name = text.trim();
  if (name === '') return 'empty';
  return isLongerThan(name, MAX_LENGTH) || /^[\d\s-]+$/.test(name) ? 'invalid' : 'valid';
}
