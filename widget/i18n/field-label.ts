import { enMore } from './en-more.ts';
import type { MessageKey, Translate } from './translate.ts';

/** A field's label by the last part of its path; for a field without one that part made readable. */
export function fieldLabel(t: Translate, path: string): string {
  const [group = '', ...rest] = path.split('.');
  const name = rest.at(-1) ?? group;
  const key = `field.${name}`;
  const words = name.replaceAll('_', ' ');
  const label = key in enMore ? t(key as MessageKey) : words.charAt(0).toUpperCase() + words.slice(1);
  return group === 'delivery' ? t('field.delivery', { label }) : label;
}
