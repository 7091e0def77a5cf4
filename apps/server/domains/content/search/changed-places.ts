import { unsharedItems } from '@lectern/content/tree/diff-snapshots';
import type { PageNode } from '@lectern/content/tree/entries';
import { PageTree } from '@lectern/content/tree/page-tree';
import type { DocumentEntry } from './page-key.ts';
import { indexedTitlesAbove } from './titles-above.ts';

/**
 * The pages of both trees that are below other titles now, because they or pages above them were moved or renamed.
 * Undefined if there are more than `maximum`.
 */
export function findChangedPlaces(
  before: PageTree,
  after: PageTree,
  maximum: number,
): DocumentEntry[] | undefined {
  const found: DocumentEntry[] = [];
  for (const { entry } of candidates(before, after)) {
    if (entry.type !== 'document' || !before.find(entry.id)) continue;
    if (indexedTitlesAbove(before, entry.id).hash === indexedTitlesAbove(after, entry.id).hash) continue;
    if (found.length === maximum) return undefined;
    found.push(entry);
  }
  return found;
}

/** The pages in other lists than before, and those below them and below renamed pages. Walks only unshared nodes. */
function* candidates(before: PageTree, after: PageTree): Generator<PageNode> {
  const lists: [PageTree['top'], PageTree['top']][] = [[before.top, after.top]];
  for (let pair = lists.pop(); pair; pair = lists.pop()) {
    const [left, right] = unsharedItems(pair[0], pair[1]);
    const byId = new Map(left.map((page) => [page.entry.id, page]));
    for (const page of right) {
      const twin = byId.get(page.entry.id);
      if (twin === page) continue;
      if (twin?.entry.title === page.entry.title) {
        lists.push([twin.children, page.children]);
        continue;
      }
      if (!twin) yield page;
      yield* new PageTree(page.children).pages();
    }
  }
}
