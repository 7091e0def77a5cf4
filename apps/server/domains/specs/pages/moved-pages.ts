import type { FormerPath } from '@lectern/content/tree/find-former-paths';
import { foldPath } from '@lectern/content/tree/fold-path';
import type { ComputedTree, PlacedPage } from './computed-tree.ts';

/**
 * Finds the paths that computed pages had before a new version of their spec, with the pages to which they lead now: the
 * page itself, or the one that has most of its operations if its tag or its operation is called something else.
 */
export function findMovedPages(before: ComputedTree, after: ComputedTree): FormerPath[] {
  let holders: ReadonlyMap<string, string> | undefined;
  return before.all.flatMap((old): FormerPath[] => {
    const same = after.find(old.id);
    if (same?.path === old.path) return [];
    holders ??= listHolders(after);
    const target = firstDocumentOf(same) ?? after.find(mostOf(namesWithin(old), holders) ?? '');
    return target ? [{ path: foldPath(old.path), pageId: target.id }] : [];
  });
}

/** A group has no text: its address leads to its first page. */
function firstDocumentOf(page: PlacedPage | undefined): PlacedPage | undefined {
  if (!page || page.page.parts) return page;
  for (const child of page.children) {
    const found = firstDocumentOf(child);
    if (found) return found;
  }
  return undefined;
}

/** The names of what is on a page: an operation is known by its address and by its `operationId`. */
const namesOn = ({ spec, page }: PlacedPage): string[] =>
  (page.parts?.sections ?? []).flatMap(({ anchor, title, label, words }) => {
    if (anchor === '') return [];
    const [operationId] = label === '' ? [''] : words.split(' ', 1);
    return [`${spec} ${label === '' ? title : label}`, ...(operationId ? [`${spec} id ${operationId}`] : [])];
  });

const namesWithin = (page: PlacedPage): string[] => [...namesOn(page), ...page.children.flatMap(namesWithin)];

/** The first page on which each name is. */
function listHolders({ all }: ComputedTree): ReadonlyMap<string, string> {
  const holders = new Map<string, string>();
  for (const page of all)
    for (const name of namesOn(page)) if (!holders.has(name)) holders.set(name, page.id);
  return holders;
}

function mostOf(names: readonly string[], holders: ReadonlyMap<string, string>): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) {
    const holder = holders.get(name);
    if (holder !== undefined) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0];
}
