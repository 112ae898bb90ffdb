/** Finds secrets in whatever a program leaves behind, in every spelling in which they could stand there. */

export interface Canary {
  name: string;
  value: string;
}

export interface Hit {
  canary: string;
  place: string;
  spelling: string;
  /** What stands around it. */
  near: string;
}

/** Digits that are too few to be told from a time or a port unless they stand alone. */
const SHORT = 6;
/** Fewer characters than this turn up by chance in random ids. */
const ENOUGH = 6;

/** Every spelling of a text that is long enough to mean it. */
export function spellingsOf(value: string): { name: string; text: string }[] {
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
export type Places = Map<string, Buffer[]>;

export function addTo(places: Places, place: string, ...contents: (string | Buffer)[]): void {
  const buffers = contents.map((content) => (typeof content === 'string' ? Buffer.from(content, 'utf8') : content));
  places.set(place, [...(places.get(place) ?? []), ...buffers]);
}

/** Every canary in every place, one hit for each spelling. */
export function findCanaries(canaries: readonly Canary[], places: Places): Hit[] {
  const texts = [...places].map(([place, contents]) => ({ place, text: Buffer.concat(contents).toString('latin1') }));
  return canaries.flatMap((canary) =>
    spellingsOf(canary.value).flatMap(({ name, text }) => {
      const wanted = Buffer.from(text, name === 'UTF-16' ? 'latin1' : 'utf8').toString('latin1');
      return texts.flatMap(({ place, text: hay }) => {
        const at = placeOf(hay, wanted);
        return at < 0 ? [] : [{ canary: canary.name, place, spelling: name, near: around(hay, at, wanted.length) }];
      });
    }),
  );
}

function placeOf(hay: string, wanted: string): number {
  if (wanted.length >= SHORT) return hay.indexOf(wanted);
  return new RegExp(`(?<![0-9A-Za-z_.-])${wanted}(?![0-9A-Za-z_-]|\\.\\d)`).exec(hay)?.index ?? -1;
}

function around(hay: string, at: number, length: number): string {
  return hay.slice(Math.max(0, at - 60), at + length + 30).replace(/[^\x20-\x7e]+/g, '·');
}
