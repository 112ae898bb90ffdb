/** What a page's HTML says about the element; read without running its scripts. */
export interface ParsedShopPage {
  /** The script tag of the companion's element. */
  script: ScriptTag | undefined;
  hasElement: boolean;
  isIsolated: boolean;
  /** Addresses of linked style sheets. */
  styles: readonly URL[];
  /** Policies of `<meta>` tags. */
  policies: readonly string[];
}

export interface ScriptTag {
  address: URL;
  isModule: boolean;
  integrity: string | undefined;
  nonce: string | undefined;
}

/** The element's script, under any address of a companion. */
const SCRIPT = /\/widget\/tillgate\.js$/;

export function parseShopPage(html: string, page: URL): ParsedShopPage {
  const text = html.replace(/<!--[^]*?-->/g, '');
  const tags = (name: string): Map<string, string>[] =>
    [...text.matchAll(new RegExp(`<${name}(?=[\\s/>])((?:"[^"]*"|'[^']*'|[^"'>])*)>`, 'gi'))].map(
      ([, attributes = '']) => readAttributes(attributes),
    );
  const addressOf = (path: string | undefined): URL | undefined =>
    path !== undefined && URL.canParse(path, page.href) ? new URL(path, page) : undefined;
  const [element] = tags('tillgate-checkout');
  const scripts = tags('script').flatMap((tag): ScriptTag[] => {
    const address = addressOf(tag.get('src'));
    if (address === undefined || !SCRIPT.test(address.pathname)) return [];
    return [
      {
        address,
        isModule: tag.get('type')?.toLowerCase() === 'module',
        integrity: tag.get('integrity'),
        nonce: tag.get('nonce'),
      },
    ];
  });
  return {
    script: scripts[0],
    hasElement: element !== undefined,
    isIsolated: element?.has('isolated') === true,
    styles: tags('link').flatMap((tag) =>
      /\bstylesheet\b/i.test(tag.get('rel') ?? '') ? (addressOf(tag.get('href')) ?? []) : [],
    ),
    policies: tags('meta').flatMap((tag) =>
      tag.get('http-equiv')?.toLowerCase() === 'content-security-policy' ? (tag.get('content') ?? []) : [],
    ),
  };
}

function readAttributes(text: string): Map<string, string> {
  const attributes = text.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g);
  return new Map(
    [...attributes].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** The entities that templates write into attributes. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return ENTITIES[name as string] ?? whole;
  });
}
