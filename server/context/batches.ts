/** Splits a list into batches of at most `size` items. */
export function toBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/**
 * As {@link toBatches}, with each key at most once per batch. Responses match items by transaction_id, so two items of
 * one transaction never share a batch. Keeps the order where possible.
 */
export function toBatchesOfDistinctKeys<T>(items: readonly T[], size: number, keyOf: (item: T) => string): T[][] {
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
