/** The values of the cookies with a name, in a header of a request: a browser can send several, of different paths. */
export function readCookies(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  const start = `${name}=`;
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}
