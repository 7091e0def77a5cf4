/** Limits a revision that was current until a moment ago to the parts that the current one shows to visitors. */

import type { PageNode } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import type { ContentUses } from '../../../content/revisions/visible-content.ts';
import type { VisibleRevision } from '../../../content/revisions/visible-revision.ts';

/** A revision as a visitor sees it by its own conditions. */
export interface SeenAlone {
  open: OpenRevision;
  sight: Required<VisibleRevision>;
  uses: ContentUses;
}

/**
 * Limits an earlier revision to what the visitor also sees in the current one. A text that has changed since is shown
 * only if the present one is the same for all readers: otherwise, a condition may now be around what it says.
 */
export async function limitToCurrent(
  store: Pick<ContentStore, 'facts'>,
  { earlier, current }: { earlier: SeenAlone; current: SeenAlone },
): Promise<VisibleRevision> {
  const { snapshot } = earlier.open;
  const isSeen = (id: string): boolean =>
    earlier.sight.content.reusables.has(id) && current.sight.content.reusables.has(id);
  const changed = findChanged(snapshot, current.open.snapshot);
  const factsOf = await store.facts.load(
    current.open.space.organizationId,
    'facts',
    listDocuments(current.open.snapshot).values(),
  );
  const adaptive = new Set<string>();
  for (const [id, hash] of listDocuments(current.open.snapshot))
    if (factsOf(hash)?.adaptive) adaptive.add(id);
  const findUsers = createFindUsers(earlier);
  const gone = [...earlier.sight.content.reusables].filter((id) => !isSeen(id));
  const [showsGone, showsChanged, showsAdaptive] = [gone, changed, adaptive].map(findUsers);
  const isHeld = (id: string): boolean =>
    !showsGone?.has(id) && !(showsChanged?.has(id) && showsAdaptive?.has(id));

  const pages = new Set<string>();
  const show = (page: PageNode): void => {
    const { id } = page.entry;
    const isVisible = earlier.sight.pages.isVisible(id) && current.sight.pages.isVisible(id) && isHeld(id);
    // The path of a page names the pages above it.
    if (!isVisible) return;
    pages.add(id);
    for (const child of itemsOf(page.children)) show(child);
  };
  for (const page of itemsOf(snapshot.pages.top)) show(page);
  const { files, reusables } = earlier.sight.content;
  return {
    pages: { isVisible: (pageId) => pages.has(pageId), whyHidden: () => undefined },
    content: {
      files: new Set([...files].filter((id) => current.sight.content.files.has(id))),
      reusables: new Set([...reusables].filter((id) => isSeen(id) && isHeld(id))),
    },
  };
}

/** The documents of the pages and reusable contents, by the id of their owner. */
function listDocuments(snapshot: Snapshot): Map<string, Hash> {
  const documents = new Map<string, Hash>();
  for (const { entry } of snapshot.pages.pages())
    if (entry.type === 'document' && entry.document !== undefined) documents.set(entry.id, entry.document);
  for (const { id, document } of itemsOf(snapshot.reusables)) documents.set(id, document);
  return documents;
}

function findChanged(before: Snapshot, after: Snapshot): string[] {
  const documents = listDocuments(after);
  return [...listDocuments(before)].filter(([id, hash]) => documents.get(id) !== hash).map(([id]) => id);
}

/** Finds all pages and reusable contents that show one of these: itself, or through reusable contents. */
function createFindUsers({ sight, uses }: SeenAlone): (ids: Iterable<string>) => ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const id of sight.content.reusables) users.set(id, []);
  for (const [owner, used] of uses.byOwner)
    for (const { kind, id } of used) if (kind === 'reusable-content') users.get(id)?.push(owner);
  return (ids) => {
    const found = new Set(ids);
    for (const id of found) for (const user of users.get(id) ?? []) found.add(user);
    return found;
  };
}
