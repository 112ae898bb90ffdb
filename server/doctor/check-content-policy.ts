import { isLoopback } from '../network/index.ts';
import type { ParsedOptions } from '../settings/index.ts';
import {
  allowsTrustedTypes,
  type ContentPolicy,
  type CheckedCspDirective,
  isAddressAllowed,
  isScriptAllowed,
  parsePolicies,
  sourcesOf,
} from './content-policy.ts';
import { failed, type Finding, ok, warning } from './finding.ts';
import type { ParsedShopPage } from './parse-shop-page.ts';

/** What a page is held against. */
export type ContentPolicyExpectations = Pick<ParsedOptions, 'publicUrl' | 'allowedOrigins'> & {
  /** Those of all accounts. */
  issuerHosts: readonly string[];
};

interface PolicyContext extends ContentPolicyExpectations {
  page: URL;
  facts: ParsedShopPage;
}

/** Whether a page's policies allow what the element needs (widget/docs/element.md, Content Security Policy). */
export function checkContentPolicy(texts: readonly string[], context: PolicyContext): Finding {
  const policies = parsePolicies(texts);
  if (policies.length === 0) {
    return warning(
      'page_policy',
      'the page has no Content-Security-Policy',
      'Send one: widget/docs/element.md has the whole policy. It keeps foreign scripts from the form.',
    );
  }
  const blocked = [...new Set(policies.flatMap((policy) => findBlocked(policy, context)))];
  if (blocked.length === 0) return ok('page_policy', 'the Content-Security-Policy allows what the element needs');
  return failed(
    'page_policy',
    `the Content-Security-Policy blocks ${blocked.join('; ')}`,
    'Allow it: widget/docs/element.md has the whole policy.',
  );
}

function findBlocked(policy: ContentPolicy, { page, facts, publicUrl, issuerHosts }: PolicyContext): string[] {
  const companion = new URL(publicUrl);
  const allows = (directive: CheckedCspDirective, address: URL): boolean => {
    const sources = sourcesOf(policy, directive);
    return sources === undefined || isAddressAllowed(sources, address, page);
  };
  const blocked: string[] = [];
  const need = (directive: CheckedCspDirective, address: URL): void => {
    if (!allows(directive, address)) blocked.push(`${address.origin} for ${directive}`);
  };
  const scripts = sourcesOf(policy, 'script-src');
  const { script } = facts;
  if (script !== undefined && scripts !== undefined && !isScriptAllowed(scripts, script, page)) {
    blocked.push(`${script.address.origin} for script-src`);
  }
  need('connect-src', companion);
  for (const style of facts.styles) if (style.origin === companion.origin) need('style-src', style);
  if (facts.isIsolated) need('frame-src', companion);
  for (const host of issuerHosts) {
    for (const directive of ['frame-src', 'form-action'] as const) {
      // An isolated form opens challenges in its own frame.
      if (!(facts.isIsolated && directive === 'frame-src')) need(directive, issuerAddress(host));
    }
  }
  if (!allowsTrustedTypes(policy)) blocked.push('the policy tillgate for trusted-types');
  return blocked;
}

/** An address of an issuer's host; `*.bank.example` stands for its subdomains. */
function issuerAddress(host: string): URL {
  const address = new URL(`https://${host.replace(/^\*\./, 'any.')}/`);
  // The sandbox's issuer runs on this machine.
  return isLoopback(address.hostname) ? new URL(`http://${host}/`) : address;
}
