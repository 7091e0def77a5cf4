/**
 * Ends a `switch` over the kinds of something. A kind that the `switch` does not handle is a compile error here.
 */
export function assertNever(value: never): never {
  throw new TypeError(`Unknown kind: ${JSON.stringify(value)}`);
}
