// Once Node.js 20 has optimized a call of `URL.canParse`, it returns false for valid addresses with Latin-1 characters
// beyond ASCII, such as “ü”. So nothing may call it.

/** Parses an address, relative to `base` if given. Undefined for what is no address. */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
