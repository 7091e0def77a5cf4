/** Paths within the source: relative, with `/` between the parts. */

import { decodeComponent } from '@lectern/std/decode-component';

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

/** More folders within each other than people make. */
const MAX_FOLDERS = 50;

/** Whether the file is not nested too deeply. Deeper paths would be slow, because each folder is examined. */
export const isShallow = (path: string): boolean =>
  path.split('/', MAX_FOLDERS + 2).length <= MAX_FOLDERS + 1;

/** Removes the slashes at the end. */
export function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Removes the slashes at both ends. */
export function trimSlashes(path: string): string {
  let start = 0;
  while (path[start] === '/') start++;
  return withoutTrailingSlashes(path.slice(start));
}

/** Whether a target has a scheme or names a host, and so leads out of the source. */
export const isExternal = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);

/** Words with which addresses by id begin: `/files/0190…`. */
const BY_ID = /^\/(?:pages|files|spaces|users|tags|reusable-contents|collections|broken|s|o)(?:\/|$)/;

/** A target from the root of the source; from the folder of the page if it could be taken for an address by id. */
export function targetFrom(target: string, page: string): string {
  if (!BY_ID.test(target)) return target;
  const folder = folderOf(page);
  const up = folder === '' ? './' : '../'.repeat(folder.split('/').length);
  return up + target.slice(1);
}

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
  const words = decodeComponent(withoutExtension(name))
    .replace(/^\d+\s*[-_.]\s*(?=\S)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1);
}
