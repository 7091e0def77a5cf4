import { posix } from 'node:path';
import { foldPath } from '@lectern/content/tree/fold-path';
import type { ImportedContent } from '@lectern/import/imported-content';
import { decodeComponent } from '@lectern/std/decode-component';
import { pagesOf } from './check-content.ts';
import type { ImportSource } from './import-source.ts';
import type { WrittenTarget } from './page-tasks.ts';

/** The object in the source that a target of an imported page refers to. */
export type NamedThing =
  | { kind: 'page'; path: string; anchor: string | undefined }
  | { kind: 'file'; path: string }
  | { kind: 'reusable'; path: string }
  /** An address outside of the source that was written relative to the address of the page. */
  | { kind: 'url'; url: string };

export interface NameIndex {
  /**
   * Finds the object that a target in the page at `from` refers to. `elsewhere` if it leads out of the source;
   * undefined if it refers to something that the source does not have.
   */
  find(target: WrittenTarget, from: string): NamedThing | 'elsewhere' | undefined;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** References by id, and placeholders for lost targets. */
const SETTLED =
  /^\/(?:pages|files|reusable-contents|spaces|users|collections|tags|broken)\/|^broken-reference$/;

/** The parts of a path that links may leave out. */
const ENDINGS = [
  '',
  '.md',
  '.markdown',
  '.mdx',
  '.html',
  '.htm',
  '/README.md',
  '/index.md',
  '/index.mdx',
  '/index.html',
];

/** Finds pages and files by the names that links of the source use. */
export function createNameIndex(content: ImportedContent, hasFile: ImportSource['hasFile']): NameIndex {
  const pages = new Map<string, string>();
  const add = (name: string, path: string): void => {
    const key = keyOf(name);
    if (!pages.has(key)) pages.set(key, path);
  };
  const all = [...pagesOf(content.pages)];
  for (const page of all) if (page.kind !== 'link') add(page.path, page.path);
  for (const page of all)
    if (page.kind === 'document') for (const alias of page.aliases ?? []) add(alias, page.path);
  const reusables = new Map(content.reusables.map(({ path }) => [keyOf(path), path]));
  const ownFiles = new Set(content.files.filter(({ bytes }) => bytes !== undefined).map(({ path }) => path));

  const findByName = (
    name: string,
    { anchor, isShown }: { anchor: string | undefined; isShown: boolean },
  ): NamedThing | undefined => {
    for (const ending of ENDINGS) {
      const page = pages.get(keyOf(name + ending));
      if (page !== undefined) return { kind: 'page', path: page, anchor };
    }
    const reusable = reusables.get(keyOf(name));
    if (reusable !== undefined) return { kind: 'reusable', path: reusable };
    for (const path of new Set([
      name,
      name.normalize('NFC'),
      decodeComponent(name),
      decodeComponent(name).normalize('NFC'),
    ]))
      if (hasFile(path, isShown)) return { kind: 'file', path };
    return undefined;
  };

  return {
    find({ raw, isShown }, from) {
      const written = raw.trim();
      if (ownFiles.has(written)) return { kind: 'file', path: written };
      const [address, anchor] = splitOnce(written, '#');
      if (SETTLED.test(address)) return 'elsewhere';
      const use = { anchor, isShown };
      if (SCHEME.test(address) || address.startsWith('//')) return findByName(address, use) ?? 'elsewhere';
      const path = splitOnce(address, '?')[0];
      if (path === '') return 'elsewhere';
      if (SCHEME.test(from)) {
        const url = resolveUrl(address, from);
        if (url === undefined) return undefined;
        return findByName(url, use) ?? { kind: 'url', url: anchor === undefined ? url : `${url}#${anchor}` };
      }
      const base = path.startsWith('/') ? '' : posix.dirname(from);
      for (const candidate of new Set([path, decodeComponent(path)])) {
        const joined = posix.join(base === '.' ? '' : base, candidate.replace(/^\/+/, '')).replace(/\/$/, '');
        const found = findByName(joined === '.' ? '' : joined, use);
        if (found) return found;
      }
      return undefined;
    },
  };
}

/** Returns one key for all spellings of a name: URLs without scheme and fragment, paths without their first `/`. */
function keyOf(name: string): string {
  if (!SCHEME.test(name))
    return foldPath(
      decodeComponent(name)
        .replace(/^\.?\/+/, '')
        .replace(/\/$/, ''),
    );
  try {
    const url = new URL(name);
    url.hash = '';
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return foldPath(decodeComponent(name));
    const path = decodeComponent(url.pathname).replace(/\/(?:index\.\w+)?$/i, '');
    return foldPath(`${url.host}${path}${url.search}`);
  } catch {
    return foldPath(name);
  }
}

function resolveUrl(written: string, from: string): string | undefined {
  try {
    return new URL(written, from).href;
  } catch {
    return undefined;
  }
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
