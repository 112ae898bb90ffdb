/**
 * Merges two objects; the second wins, as in `{ ...first, ...second }`. For objects of the payment path: V8 creates new
 * hidden classes for a literal with properties after a spread. That takes ten times as long and leaves garbage for a
 * full collection.
 */
export function mergeWithoutSpread<First extends object, Second extends object>(
  first: First,
  second: Second,
): Omit<First, keyof Second> & Second {
  return Object.assign({}, first, second);
}
