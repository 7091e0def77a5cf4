import type { PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { findReordered } from '../../../content/revisions/diff-places.ts';
import type { ChangeOf } from './content-changes.schemas.ts';
import type { ContentDraft } from './content-draft.ts';
import type { EditTools } from './edit-tools.ts';
import { changeRefused } from './editing-errors.ts';

/** Brings a page, or some blocks of its document, back to their state in another revision. */
export async function revertPage(
  draft: ContentDraft,
  change: ChangeOf<'revert_page'>,
  tools: EditTools,
): Promise<void> {
  const { path } = tools;
  const target = await tools.openRevision(change.revision, `${path}.revision`);
  const before = target.snapshot.pages.find(change.page);
  const current = draft.tree.find(change.page);
  if (!before && !current) throw changeRefused(`${path}.page`, 'is a page of neither revision');
  if (change.block)
    await revertDocument(draft, { ...change, block: change.block }, { target, before, current }, tools);
  else if (!before) draft.removePage(change.page);
  else if (!current) restorePage(draft, target, before, tools.now);
  else resetPage(draft, target, before, tools.now);
}

async function revertDocument(
  draft: ContentDraft,
  { page, block }: { page: string; block: string[] },
  {
    target,
    before,
    current,
  }: { target: OpenRevision; before: PageNode | undefined; current: PageEntry | undefined },
  tools: EditTools,
): Promise<void> {
  const { path, now, readStored, revertBlocks } = tools;
  if (before?.entry.type !== 'document' || current?.type !== 'document')
    throw changeRefused(`${path}.page`, 'does not have a document in both revisions');
  const source = await draft.readSource(page, current.document, path);
  const old = await readStored(target, before.entry, path);
  const reverted = await revertBlocks({ old, current: source }, new Set(block));
  if (reverted.unknown.length > 0)
    throw changeRefused(
      `${path}.block`,
      `names blocks that neither revision has: ${reverted.unknown.slice(0, 5).join(', ')}`,
    );
  if (reverted.source === source) return;
  draft.setSource(page, reverted.source);
  draft.replacePage({ ...current, updatedAt: now.toISOString() });
  draft.touch(page, 'updated');
}

/** Brings a deleted page back with the pages that were below it and are gone as well. */
function restorePage(draft: ContentDraft, target: OpenRevision, node: PageNode, now: Date): void {
  const { id } = node.entry;
  const parentId = livingParent(draft, target.snapshot.pages.parentIdOf(id));
  const position = positionIn(draft, target, id, parentId);
  draft.insertPage(withFreeSlug(draft, node.entry, parentId, now), parentId, position);
  restoreChildren(draft, node, now);
}

/** A page that was just restored has no pages below it yet: those that come back follow each other. */
function restoreChildren(draft: ContentDraft, { entry, children }: PageNode, now: Date): void {
  for (const child of itemsOf(children)) {
    if (draft.tree.find(child.entry.id)) continue;
    draft.insertPage(withFreeSlug(draft, child.entry, entry.id, now), entry.id);
    restoreChildren(draft, child, now);
  }
}

function resetPage(draft: ContentDraft, target: OpenRevision, node: PageNode, now: Date): void {
  const { entry } = node;
  const oldParentId = target.snapshot.pages.parentIdOf(entry.id);
  const isBelowItself = draft.tree.isWithin(oldParentId, entry.id);
  const parentId = isBelowItself ? draft.tree.parentIdOf(entry.id) : livingParent(draft, oldParentId);
  if (parentId !== draft.tree.parentIdOf(entry.id) || isReordered(draft, target, entry.id))
    draft.movePage(entry.id, parentId, positionIn(draft, target, entry.id, parentId));
  draft.dropSource(entry.id);
  draft.replacePage(withFreeSlug(draft, entry, parentId, now));
  draft.touch(entry.id, 'updated');
}

/** The parent that a page had, or the top if that is gone. */
const livingParent = (draft: ContentDraft, parentId: string | undefined): string | undefined =>
  parentId !== undefined && draft.tree.find(parentId) ? parentId : undefined;

/** Whether a page with the same parent has another position among its siblings. */
function isReordered(draft: ContentDraft, { snapshot }: OpenRevision, pageId: string): boolean {
  const parentId = snapshot.pages.parentIdOf(pageId);
  const before = [...itemsOf(siblingsIn(snapshot, parentId))].map(({ entry }) => entry.id);
  return findReordered(before, draft.tree.childIdsOf(parentId)).includes(pageId);
}

const siblingsIn = ({ pages }: OpenRevision['snapshot'], parentId: string | undefined) =>
  parentId === undefined ? pages.top : pages.find(parentId)?.children;

/** After the nearest sibling before it that is still there. */
function positionIn(
  draft: ContentDraft,
  { snapshot }: OpenRevision,
  pageId: string,
  parentId: string | undefined,
): number | undefined {
  const oldParentId = snapshot.pages.parentIdOf(pageId);
  if (oldParentId !== parentId) return undefined;
  const others = draft.tree.childIdsOf(parentId).filter((id) => id !== pageId);
  const positions = new Map(others.map((id, at) => [id, at]));
  let position = 0;
  for (const { entry } of itemsOf(siblingsIn(snapshot, oldParentId))) {
    if (entry.id === pageId) break;
    const at = positions.get(entry.id);
    if (at !== undefined) position = at + 1;
  }
  return position;
}

/** The entry as of now; with a number after its slug if another page there has it. */
function withFreeSlug(
  draft: ContentDraft,
  entry: PageEntry,
  parentId: string | undefined,
  now: Date,
): PageEntry {
  const dated = { ...entry, updatedAt: now.toISOString() };
  if (!('slug' in dated)) return dated;
  const taken = draft.slugsUnder(parentId);
  const isFree = (slug: string): boolean => (taken.get(slug.toLowerCase()) ?? entry.id) === entry.id;
  if (isFree(dated.slug)) return dated;
  for (let n = 1; ; n += 1) if (isFree(`${dated.slug}-${n}`)) return { ...dated, slug: `${dated.slug}-${n}` };
}
