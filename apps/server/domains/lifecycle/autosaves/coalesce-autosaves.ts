import { startOfKeptEdits } from '../../../content/revisions/editing-session.ts';
import { unpackRevisions } from '../../../content/revisions/revision-packs.repository.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import {
  dissolve,
  type Heir,
  listNamed,
  lockChildren,
  lockOldEdits,
  type OldEdit,
  tryLockSpace,
} from './autosaves.repository.ts';

/** Edits in one transaction: the content of the space cannot move until it ends. */
const BATCH = 500;
const HOUR_MS = 3_600_000;

/**
 * Dissolves the old edits of a space that only led to the next edit of the same session, a batch to a transaction.
 * Returns how many are gone. What somebody else holds at the moment is left for the next time.
 */
export async function coalesceAutosaves(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  key: SpaceKey,
  signal: AbortSignal,
): Promise<number> {
  const before = startOfKeptEdits(clock());
  // With the edits that follow the last of them.
  const unpackedTo = new Date(before.getTime() + HOUR_MS);
  while (await transact(({ trx }) => unpackRevisions(trx, key, unpackedTo))) signal.throwIfAborted();
  let gone = 0;
  for (;;) {
    signal.throwIfAborted();
    const batch = await transact(async (unit) => {
      const { trx, announce } = unit;
      if (!(await tryLockSpace(trx, key))) return undefined;
      const edits = await lockOldEdits(trx, key, { before, limit: BATCH });
      if (edits.length === 0) return undefined;
      const children = await lockChildren(trx, key, edits);
      if (!children) return undefined;
      const plan = planDissolution(edits, children, await listNamed(trx, key, edits));
      await dissolve(trx, key, plan);
      if (plan.dissolved.length > 0) announce({ kind: 'space', spaceId: key.spaceId });
      return { gone: plan.dissolved.length, isLast: edits.length < BATCH };
    });
    gone += batch?.gone ?? 0;
    if (!batch || batch.isLast) return gone;
  }
}

/**
 * Chooses what goes: each edit that nothing names and that exactly one revision follows. It is then no common ancestor
 * of two revisions that stay, unless the one before it is as well, so that merges find the same content to start from.
 */
export function planDissolution(
  edits: readonly OldEdit[],
  children: readonly OldEdit[],
  named: ReadonlySet<string>,
): { dissolved: string[]; heirs: Heir[]; settled: string[] } {
  const followers = new Map<string, OldEdit[]>();
  for (const child of children)
    for (const parent of child.parents) followers.set(parent, [...(followers.get(parent) ?? []), child]);
  const isLeftOut = ({ revisionId, parents }: OldEdit): boolean => {
    const [follower, ...others] = followers.get(revisionId) ?? [];
    return (
      follower?.parents.length === 1 && others.length === 0 && parents.length === 1 && !named.has(revisionId)
    );
  };
  const gone = new Map(edits.filter(isLeftOut).map((edit) => [edit.revisionId, edit]));
  const heirs = children.flatMap((child): Heir[] => {
    const { revisionId, parents, createdAt, beganAt, autosaves } = child;
    const [parent = ''] = parents;
    if (gone.has(revisionId) || !gone.has(parent)) return [];
    const heir: Heir = { revisionId, parent, beganAt: beganAt ?? createdAt, autosaves: autosaves ?? 0 };
    for (let edit = gone.get(parent); edit; edit = gone.get(heir.parent)) {
      heir.parent = edit.parents[0] as string;
      heir.autosaves += 1 + (edit.autosaves ?? 0);
      const began = edit.beganAt ?? edit.createdAt;
      if (began < heir.beganAt) heir.beganAt = began;
    }
    return [heir];
  });
  const settled = edits.flatMap(({ revisionId }) => (gone.has(revisionId) ? [] : [revisionId]));
  return { dissolved: [...gone.keys()], heirs, settled };
}
