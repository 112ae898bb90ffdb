/** Cuts a list into pieces of at most `size`. */
export function toBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/**
 * As {@link toBatches}, with each key once in a piece: an answer tells items apart by transaction_id, so two of one
 * transaction never travel together. Keeps the order as far as that allows.
 */
export function toDistinctBatches<T>(items: readonly T[], size: number, keyOf: (item: T) => string): T[][] {
  const chunks: { items: T[]; keys: Set<string> }[] = [];
  for (const item of items) {
    const key = keyOf(item);
    let chunk = chunks.find((candidate) => candidate.items.length < size && !candidate.keys.has(key));
    if (chunk === undefined) {
      chunk = { items: [], keys: new Set() };
      chunks.push(chunk);
    }
    chunk.items.push(item);
    chunk.keys.add(key);
  }
  return chunks.map((chunk) => chunk.items);
}
