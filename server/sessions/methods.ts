import type { Bank, CreateSession, FieldDescription, MethodView, SessionMethod } from '../../shared/contract/index.ts';
import type { RequiredField } from '../../shared/contract/session-view.ts';
import type { GatewayProfile } from '../gateway/profile/index.ts';
import { toGatewayPageLabel } from '../i18n/index.ts';

/** The method by which the shopper pays on the gateway's own page (interface 4.10, redirect payment). */
export const GATEWAY_PAGE = 'gateway_page';

/** Methods that the element names in the shopper's language, unless the shop or the profile does. */
const NAMED_BY_ELEMENT: ReadonlySet<string> = new Set(['online_banking']);

/** Whether a session may name a method without describing it. */
export function isMethodName(method: string, profile: GatewayProfile): boolean {
  return method === 'card' || method === GATEWAY_PAGE || Object.hasOwn(profile.methods, method);
}

/** What a name has to be where nothing describes the method. */
export const METHOD_RULE = 'card, gateway_page, or a method that the profile describes';

/** How a session wants the gateway's own page shown, and what it is told. */
export function pageOptionsOf(request: CreateSession): Pick<SessionMethod, 'display' | 'page'> {
  const entry = request.methods?.find((method) => typeof method !== 'string' && method.method === GATEWAY_PAGE);
  return typeof entry === 'object' ? entry : {};
}

/** The methods a session offers, described whole: what the session says, filled up from the profile. */
export function methodsOf(request: CreateSession, profile: GatewayProfile): MethodView[] {
  return readMethods(request, profile).map(({ given, known, asked }) => {
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
      fields: toAskedFields(request, isCard, asked),
      ...presentsOf(given.presents ?? known?.presents ?? 'page', given.method),
    };
  });
}

/** Whether the session asks for something that whoever pays by card is never asked: a card payment has no `person`. */
export function lacksCardBrands(request: CreateSession, profile: GatewayProfile): boolean {
  return readMethods(request, profile).some(
    ({ given, asked }) =>
      given.method === 'card' && asked.some((field) => isOfPerson(typeof field === 'string' ? field : field.path)),
  );
}

/** The banks that the shopper chooses from: none where the session's is one of them. */
function banksLeft({ bank_code: code }: CreateSession, banks: Bank[]): Bank[] {
  return banks.some((bank) => bank.code === code) ? [] : banks;
}

/** The session's bank for a method: of one with a choice of other banks the shopper chooses. */
export function bankOf({ bank_code: code }: CreateSession, { banks }: MethodView): string | undefined {
  return banks.length === 0 ? code : undefined;
}

interface ReadMethod {
  given: SessionMethod;
  known: GatewayProfile['methods'][string] | undefined;
  /** What the shop asks for, whichever way it said so. */
  asked: readonly (string | FieldDescription)[];
}

function readMethods(request: CreateSession, profile: GatewayProfile): ReadMethod[] {
  return (request.methods ?? ['card']).map((entry) => {
    const given: SessionMethod = typeof entry === 'string' ? { method: entry } : entry;
    const known = Object.hasOwn(profile.methods, given.method) ? profile.methods[given.method] : undefined;
    return { given, known, asked: [...(request.fields ?? []), ...(given.fields ?? known?.fields ?? [])] };
  });
}

function isOfPerson(path: string): boolean {
  return path.startsWith('person.');
}

function presentsOf(presents: NonNullable<SessionMethod['presents']>, method: string): Pick<MethodView, 'presents'> {
  return presents === 'page' || method === 'card' || method === GATEWAY_PAGE ? {} : { presents };
}

/** What the gateway needs and the session leaves out comes first; then what the shop asks for. Nothing known is asked. */
function toAskedFields(
  request: CreateSession,
  isCard: boolean,
  asked: readonly (string | FieldDescription)[],
): RequiredField[] {
  const needed = ['shopper.email', ...(isCard ? [] : ['shopper.first_name', 'shopper.last_name'])];
  const fields = new Map<string, RequiredField>();
  for (const entry of [...needed, ...asked]) {
    const { path: spelled, ...rest }: FieldDescription = typeof entry === 'string' ? { path: entry } : entry;
    const required = !spelled.endsWith('?');
    const path = required ? spelled : spelled.slice(0, -1);
    if (isPrefilled(request, path) || (isCard && isOfPerson(path))) continue;
    const type = path === 'person.document_number' ? request.person?.document_type : undefined;
    if (type !== undefined) rest.document_types = [type];
    fields.set(path, { ...fields.get(path), ...rest, path, required: required || fields.get(path)?.required === true });
  }
  return [...fields.values()];
}

/** Whether the session fixes a field. */
export function isPrefilled(request: CreateSession, path: string): boolean {
  if (!/^(shopper|billing|delivery|person)\../.test(path)) return false;
  let value: unknown = request;
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value !== undefined;
}

/** A name for people where nobody gave one: `bank_transfer` reads Bank transfer. */
function toLabel(method: string, locale: string | undefined): string {
  if (method === GATEWAY_PAGE) return toGatewayPageLabel(locale);
  const words = method.replace(/[_.-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
