import { parseScopes, type Scope, SCOPES } from '../../shared/contract/merchant/scopes.ts';

/** Sign-in through an OpenID Connect provider. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Shown on the button; default: the host name of the issuer. */
  name: string;
  /** The claim with the user's roles or groups. */
  rolesClaim: string;
  /** The scopes of each value of that claim. */
  roles: ReadonlyMap<string, readonly Scope[]>;
}

export const OIDC_ROLES_RULE_TEXT = `JSON such as {"support": "read+refund"}; scopes are ${SCOPES.join(', ')}`;

/** The scopes of each role; undefined if the text breaks {@link OIDC_ROLES_RULE_TEXT}. */
export function parseOidcRoles(
  given: string | Readonly<Record<string, string>>,
): ReadonlyMap<string, readonly Scope[]> | undefined {
  const roles = typeof given === 'string' ? readJson(given) : given;
  if (typeof roles !== 'object' || roles === null || Array.isArray(roles)) return undefined;
  const entries = Object.entries(roles).map(([role, scopes]) => [role, parseScopes(scopes)] as const);
  if (entries.length === 0 || entries.some(([, scopes]) => scopes === undefined)) return undefined;
  return new Map(entries as [string, readonly Scope[]][]);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
