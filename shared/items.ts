/** The `items` field: entries joined by `#;#`, each of four parts joined by `#,#` (interface 2.2). */

/** One line of an order. Which part means what is interface-gaps' default: name, SKU, unit price, quantity. */
export interface Item {
  name: string;
  sku: string;
  /** A wire amount: `12.50`. */
  unit_price: string;
  /** A whole number of at least one. */
  quantity: number;
}

const ENTRY_SEPARATOR = '#;#';
const PART_SEPARATOR = '#,#';

/** The most characters the encoded field may have (interface-gaps, "Fields"). */
export const ITEMS_MAX_LENGTH = 5000;

/**
 * Whether a text can stand as a part of an entry: between the signs of two separators it neither holds a separator nor
 * forms one, as `Mug#`, `;#Mug` or a lone `;` would.
 */
export function isItemPart(text: string): boolean {
  if (text.startsWith('#') || text.endsWith('#')) return false;
  const between = `#${text}#`;
  return !between.includes(ENTRY_SEPARATOR) && !between.includes(PART_SEPARATOR);
}

/**
 * Writes the items of an order as the wire carries them.
 * @throws RangeError where a part holds or would form a separator.
 */
export function encodeItems(items: readonly Item[]): string {
  return items
    .map((item) => [item.name, item.sku, item.unit_price, String(item.quantity)].map(checkedPart).join(PART_SEPARATOR))
    .join(ENTRY_SEPARATOR);
}

/**
 * Reads the wire's items.
 * @throws RangeError where an entry has not exactly four parts or its quantity is no whole number.
 */
export function decodeItems(text: string): Item[] {
  if (text === '') return [];
  return text.split(ENTRY_SEPARATOR).map((entry) => {
    const parts = entry.split(PART_SEPARATOR);
    const [name, sku, unit_price, quantity] = parts;
    if (parts.length !== 4 || name === undefined || sku === undefined || unit_price === undefined) {
      throw new RangeError('An items entry has exactly four parts.');
    }
    if (quantity === undefined || !/^[1-9]\d{0,8}$/.test(quantity)) {
      throw new RangeError('The quantity of an item is a whole number of at least one.');
    }
    return { name, sku, unit_price, quantity: Number(quantity) };
  });
}

function checkedPart(part: string): string {
  if (!isItemPart(part)) throw new RangeError('A part of an item must neither hold nor form #,# or #;#.');
  return part;
}
