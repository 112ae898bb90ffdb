import type { CreateSession, FieldDescription, MethodView, SessionMethod } from '../../shared/contract/index.ts';
import type { AskedField } from '../../shared/contract/session-view.ts';
import type { GatewayProfile } from '../gateway/profile.ts';
import { toGatewayPageLabel } from '../i18n/gateway-page-label.ts';

/** The method by which the shopper pays on the gateway's own page (interface 4.10, redirect payment). */
export const GATEWAY_PAGE = 'gateway_page';

/** Whether a session may name a method without describing it. */
export function isNamed(method: string, profile: GatewayProfile): boolean {
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
      label: given.label ?? known?.label ?? (isCard ? null : toLabel(given.method, request.locale)),
      brands: isCard ? (given.brands ?? null) : null,
      banks: given.banks ?? known?.banks ?? [],
      fields: toAskedFields(request, isCard, asked),
      ...presentsOf(given.presents ?? known?.presents ?? 'page', given.method),
    };
  });
}

/** Whether the session asks for something that whoever pays by card is never asked: a card payment has no `person`. */
export function asksCardInVain(request: CreateSession, profile: GatewayProfile): boolean {
  return readMethods(request, profile).some(
    ({ given, asked }) =>
      given.method === 'card' && asked.some((field) => isOfPerson(typeof field === 'string' ? field : field.path)),
  );
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
): AskedField[] {
  const needed = ['shopper.email', ...(isCard ? [] : ['shopper.first_name', 'shopper.last_name'])];
  const fields = new Map<string, AskedField>();
  for (const entry of [...needed, ...asked]) {
    const { path: spelled, ...rest } = typeof entry === 'string' ? { path: entry } : entry;
    const required = !spelled.endsWith('?');
    const path = required ? spelled : spelled.slice(0, -1);
    if (isKnown(request, path) || (isCard && isOfPerson(path))) continue;
    fields.set(path, { ...fields.get(path), ...rest, path, required: required || fields.get(path)?.required === true });
  }
  return [...fields.values()];
}

/** Whether the session fixes a field. */
export function isKnown(request: CreateSession, path: string): boolean {
  const [group, name] = path.split('.');
  if (group !== 'shopper' && group !== 'billing' && group !== 'delivery') return false;
  const values: Record<string, unknown> = request[group] ?? {};
  return name !== undefined && values[name] !== undefined;
}

/** A name for people where nobody gave one: `bank_transfer` reads Bank transfer. */
function toLabel(method: string, locale: string | undefined): string {
  if (method === GATEWAY_PAGE) return toGatewayPageLabel(locale);
  const words = method.replace(/[_.-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
