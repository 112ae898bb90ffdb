import type { Bank, CreateSession, RequestedField, MethodView, SessionMethod } from '../../shared/contract/index.ts';
import type { ShopperField } from '../../shared/contract/session-view.ts';
import type { GatewayProfile } from '../gateway/profile/index.ts';
import { gatewayPageLabelFor } from '../i18n/index.ts';

/** The payment method on the gateway's own page (interface 4.10, redirect payment). */
export const GATEWAY_PAGE_METHOD = 'gateway_page';

/** Methods that the element names in the shopper's language, unless the shop or the profile does. */
const NAMED_BY_ELEMENT: ReadonlySet<string> = new Set(['online_banking']);

/** Whether a session can use a method by name alone. */
export function isMethodUsableByName(method: string, profile: GatewayProfile): boolean {
  return method === 'card' || method === GATEWAY_PAGE_METHOD || Object.hasOwn(profile.methods, method);
}

/** The rule for a method that is named without a description. */
export const METHOD_NAME_RULE_TEXT = 'card, gateway_page, or a method that the profile describes';

/** A session's options for the gateway's own page. */
export function gatewayPageOptionsOf(request: CreateSession): Pick<SessionMethod, 'display' | 'page'> {
  const entry = request.methods?.find((method) => typeof method !== 'string' && method.method === GATEWAY_PAGE_METHOD);
  return typeof entry === 'object' ? entry : {};
}

/** The methods of a session with complete descriptions: the session's values, then the profile's. */
export function paymentMethodsOf(request: CreateSession, profile: GatewayProfile): MethodView[] {
  return readMethods(request, profile).map(({ given, known, requested }) => {
    const isCard = given.method === 'card';
    return {
      method: given.method,
      kind: isCard ? 'card' : 'redirect',
      label:
        given.label ??
        known?.label ??
        (isCard || NAMED_BY_ELEMENT.has(given.method) ? null : toLabel(given.method, request.locale)),
      ...(given.icon === undefined || isCard ? {} : { icon: given.icon }),
      brands: isCard ? (given.brands ?? null) : null,
      banks: banksLeft(request, given.banks ?? known?.banks ?? []),
      fields: toRequestedFields(request, isCard, requested),
      ...presentsOf(given.presents ?? known?.presents ?? 'page', given.method),
    };
  });
}

/** Whether the session requires a field of `person` from shoppers who pay by card: a card payment has no `person`. */
export function requiresPersonFieldsForCard(request: CreateSession, profile: GatewayProfile): boolean {
  return readMethods(request, profile).some(
    ({ given, requested }) =>
      given.method === 'card' && requested.some((field) => isOfPerson(typeof field === 'string' ? field : field.path)),
  );
}

/** The banks that the shopper can choose; none if the session's bank is one of them. */
function banksLeft({ bank_code: code }: CreateSession, banks: Bank[]): Bank[] {
  return banks.some((bank) => bank.code === code) ? [] : banks;
}

/** The session's bank for a method. If the method has other banks, the shopper chooses. */
export function bankFixedBySession({ bank_code: code }: CreateSession, { banks }: MethodView): string | undefined {
  return banks.length === 0 ? code : undefined;
}

interface ReadMethod {
  given: SessionMethod;
  known: GatewayProfile['methods'][string] | undefined;
  /** The fields that the shop requires, in either form. */
  requested: readonly (string | RequestedField)[];
}

function readMethods(request: CreateSession, profile: GatewayProfile): ReadMethod[] {
  return (request.methods ?? ['card']).map((entry) => {
    const given: SessionMethod = typeof entry === 'string' ? { method: entry } : entry;
    const known = Object.hasOwn(profile.methods, given.method) ? profile.methods[given.method] : undefined;
    return { given, known, requested: [...(request.fields ?? []), ...(given.fields ?? known?.fields ?? [])] };
  });
}

function isOfPerson(path: string): boolean {
  return path.startsWith('person.');
}

function presentsOf(presents: NonNullable<SessionMethod['presents']>, method: string): Pick<MethodView, 'presents'> {
  return presents === 'page' || method === 'card' || method === GATEWAY_PAGE_METHOD ? {} : { presents };
}

/**
 * First the fields that the gateway requires and the session lacks, then those that the shop requires. Known fields are
 * not requested.
 */
function toRequestedFields(
  request: CreateSession,
  isCard: boolean,
  requested: readonly (string | RequestedField)[],
): ShopperField[] {
  const needed = ['shopper.email', ...(isCard ? [] : ['shopper.first_name', 'shopper.last_name'])];
  const fields = new Map<string, ShopperField>();
  for (const entry of [...needed, ...requested]) {
    const { path: spelled, ...rest }: RequestedField = typeof entry === 'string' ? { path: entry } : entry;
    const required = !spelled.endsWith('?');
    const path = required ? spelled : spelled.slice(0, -1);
    if (isFieldFixedBySession(request, path) || (isCard && isOfPerson(path))) continue;
    const type = path === 'person.document_number' ? request.person?.document_type : undefined;
    if (type !== undefined) rest.document_types = [type];
    fields.set(path, { ...fields.get(path), ...rest, path, required: required || fields.get(path)?.required === true });
  }
  return [...fields.values()];
}

/** Whether the session fixes a field. */
export function isFieldFixedBySession(request: CreateSession, path: string): boolean {
  if (!/^(shopper|billing|delivery|person)\../.test(path)) return false;
  let value: unknown = request;
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value !== undefined;
}

/** A display name for a method without one: `bank_transfer` becomes Bank transfer. */
function toLabel(method: string, locale: string | undefined): string {
  if (method === GATEWAY_PAGE_METHOD) return gatewayPageLabelFor(locale);
  const words = method.replace(/[_.-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
