import { resolveRedirect } from '@lectern/content/references/resolve-target';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { webAddress } from '@lectern/html/web-address';
import { isListed, type VisibleContents } from '../visible-contents.ts';
import type { VisiblePage } from '../visible-page.ts';

/** The page that a path of a space leads to. */
export type FoundPage =
  | { page: VisiblePage }
  /** At another address: a page with an anchor, or a URL. */
  | { moved: { page: VisiblePage; anchor: string | undefined } | { url: string } };

/** Finds the page at a path below the address of a space; undefined if there is nothing that the visitor may see. */
export function findPublishedPage(
  snapshot: Snapshot,
  contents: VisibleContents,
  { path, homeId }: { path: string; homeId: string | null },
): FoundPage | undefined {
  if (path === '') {
    const home = findHome(contents, homeId);
    return home && { page: home };
  }
  const page = contents.findByPath(path);
  if (page) return open(contents, page);
  const target = resolveRedirect(snapshot, path);
  if (target?.kind === 'url') {
    const url = webAddress(target.url);
    return url === undefined ? undefined : { moved: { url } };
  }
  if (target?.kind !== 'page' && target?.kind !== 'anchor') return undefined;
  const to = target.page === undefined ? undefined : contents.find(target.page);
  if (to?.entry.type !== 'document') return undefined;
  return { moved: { page: to, anchor: target.kind === 'anchor' ? target.anchor : undefined } };
}

/** Opens a page: a group shows its first page, and a link leads to its target. */
function open(contents: VisibleContents, page: VisiblePage): FoundPage | undefined {
  const { entry } = page;
  if (entry.type === 'document') return { page };
  if (entry.type === 'group') {
    const first = findFirstIn(page.children);
    return first && { moved: { page: first, anchor: undefined } };
  }
  if (entry.type !== 'link') return undefined;
  const to = entry.page === undefined ? undefined : contents.find(entry.page);
  if (to?.entry.type === 'document') return { moved: { page: to, anchor: entry.anchor } };
  const url = entry.page === undefined ? webAddress(entry.href) : undefined;
  return url === undefined ? undefined : { moved: { url } };
}

function findFirstIn(pages: readonly VisiblePage[]): VisiblePage | undefined {
  for (const page of pages) {
    if (page.entry.type === 'document' && isListed(page)) return page;
    const below = findFirstIn(page.children);
    if (below) return below;
  }
  return undefined;
}

/** The page at the address of the space itself. */
export function findHome(contents: VisibleContents, homeId: string | null): VisiblePage | undefined {
  const chosen = homeId === null ? undefined : contents.find(homeId);
  return chosen?.entry.type === 'document' ? chosen : contents.readingOrder[0];
}
