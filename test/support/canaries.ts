/** A secret whose spellings are searched for. */

export interface Canary {
  name: string;
  value: string;
}

export interface CanaryMatch {
  canary: string;
  place: string;
  spelling: string;
  /** The text around it. */
  excerpt: string;
}

/** Shorter digits look like a time or a port unless they stand alone. */
const SHORT = 6;
/** Fewer characters than this turn up by chance in random ids. */
const ENOUGH = 6;

/** Every spelling of a text that is long enough to mean it. */
export function encodingsOf(value: string): { name: string; text: string }[] {
  const bytes = Buffer.from(value, 'utf8');
  const hex = bytes.toString('hex');
  const found = [
    { name: 'plain', text: value },
    { name: 'in groups of four', text: grouped(value, ' ') },
    { name: 'in groups of four with dashes', text: grouped(value, '-') },
    { name: 'hex', text: hex },
    { name: 'HEX', text: hex.toUpperCase() },
    { name: 'URL-encoded', text: encodeURIComponent(value) },
    { name: 'URL-encoded as a form', text: new URLSearchParams({ a: value }).toString().slice(2) },
    { name: 'URL-encoded throughout', text: hex.replace(/../g, '%$&') },
    { name: 'URL-encoded twice', text: encodeURIComponent(encodeURIComponent(value)) },
    { name: 'JSON', text: JSON.stringify(value).slice(1, -1) },
    { name: 'JSON inside JSON', text: JSON.stringify(JSON.stringify(value)).slice(3, -3) },
    {
      name: 'JSON escapes',
      text: Array.from(value)
        .map((sign) => `\\u${codeOf(sign)}`)
        .join(''),
    },
    { name: 'XML', text: value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') },
    { name: 'UTF-16', text: Buffer.from(value, 'utf16le').toString('latin1') },
    ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset)),
  ];
  const distinct = found.filter((one, index) => found.findIndex(({ text }) => text === one.text) === index);
  return distinct.filter(({ text, name }) => name === 'plain' || text.length >= ENOUGH);
}

function grouped(value: string, separator: string): string {
  return /^\d{12,19}$/.test(value) ? value.replace(/(\d{4})(?=\d)/g, `$1${separator}`) : value;
}

function codeOf(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(4, '0');
}

/** The part of a base64 text that does not depend on what stands before and behind the value. */
function base64At(bytes: Buffer, offset: number): { name: string; text: string }[] {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor((padded.length * 8) / 6);
  const text = padded.toString('base64').slice(from, to);
  const name = `base64, ${String(offset)} bytes in`;
  return [
    { name, text },
    { name: `${name}, for addresses`, text: text.replaceAll('+', '-').replaceAll('/', '_') },
  ];
}

/** Everything in which secrets are looked for, by the place's name. */
export type SearchedTexts = Map<string, Buffer[]>;

export function addSearchedText(places: SearchedTexts, place: string, ...contents: (string | Buffer)[]): void {
  const buffers = contents.map((content) => (typeof content === 'string' ? Buffer.from(content, 'utf8') : content));
  places.set(place, [...(places.get(place) ?? []), ...buffers]);
}

/** Every canary in every place, one hit for each spelling. */
export function findCanaries(canaries: readonly Canary[], places: SearchedTexts): CanaryMatch[] {
  const wanted = canaries.flatMap((canary) =>
    encodingsOf(canary.value).map(({ name, text }) => ({
      canary: canary.name,
      spelling: name,
      text: Buffer.from(text, name === 'UTF-16' ? 'latin1' : 'utf8').toString('latin1'),
    })),
  );
  const long = new Set(wanted.map(({ text }) => text).filter((text) => text.length >= SHORT));
  const contents = [...places].map(([place, buffers]) => {
    const hay = Buffer.concat(buffers);
    return { place, hay, found: firstPlaces(hay, long) };
  });
  return wanted.flatMap(({ canary, spelling, text }) =>
    contents.flatMap(({ place, hay, found }) => {
      const at = long.has(text) ? (found.get(text) ?? -1) : placeOfShort(hay, text);
      return at < 0 ? [] : [{ canary, place, spelling, excerpt: around(hay, at, text.length) }];
    }),
  );
}

/** Where each text first stands, found in one pass: there are thousands of texts, and a database's log is long. */
function firstPlaces(hay: Buffer, texts: ReadonlySet<string>): Map<string, number> {
  const starts = new Uint8Array(65_536);
  const byStart = new Map<number, Buffer[]>();
  for (const text of texts) {
    const bytes = Buffer.from(text, 'latin1');
    const start = bytes.readUInt32BE(0);
    starts[start >>> 16] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), bytes]);
  }
  const found = new Map<string, number>();
  for (let at = 0; at + 4 <= hay.length; at += 1) {
    if (starts[(hay[at]! << 8) | hay[at + 1]!] === 0) continue;
    for (const bytes of byStart.get(hay.readUInt32BE(at)) ?? []) {
      if (!hay.subarray(at, at + bytes.length).equals(bytes)) continue;
      const text = bytes.toString('latin1');
      if (!found.has(text)) found.set(text, at);
    }
  }
  return found;
}

/** A text that would turn up by chance counts only where it stands alone. */
function placeOfShort(hay: Buffer, text: string): number {
  return new RegExp(`(?<![0-9A-Za-z_.-])${text}(?![0-9A-Za-z_-]|\\.\\d)`).exec(hay.toString('latin1'))?.index ?? -1;
}

function around(hay: Buffer, at: number, length: number): string {
  const near = hay.toString('latin1', Math.max(0, at - 60), at + length + 30);
  return near.replace(/[^\x20-\x7e]+/g, '·');
}
