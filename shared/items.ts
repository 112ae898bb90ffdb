/** The `items` field: entries joined by `#;#`, each of four parts joined by `#,#` (interface 2.2). */

/** One line of an order. */
export interface Item {
  name: string;
  sku: string;
  /** A wire amount: `12.50`. */
  unit_price: string;
  /** A whole number of at least one. */
  quantity: number;
}

/** A part of an entry. */
export type ItemPart = keyof Item;

/** The order of an entry's parts. The interface does not say which part means what; the gateway profile may change it. */
export const ITEM_PARTS: readonly ItemPart[] = ['name', 'sku', 'unit_price', 'quantity'];

const ENTRY_SEPARATOR = '#;#';
const PART_SEPARATOR = '#,#';

/** A part of an item that holds a separator, or forms one with the separator beside it. */
export interface ItemFault {
  /** Which item, from 0. */
  index: number;
  part: ItemPart;
}

/** Whether a text can stand anywhere in the joined text: between any two separators. */
export function isItemPart(text: string): boolean {
  return !/#[,;]#/.test(`#${text}#`);
}

/**
 * The parts that make the joined text ambiguous: it then holds a `#,#` or `#;#` that nobody put there. That is a part
 * which holds a separator, one that ends with `#,` or `#;` before a separator, one that begins with `,#` or `;#` after a
 * separator, and a lone `,` or `;` between two. A `#` at either end forms none.
 */
export function findItemFaults(items: readonly Item[], order: readonly ItemPart[] = ITEM_PARTS): ItemFault[] {
  const last = order.length - 1;
  return items.flatMap((item, index) =>
    order
      .filter((part, position) => {
        const before = index > 0 || position > 0 ? '#' : '';
        const after = index < items.length - 1 || position < last ? '#' : '';
        return /#[,;]#/.test(`${before}${String(item[part])}${after}`);
      })
      .map((part) => ({ index, part })),
  );
}

/**
 * Writes the items of an order as the wire carries them.
 * @throws RangeError where a part holds or would form a separator.
 */
export function encodeItems(items: readonly Item[], order: readonly ItemPart[] = ITEM_PARTS): string {
  if (findItemFaults(items, order).length > 0) {
    throw new RangeError('A part of an item must neither hold nor form #,# or #;#.');
  }
  return items.map((item) => order.map((part) => String(item[part])).join(PART_SEPARATOR)).join(ENTRY_SEPARATOR);
}

/** The entries of the wire's items, each with its parts as they stand. */
export function splitItems(text: string): string[][] {
  return text === '' ? [] : text.split(ENTRY_SEPARATOR).map((entry) => entry.split(PART_SEPARATOR));
}

/**
 * Reads the wire's items.
 * @throws RangeError where an entry has not exactly four parts or its quantity is no whole number.
 */
export function decodeItems(text: string, order: readonly ItemPart[] = ITEM_PARTS): Item[] {
  return splitItems(text).map((parts) => {
    if (parts.length !== order.length) throw new RangeError('An items entry has exactly four parts.');
    const partOf = (part: ItemPart): string => parts[order.indexOf(part)] ?? '';
    const quantity = partOf('quantity');
    if (!/^[1-9]\d{0,8}$/.test(quantity)) {
      throw new RangeError('The quantity of an item is a whole number of at least one.');
    }
    return {
      name: partOf('name'),
      sku: partOf('sku'),
      unit_price: partOf('unit_price'),
      quantity: Number(quantity),
    };
  });
}
