import type { FieldError } from '../../shared/errors.ts';
import { containsCardNumber } from '../../shared/card-numbers.ts';
import type { CreateSession, SubmitPayment } from '../../shared/contract/index.ts';
import { isAmount } from '../../shared/money.ts';
import { isReferenceFieldName, maskCardNumbers } from '../gateway/redact.ts';

/**
 * People type card numbers into the wrong fields. Fields about a person refuse them, because a masked name or email
 * would be a different one. Free texts mask them. Identifiers, documents, phone numbers and bank accounts are not
 * checked: their digits can look like a card number by chance.
 */

const RULE = 'no card number; it belongs in the card form alone';

/** Parts of a submit that contain the card itself, or that no person types. */
const NOT_TYPED: ReadonlySet<string> = new Set(['card.number', 'card.security_code', 'device', 'risk_token']);

/** Fields of a submit whose values the browser generates. */
const MADE_UP: ReadonlySet<string> = new Set(['attempt_id']);

/** The fields of a submit into which a card number was typed. */
export function findCardNumbersInSubmit(submit: SubmitPayment): FieldError[] {
  return faultsIn(submit, '');
}

/** The groups of a session that describe a person. */
const PEOPLE = ['shopper', 'billing', 'delivery', 'person', 'prefill', 'account_owner'] as const;

/** The fields of a session's people into which a card number was typed. */
export function findCardNumbersInPersonFields(request: CreateSession): FieldError[] {
  const people: Partial<Record<string, unknown>> = request;
  return PEOPLE.flatMap((name) => faultsIn(people[name], name));
}

/** Identifiers in a session, and values for the shop's own programs. */
const NAMES: ReadonlySet<string> = new Set([
  ...PEOPLE,
  'order_no',
  'return_url',
  'cancel_url',
  'website',
  'methods',
  'fields',
  'locale',
  'additional_information',
  'device',
]);

/** A session with the card numbers in its free texts masked: notes, custom data, metadata, names of items. */
export function maskCardNumbersInFreeTexts(request: CreateSession): CreateSession {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, NAMES.has(name) ? value : masked(value, [name])]),
  ) as CreateSession;
}

function faultsIn(value: unknown, path: string, faults: FieldError[] = []): FieldError[] {
  if (NOT_TYPED.has(path)) return faults;
  if (typeof value === 'string') {
    // No name has a dot: the schemas of a submit and of a session's people are strict.
    if (containsCardNumber(value) && isFreeText(path.split('.'), value))
      faults.push({ path, code: 'format', rule: RULE });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) faultsIn(part, path === '' ? name : `${path}.${name}`, faults);
  }
  return faults;
}

function masked(value: unknown, path: readonly string[]): unknown {
  if (typeof value === 'string') return isFreeText(path, value) ? maskCardNumbers(value) : value;
  if (Array.isArray(value)) return value.map((part) => masked(part, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [maskCardNumbers(name), masked(part, [...path, name])]),
  );
}

function isFreeText(path: readonly string[], value: string): boolean {
  const [group = '', name = group] = path.slice(-2);
  if (MADE_UP.has(path.join('.'))) return true;
  return !isReferenceFieldName(name) && !isReferenceFieldName(`${group}_${name}`) && !isAmount(value);
}
