/**
 * Merges two objects; the second wins, as in `{ ...first, ...second }`. For objects of the payment path with few properties:
 * V8 creates new hidden classes for a literal with properties after a spread. That takes ten times as long and leaves
 * garbage for a full collection.
 */
export function mergeWithoutSpread<First extends object, Second extends object>(
  first: First,
  second: Second,
): Omit<First, keyof Second> & Second {
  return Object.assign({}, first, second);
}

type Intersection<Parts> = Parts extends readonly [infer First, ...infer Rest] ? First & Intersection<Rest> : unknown;

/**
 * Merges objects that have the same properties at each call; the later ones win. For objects with more than 16 properties:
 * each result is a copy of one template, while V8 keeps an object that `Object.assign` gave so many new ones as a dictionary,
 * which is slow to make and slow to read. A property of the first call that a later call lacks is undefined.
 */
export function createMerge<Parts extends readonly object[]>(): (...parts: Parts) => Intersection<Parts> {
  let template: object | undefined;
  return (...parts) => {
    template ??= Object.fromEntries(parts.flatMap(Object.keys).map((name) => [name, undefined]));
    return Object.assign({ ...template }, ...parts) as Intersection<Parts>;
  };
}
