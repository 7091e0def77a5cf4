import { unescapeHtml } from '@lectern/html/html';
import { parseUrl } from '@lectern/std/parse-url';
import { type BaseUrl, fileAt } from './base-url.ts';

/** A link of a page that leads nowhere. */
export interface BrokenLink {
  /** The address of the page, from the root of the host. */
  page: string;
  /** The text of the link, or its target. */
  link: string;
  reason: 'unknown-page' | 'unknown-anchor' | 'unresolved';
}

export interface LinkCheck {
  /** Reads the links and anchors of a page. `file`: where it is written. */
  read(file: string, href: string, html: string): void;
  /** Lists the links that lead nowhere, after all pages have been read. */
  list(has: (file: string) => boolean): BrokenLink[];
}

/**
 * All pages are written with attributes in double quotes. Text has no double quotes, and those in data follow a
 * backslash, so that every match is an attribute.
 */
const ATTRIBUTE = /\s(href|src|action|id|data-search|data-copy-page)="([^"]*)"/g;
/** Links in the text, cards and buttons, and the first words in them. */
const UNRESOLVED = /<span class="(?:[^"]* )?broken"[^<>]*>(?:<[^<>]*>)*([^<]{0,200})/g;

/** Collects links that stay on the site. Keeps each target once, with the first page that links to it. */
export function createLinkCheck(base: BaseUrl): LinkCheck {
  const anchors = new Map<string, Set<string>>();
  const links = new Map<string, { page: string; link: string }>();
  const unresolved: BrokenLink[] = [];
  /** The links that were checked: nearly all links are those of the table of contents, which every page has. */
  const seen = new Set<string>();

  function addLink(page: string, written: string): void {
    if (written.startsWith('/') && seen.has(written)) return;
    seen.add(written);
    const link = unescapeHtml(written);
    const url = parseUrl(link, base.origin + page);
    if (url?.origin !== base.origin || !url.pathname.startsWith(base.path)) return;
    const key = url.pathname + url.hash;
    if (!links.has(key)) links.set(key, { page, link });
  }

  return {
    read(file, page, html) {
      const ids = new Set<string>();
      for (const [, name, value = ''] of html.matchAll(ATTRIBUTE))
        if (name === 'id') ids.add(unescapeHtml(value));
        else addLink(page, value);
      for (const [, text = ''] of html.matchAll(UNRESOLVED))
        unresolved.push({ page, link: unescapeHtml(text).trim(), reason: 'unresolved' });
      anchors.set(file, ids);
    },

    list(has) {
      const broken = [...unresolved];
      for (const [key, found] of links) {
        const [path = '', hash] = key.split('#', 2);
        const file = fileAt(base, path);
        const isThere = file !== undefined && (has(file) || has(`${file}/index.html`));
        if (!isThere) broken.push({ ...found, reason: 'unknown-page' });
        else if (hash && !isAnchor(anchors.get(file) ?? anchors.get(`${file}/index.html`), hash))
          broken.push({ ...found, reason: 'unknown-anchor' });
      }
      return broken.sort((one, other) => compare(one.page, other.page) || compare(one.link, other.link));
    },
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** `ids`: undefined for targets that are not pages of the site: a redirect, a file. */
function isAnchor(ids: ReadonlySet<string> | undefined, hash: string): boolean {
  if (!ids || hash.startsWith(':~:')) return true;
  try {
    return ids.has(decodeURIComponent(hash));
  } catch {
    return ids.has(hash);
  }
}
