/** Paths within the source: relative, with `/` between the parts. */

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const withoutExtension = (path: string): string => path.replace(/\.[^./]+$/, '');

/** Joins parts and resolves `.` and `..`; undefined if the path leads out of the source. */
export function joinPath(...parts: readonly string[]): string | undefined {
  const joined: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') joined.push(part);
    else if (joined.pop() === undefined) return undefined;
  }
  return joined.join('/');
}

/** Decodes percent-encoding; text that is not encoded well stays. */
export function decodePath(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a target has a scheme or names a host, and so leads out of the source. */
export const isExternal = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);

/** Splits a target into its path and what follows: the query and the anchor. */
export function splitTarget(target: string): { path: string; query: string; anchor: string } {
  const hash = target.indexOf('#');
  const beforeHash = hash < 0 ? target : target.slice(0, hash);
  const question = beforeHash.indexOf('?');
  return {
    path: question < 0 ? beforeHash : beforeHash.slice(0, question),
    query: question < 0 ? '' : beforeHash.slice(question),
    anchor: hash < 0 ? '' : target.slice(hash),
  };
}

/** A readable title for a file without one: `getting-started.md` → “Getting started”. */
export function titleOfFileName(name: string): string {
  const words = decodePath(withoutExtension(name))
    .replace(/^\d+\s*[-_.]\s*(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1);
}
