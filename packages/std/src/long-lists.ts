/**
 * Lists of any length. Spread as the arguments of a call, as in `list.push(...items)` or `Math.max(...numbers)`, more
 * than about 100,000 items overflow the stack.
 */

/** Adds items to the end of a list. */
export function appendTo<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** The largest of some numbers, and of `minimum`. */
export function largestOf(numbers: Iterable<number>, minimum: number): number {
  let largest = minimum;
  for (const number of numbers) if (number > largest) largest = number;
  return largest;
}
