/** The `items` field: entries joined by `#;#`, each of four parts joined by `#,#` (interface 2.2). */

/** One line of an order. */
export interface Item {
  name: string;
  sku: string;
  /** An amount on the wire: `12.50`. */
  unit_price: string;
  /** A whole number of at least one. */
  quantity: number;
}

/** A part of an entry: the name of one of an item's fields. */
export type ItemFieldName = keyof Item;

/** The order of an entry's parts. The interface does not name the parts; the gateway profile may change the order. */
export const ITEM_FIELD_ORDER: readonly ItemFieldName[] = ['name', 'sku', 'unit_price', 'quantity'];

const ENTRY_SEPARATOR = '#;#';
const PART_SEPARATOR = '#,#';

/** A part of an item that contains a separator, or forms one with a neighbouring separator. */
export interface ItemSeparatorFault {
  /** The index of the item, from 0. */
  index: number;
  part: ItemFieldName;
}

/** Whether a text is valid at any position of the joined text: between any two separators. */
export function hasNoItemSeparator(text: string): boolean {
  return !/#[,;]#/.test(`#${text}#`);
}

/**
 * The parts that make the joined text ambiguous, because it then contains an additional `#,#` or `#;#`. Such a part
 * contains a separator, ends with `#,` or `#;` before a separator, or begins with `,#` or `;#` after one. A lone `,`
 * or `;` between two separators is ambiguous too. A `#` at either end forms none.
 */
export function findItemSeparatorFaults(
  items: readonly Item[],
  order: readonly ItemFieldName[] = ITEM_FIELD_ORDER,
): ItemSeparatorFault[] {
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
 * Writes the items of an order as sent.
 * @throws RangeError if a part contains or would form a separator
 */
export function encodeItems(items: readonly Item[], order: readonly ItemFieldName[] = ITEM_FIELD_ORDER): string {
  if (findItemSeparatorFaults(items, order).length > 0) {
    throw new RangeError('A part of an item must neither hold nor form #,# or #;#.');
  }
  return items.map((item) => order.map((part) => String(item[part])).join(PART_SEPARATOR)).join(ENTRY_SEPARATOR);
}

/** The entries of the wire's items, each with its parts unchanged. */
export function splitItemsText(text: string): string[][] {
  return text === '' ? [] : text.split(ENTRY_SEPARATOR).map((entry) => entry.split(PART_SEPARATOR));
}

/**
 * Reads the wire's items.
 * @throws RangeError if an entry has not exactly four parts or its quantity is not a whole number
 */
export function decodeItems(text: string, order: readonly ItemFieldName[] = ITEM_FIELD_ORDER): Item[] {
  return splitItemsText(text).map((parts) => {
    if (parts.length !== order.length) throw new RangeError('An items entry has exactly four parts.');
    const partOf = (part: ItemFieldName): string => parts[order.indexOf(part)] ?? '';
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
