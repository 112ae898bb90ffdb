/** The least random bits of an API key, so it cannot be guessed at any speed. */
export const API_KEY_MIN_BITS = 128;

/** The bits counted for a character of a word, a repetition or a sequence such as `1234`. */
const WORD_BITS = 1.5;
const ROW_BITS = 0.3;
/** Random texts contain a few words and sequences by chance: up to this share of a key they are not counted. */
const CHANCE = 1 / 3;
/** With so few different characters the alphabet has no more than they. */
const FEW_CHARACTERS = 9;

/** The letter pairs that make up most of English text. */
const COMMON_PAIRS = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ' +
    'ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ' +
    'ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi vi pl ke ay ey op my'
  ).split(' '),
);

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890'];

/**
 * A lower bound of a key's random bits: by its length and alphabet, less words, repetitions, and sequences in the
 * alphabet or on the keyboard.
 */
export function estimateKeyBits(key: string): number {
  const text = key.replace(/=+$/, '');
  // A random UUID has 122 random bits; the other versions contain times and addresses.
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(text);
  if (uuid !== null) return uuid[1] === '4' ? 122 : 0;
  const bits = Math.log2(alphabetOf(text));
  const words = findWords(text);
  const rows = findRows(text);
  const places = Array.from(text, (_, at) => (rows.has(at) ? ROW_BITS : words.has(at) ? WORD_BITS : bits));
  const odd = places.filter((value) => value !== bits).length;
  if (odd <= CHANCE * text.length) return Math.floor(bits * text.length);
  return Math.floor(places.reduce((sum, value) => sum + Math.min(value, bits), 0));
}

function isHex(text: string): boolean {
  return /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(text);
}

/** The size of the alphabet that the key appears to use. */
function alphabetOf(text: string): number {
  const different = new Set(text).size;
  if (different < FEW_CHARACTERS) return Math.max(different, 1);
  if (isHex(text)) return /^\d+$/.test(text) ? 10 : 16;
  const signs = new Set(text.replace(/[a-z0-9]/gi, '')).size;
  const [lower, upper, digits] = [/[a-z]/, /[A-Z]/, /\d/].map((kind) => kind.test(text));
  // Mixed case counts as base64; a short key may lack digits by chance.
  const letters =
    lower === true && upper === true ? 62 : (lower === true || upper === true ? 26 : 0) + (digits === true ? 10 : 0);
  return letters + (signs > 2 ? 33 : signs);
}

/** The positions of apparent words: letter-only parts between separators, and runs of common pairs. */
function findWords(text: string): Set<number> {
  const places = new Set<number>();
  if (isHex(text)) return places;
  const mark = (start: number, length: number): void => {
    for (let at = start; at < start + length; at += 1) places.add(at);
  };
  for (const { 0: part, index } of text.matchAll(/[A-Za-z0-9]+/g)) {
    if (/^(?:[A-Z]?[a-z]{1,11}|[A-Z]{2,12})$/.test(part) && part.length < text.length) mark(index, part.length);
  }
  for (const { 0: run, index } of text.matchAll(/[A-Z]?[a-z]{3,}|[A-Z]{4,}/g)) {
    const pairs = Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2).toLowerCase());
    const common = pairs.filter((pair) => COMMON_PAIRS.has(pair)).length;
    if (common >= pairs.length * 0.55) mark(index, run.length);
  }
  return places;
}

/** The positions of repetitions, and of sequences of four and more in the alphabet, the digits or on the keyboard. */
function findRows(text: string): Set<number> {
  const places = new Set<number>();
  const size = isHex(text) ? 5 : 4;
  const seen = new Set<string>();
  const lower = text.toLowerCase();
  for (let at = 0; at + size <= lower.length; at += 1) {
    const part = lower.slice(at, at + size);
    const isRow = isNeighbours(part.slice(0, 4)) || seen.has(part);
    seen.add(part);
    if (isRow) for (let place = at; place < at + size; place += 1) places.add(place);
  }
  return places;
}

function isNeighbours(part: string): boolean {
  const codes = Array.from(part, (sign) => sign.charCodeAt(0));
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  if (Math.abs(step) <= 1 && codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step)) return true;
  const back = Array.from(part).reverse().join('');
  return ROWS.some((row) => row.includes(part) || row.includes(back));
}
