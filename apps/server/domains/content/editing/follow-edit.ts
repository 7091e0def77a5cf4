import { decodeSource } from '@lectern/content/facts/document-facts';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import { hashOf } from '@lectern/content/tree/hash';
import { type FollowedKeys, followKeys, type MergedChange } from '@lectern/markdown/follow-keys';
import { resolveReferences } from '@lectern/markdown/resolve-references';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import type { ContentDraft, FollowedBlocks } from './content-draft.ts';
import type { EditingParts } from './editing-parts.ts';

/** What became of the blocks of a page or reusable content that operations changed. */
export interface BlocksOutcome {
  ownerId: string;
  keys: Record<string, string>;
  /** Undefined if others changed too much to list it. */
  merged: MergedChange[] | undefined;
}

export const followKeysTask = defineThreadTask(
  'follow-keys',
  ({ edited, current }: { edited: FollowedBlocks; current: string }): FollowedKeys =>
    followKeys(edited, current),
);

/** Follows the blocks that the operations of an edit changed into the revision that the edit became. */
export async function followEdit(
  parts: Pick<EditingParts, 'context' | 'store'>,
  draft: ContentDraft,
  open: OpenRevision,
): Promise<BlocksOutcome[]> {
  const outcomes: BlocksOutcome[] = [];
  for (const [ownerId, edited] of draft.followed) {
    const outcome = await followOwner(parts, { ownerId, edited, open });
    if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}

async function followOwner(
  { context, store }: Pick<EditingParts, 'context' | 'store'>,
  { ownerId, edited, open }: { ownerId: string; edited: FollowedBlocks; open: OpenRevision },
): Promise<BlocksOutcome | undefined> {
  const { snapshot, space } = open;
  const entry = snapshot.pages.find(ownerId)?.entry ?? snapshot.findReusable(ownerId);
  if (!entry || !('document' in entry) || entry.document === undefined) return undefined;
  if (entry.document === hashOf(Buffer.from(edited.source)))
    return { ownerId, keys: Object.fromEntries(edited.keys.renamed), merged: [] };
  const { text: current } = decodeSource(await store.getSource(space.organizationId, entry.document));
  const path = 'git' in entry ? entry.git?.path : undefined;
  try {
    const length = edited.source.length + current.length;
    const { renamed, merged } = await runBySize(
      context.threads,
      followKeysTask,
      { edited, current },
      { lane: 'request', deadlineMs: 30_000, length },
    );
    const resolve = (raw: string) => resolveTarget(snapshot, path, raw);
    const shown = merged?.map((change) =>
      'nodes' in change
        ? {
            ...change,
            nodes: resolveReferences({ object: 'document', data: {}, nodes: change.nodes }, resolve).nodes,
          }
        : change,
    );
    return { ownerId, keys: Object.fromEntries(renamed), merged: shown };
  } catch (error) {
    // The edit is stored already: its caller reads the page.
    if (error instanceof ThreadLimitError) return { ownerId, keys: {}, merged: undefined };
    throw error;
  }
}
