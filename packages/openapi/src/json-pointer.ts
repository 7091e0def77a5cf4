/**
 * The keys of a JSON pointer in the fragment of a reference, such as `/components/schemas/Pet`; undefined if it is
 * none.
 */
export function readPointer(fragment: string): string[] | undefined {
  if (fragment === '') return [];
  if (!fragment.startsWith('/')) return undefined;
  let decoded = fragment;
  try {
    decoded = decodeURIComponent(fragment);
  } catch {
    // A name with a percent sign, as it is.
  }
  return decoded.slice(1).split('/').map(decodePointerKey);
}

/** A key as it is, without the escapes that it has in a pointer. */
export const decodePointerKey = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

export const writePointer = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The value that a path leads to; undefined if there is none. */
export function findValue(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
