import { isLoopback } from '../network/index.ts';
import { OIDC_ROLES_RULE_TEXT, type OidcSettings, parseOidcRoles } from '../sign-in/index.ts';
import type { CheckoutServerOptions } from './checkout-server-options.ts';
import { parseHttpUrl, toInvalidSettingError } from './setting-values.ts';

/**
 * The settings of the identity provider; undefined without one.
 * @throws CheckoutError `configuration_invalid`
 */
export function parseOidc(options: CheckoutServerOptions): OidcSettings | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcRoles } = options;
  // An incomplete set was refused before.
  if (!oidcIssuer || !oidcClientId || !oidcClientSecret || !oidcRoles) return undefined;
  const issuer = parseHttpUrl('TILLGATE_OIDC_ISSUER', oidcIssuer);
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) {
    throw toInvalidSettingError('TILLGATE_OIDC_ISSUER', 'https, unless the provider runs on this machine');
  }
  const roles = parseOidcRoles(oidcRoles);
  if (roles === undefined) throw toInvalidSettingError('TILLGATE_OIDC_ROLES', OIDC_ROLES_RULE_TEXT);
  return {
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    roles,
    rolesClaim: options.oidcRolesClaim ?? 'groups',
    name: options.oidcName ?? issuer.host,
  };
}
