import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CheckoutError } from '../../shared/errors.ts';
import { isPlainCssValue, isThemeToken, type ThemeToken } from '../../shared/theme-tokens.ts';
import { isLoopback } from '../network/index.ts';

/** A shop's own branding of the hosted page. */
export interface Branding {
  theme: ReadonlyMap<ThemeToken, string>;
  logo: Logo | null;
  /** Links of the page's footer, in the order in which they are shown. */
  links: readonly (readonly [FooterLinkName, string])[];
}

/** The pages of the shop that the hosted page's footer may link to. */
const SHOP_LINKS = ['terms', 'privacy', 'refunds', 'contact'] as const;
export type FooterLinkName = (typeof SHOP_LINKS)[number];

/** A picture elsewhere, or one that the companion serves from memory. */
export type Logo = { url: string } | { body: Uint8Array<ArrayBuffer>; type: string; etag: string };

const LOGO_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};
const LOGO_MAX_BYTES = 512 * 1024;

const THEME_RULE =
  'a JSON object of the --tillgate-* properties with plain CSS values, such as {"color-primary":"#0a7f5a"}';
const LINKS_RULE =
  'a JSON object of terms, privacy, refunds and contact with https or mailto addresses, such as {"terms":"https://shop.example/terms"}';
const LOGO_RULE = 'an https address, or a file of at most 512 KB that ends in .svg, .png, .jpg or .webp';

/**
 * Checks theme, logo and links, and reads the logo where it is a file.
 * @throws CheckoutError `configuration_invalid`; its message names the setting as the environment spells it.
 */
export function parseBranding(theme: unknown, shopLogo: string | undefined, shopLinks: unknown): Branding {
  const values = parseTheme(theme);
  if (values === undefined) throw wrong('TILLGATE_THEME', THEME_RULE);
  const logo = shopLogo === undefined ? null : readLogo(shopLogo);
  if (logo === undefined) throw wrong('TILLGATE_SHOP_LOGO', LOGO_RULE);
  const links = parseLinks(shopLinks);
  if (links === undefined) throw wrong('TILLGATE_SHOP_LINKS', LINKS_RULE);
  return { theme: values, logo, links };
}

/** Reads the footer's links; undefined where one has an unknown name or an address that breaks the rule. */
function parseLinks(links: unknown): Branding['links'] | undefined {
  const entries = readObject(links);
  if (entries === undefined) return undefined;
  const read = SHOP_LINKS.filter((name) => entries.has(name)).map((name) => [name, entries.get(name)] as const);
  if (read.length !== entries.size) return undefined;
  return read.every((link): link is [FooterLinkName, string] => isShopAddress(link[1])) ? read : undefined;
}

function isShopAddress(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^(https|mailto):$/.test(protocol) || (protocol === 'http:' && isLoopback(hostname));
}

function wrong(setting: string, rule: string): CheckoutError {
  return new CheckoutError('configuration_invalid', `${setting}: ${rule}.`, {
    fields: [{ path: setting, code: 'format', rule }],
  });
}

/** The entries of an object, or of an object written as JSON; none for a setting that is not given. */
function readObject(setting: unknown): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = typeof setting === 'string' ? JSON.parse(setting) : (setting ?? {});
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return new Map<string, unknown>(Object.entries(value));
  } catch {
    // The caller refuses a text that is not JSON, as it refuses any other value that is no object.
    return undefined;
  }
}

/** Reads a theme, whose names may leave the `--tillgate-` out; undefined where it breaks its rule. */
function parseTheme(theme: unknown): ReadonlyMap<ThemeToken, string> | undefined {
  const entries = readObject(theme);
  if (entries === undefined) return undefined;
  const values = new Map<ThemeToken, string>();
  for (const [key, value] of entries) {
    const name = key.startsWith('--') ? key : `--tillgate-${key}`;
    if (!isThemeToken(name) || !isPlainCssValue(value)) return undefined;
    values.set(name, value);
  }
  const text = readableOn(values.get('--tillgate-color-primary') ?? '');
  if (text !== undefined && !values.has('--tillgate-color-on-primary')) values.set('--tillgate-color-on-primary', text);
  return values;
}

/**
 * White or black, by the higher contrast with a hex colour; undefined for a colour in another spelling. Without it, a shop
 * that sets the primary colour alone gets the element's own text colour, which is dark in dark mode.
 */
function readableOn(color: string): string | undefined {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return undefined;
  const pairs = hex.length === 3 ? Array.from(hex, (digit) => digit + digit) : (hex.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Where the contrasts of WCAG 2 against white and against black are the same.
  return luminance > 0.179 ? '#000' : '#fff';
}

/** Reads where a logo is, or the file itself; undefined where it breaks its rule. */
function readLogo(text: string): Logo | undefined {
  if (/^https?:/i.test(text)) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === 'https:' && url.username === '' ? { url: url.href } : undefined;
  }
  const type = LOGO_TYPES[text.slice(text.lastIndexOf('.') + 1).toLowerCase()];
  if (type === undefined) return undefined;
  try {
    const body = new Uint8Array(readFileSync(text));
    if (body.length === 0 || body.length > LOGO_MAX_BYTES) return undefined;
    return { body, type, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
  } catch {
    // A file that cannot be read is as wrong as a setting that names none.
    return undefined;
  }
}

/** The theme as a style sheet; every value was found to be plain. */
export function toStyleSheet(theme: ReadonlyMap<ThemeToken, string>): string {
  const lines = [...theme].map(([name, value]) => `  ${name}: ${value};\n`);
  return lines.length === 0 ? '' : `:root {\n${lines.join('')}}\n`;
}
