import { decodeSource } from '@lectern/content/facts/document-facts';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import { hashOf } from '@lectern/content/tree/hash';
import {
  type BlockKeys,
  type FollowedKeys,
  followKeys,
  type MergedChange,
} from '@lectern/markdown/follow-keys';
import { prefixOf } from '@lectern/markdown/operations/block-tree';
import { resolveReferences } from '@lectern/markdown/resolve-references';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { runBySize } from '../../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import type { ContentDraft, FollowedBlocks } from './content-draft.ts';
import type { EditingParts } from './editing-parts.ts';

/** How an edit changed the keys of the blocks of a page or reusable content. */
export interface BlocksOutcome {
  ownerId: string;
  keys: Record<string, string>;
  /** New prefixes of keys by those before, for keys that are not in `keys`. */
  keyPrefixes?: Record<string, string>;
  /** Undefined if others changed too much to list it. */
  merged: MergedChange[] | undefined;
}

export const followKeysTask = defineThreadTask(
  'follow-keys',
  ({ edited, current }: { edited: FollowedBlocks; current: string }): FollowedKeys =>
    followKeys(edited, current),
);

/** Maps the block keys of the edited documents to those of the new revision. */
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
  if (entry.document === (edited.document ?? hashOf(Buffer.from(edited.source))))
    return presentKeys(ownerId, edited.keys, []);
  const { text: current } = decodeSource(await store.getSource(space.organizationId, entry.document));
  const path = 'git' in entry ? entry.git?.path : undefined;
  try {
    const length = edited.source.length + current.length;
    const { merged, ...followed } = await runBySize(
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
    return presentKeys(ownerId, followed, shown);
  } catch (error) {
    // The edit is stored already: its caller reads the page.
    if (error instanceof ThreadLimitError) return { ownerId, keys: {}, merged: undefined };
    throw error;
  }
}

/** More keys than these are summed up by their prefixes where that is possible, */
const MAX_SEPARATE_KEYS = 50;
/** and if there are more than these even so, reading the page is quicker. */
const MAX_KEYS = 5000;

function presentKeys(
  ownerId: string,
  keys: Pick<BlockKeys, 'renamed' | 'divided'>,
  merged: MergedChange[] | undefined,
): BlocksOutcome {
  if (keys.renamed.size <= MAX_SEPARATE_KEYS)
    return { ownerId, keys: Object.fromEntries(keys.renamed), merged };
  const prefixes = findPrefixes(keys);
  const separate = [...keys.renamed].filter(([before, after]) => after !== withPrefix(before, prefixes));
  if (separate.length > MAX_KEYS) return { ownerId, keys: {}, merged: undefined };
  return { ownerId, keys: Object.fromEntries(separate), keyPrefixes: Object.fromEntries(prefixes), merged };
}

function withPrefix(key: string, prefixes: ReadonlyMap<string, string>): string {
  const prefix = prefixOf(key);
  return (prefixes.get(prefix) ?? prefix) + key.slice(prefix.length);
}

/** For each prefix, the new one of most of its keys. */
function findPrefixes({ renamed, divided }: Pick<BlockKeys, 'renamed' | 'divided'>): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [before, after] of renamed) {
    const [from, to] = [prefixOf(before), prefixOf(after)];
    if (divided.has(from) || before.slice(from.length) !== after.slice(to.length)) continue;
    const count = counts.get(from) ?? new Map<string, number>();
    counts.set(from, count.set(to, (count.get(to) ?? 0) + 1));
  }
  const found = new Map<string, string>();
  for (const [from, count] of counts) {
    const [[to, most]] = [...count].sort(([, one], [, other]) => other - one) as [[string, number]];
    if (most > 1) found.set(from, to);
  }
  return found;
}
