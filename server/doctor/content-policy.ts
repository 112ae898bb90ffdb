/** Reads a page's Content-Security-Policy (CSP level 3) as far as the element needs it. */

/** The sources of each directive, by its lower-case name. */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/** The policies of headers and of `<meta>` tags. A request has to be allowed by each of them. */
export function parsePolicies(texts: readonly string[]): ContentPolicy[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const directives = new Map<string, readonly string[]>();
      for (const part of text.split(';')) {
        const [name = '', ...sources] = part.trim().split(/\s+/);
        const key = name.toLowerCase();
        // The first of a name counts.
        if (key !== '' && !directives.has(key)) directives.set(key, sources);
      }
      return directives;
    })
    .filter((policy) => policy.size > 0);
}

/** Directives that stand in for a missing one, in order. */
const FALLBACKS = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'style-src': ['style-src-elem', 'style-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'form-action': ['form-action'],
} as const satisfies Record<string, readonly string[]>;

export type CheckedCspDirective = keyof typeof FALLBACKS;

/** The sources that apply to a directive; undefined where the policy does not restrict it. */
export function sourcesOf(policy: ContentPolicy, directive: CheckedCspDirective): readonly string[] | undefined {
  const name = FALLBACKS[directive].find((candidate) => policy.has(candidate));
  return name === undefined ? undefined : policy.get(name);
}

/** Whether a list of sources allows an address to a page. Nonces, hashes and `'strict-dynamic'` are not considered. */
export function isAddressAllowed(sources: readonly string[], address: URL, page: URL): boolean {
  return sources.some((source) => {
    const text = source.toLowerCase();
    if (text === "'self'") return address.origin === page.origin;
    if (text.startsWith("'")) return false;
    if (text === '*') return /^(https?|wss?):$/.test(address.protocol) || address.protocol === page.protocol;
    if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, address.protocol);
    return matchesHost(source, address, page);
  });
}

/** `http:` allows https as well. */
function isScheme(allowed: string, protocol: string): boolean {
  return allowed === protocol || (allowed === 'http:' && protocol === 'https:');
}

const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?((?:\*\.)?[^/:*]+|\*|\[[0-9a-f:]+\])(?::(\d+|\*))?(\/.*)?$/i;

function matchesHost(source: string, address: URL, page: URL): boolean {
  const [, scheme, host = '', port, path = ''] = HOST_SOURCE.exec(source) ?? [];
  if (host === '' || !isScheme((scheme ?? page.protocol).toLowerCase(), address.protocol)) return false;
  if (!matchesName(host.toLowerCase(), address.hostname)) return false;
  const standard = address.protocol === 'https:' ? '443' : '80';
  const given = address.port === '' ? standard : address.port;
  const isUpgraded = port === '80' && given === '443';
  if (port === undefined ? given !== standard : port !== '*' && port !== given && !isUpgraded) return false;
  if (path === '' || path === '/') return true;
  return path.endsWith('/') ? address.pathname.startsWith(path) : address.pathname === path;
}

function matchesName(pattern: string, hostname: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}

/** Whether a script tag runs: by its address, its nonce, or its integrity. */
export function isScriptAllowed(
  sources: readonly string[],
  script: { address: URL; nonce: string | undefined; integrity: string | undefined },
  page: URL,
): boolean {
  if (script.nonce !== undefined && sources.includes(`'nonce-${script.nonce}'`)) return true;
  const hashes = (script.integrity ?? '').split(/\s+/).filter((hash) => hash !== '');
  if (hashes.length > 0 && hashes.every((hash) => sources.includes(`'${hash}'`))) return true;
  if (sources.includes("'strict-dynamic'")) return false;
  return isAddressAllowed(sources, script.address, page);
}

/** Whether the element's Trusted Types policies may be made. */
export function allowsTrustedTypes(policy: ContentPolicy): boolean {
  const names = policy.get('trusted-types');
  return names === undefined || ['*', 'tillgate', 'lit-html'].some((name) => names.includes(name));
}
