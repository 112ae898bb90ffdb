import type { ErrorCode } from '../../shared/errors.ts';
import { en, type MessageKey, type Messages } from './en.ts';

/** A text by its key, with values put in. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/** English of parts that came later. */
let late: Partial<Messages> = {};

/** Parts that come later bring their English along: it is not in the first download. */
export function addEnglish(texts: Partial<Messages>): void {
  late = { ...late, ...texts };
}

/** Texts of a language with the shop's own laid over them. */
export function createTranslate(messages: Messages, labels: Partial<Messages> = {}): Translate {
  return (key, values = {}) =>
    (labels[key] ?? messages[key] ?? late[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    );
}

/** The key of an error's sentence for shoppers. */
export function errorKey(code: ErrorCode): MessageKey {
  if (code === 'gateway_unreachable' || code === 'store_unavailable') return 'error.not_sent';
  if (code === 'gateway_misconfigured') return 'error.unavailable';
  const key = `error.${code}`;
  return key in en ? (key as MessageKey) : 'error.other';
}

/** A field's label by the last part of its path; for a field without one that part made readable. */
export function fieldLabel(t: Translate, path: string): string {
  const [group = '', ...rest] = path.split('.');
  const name = rest.at(-1) ?? group;
  const key = `field.${name}`;
  const words = name.replaceAll('_', ' ');
  const label = key in en ? t(key as MessageKey) : words.charAt(0).toUpperCase() + words.slice(1);
  return group === 'delivery' ? t('field.delivery', { label }) : label;
}
