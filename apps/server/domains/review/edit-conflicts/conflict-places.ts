import type { Hash } from '@lectern/content/tree/hash';
import { isId } from '@lectern/std/ids';
import { pageNotFound } from '../../../content/revisions/content-errors.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import type { CommentParts } from '../comments/load-comments.ts';
import type { EditConflictRow } from './edit-conflicts.repository.ts';

type Parts = Pick<CommentParts, 'store' | 'follower'>;

function documentOf({ snapshot }: OpenRevision, pageId: string): Hash | undefined {
  const entry = isId(pageId) ? snapshot.pages.find(pageId)?.entry : undefined;
  return entry?.type === 'document' ? entry.document : undefined;
}

/** Throws if the revision does not have the block; callers name none if it was deleted. The revision is kept. */
export async function checkBlock(
  { store, follower }: Parts,
  space: SpacePointer,
  { revisionId, pageId, block }: { revisionId: string; pageId: string; block: string | undefined },
): Promise<void> {
  await store.keepForGood(space, revisionId);
  const open = await store.open(space, revisionId);
  if (!open.snapshot.pages.find(pageId)) throw pageNotFound();
  if (block === undefined) return;
  const hash = documentOf(open, pageId);
  if (hash !== undefined) {
    const located = await follower.locate(space.organizationId, hash, { key: block });
    if (!('missing' in located)) return;
  }
  throw invalidField('block', 'is not the key of a block of this page in this revision');
}

/** The keys that the blocks of conflicts have in the current revision, by the ids of the conflicts. */
export async function findCurrentBlocks(
  { store, follower }: Parts,
  space: SpacePointer,
  { revisionId, rows }: { revisionId: string; rows: readonly EditConflictRow[] },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (rows.length === 0) return found;
  const head = await store.open(space, revisionId);
  for (const row of rows) {
    if (row.block === null) continue;
    const old = documentOf(await store.open(space, row.revision_id), row.page_id);
    const current = documentOf(head, row.page_id);
    if (old === undefined || current === undefined) continue;
    const place = await follower.followAnchor(space.organizationId, { old, current }, { key: row.block });
    if (place) found.set(row.edit_conflict_id, place.key);
  }
  return found;
}
