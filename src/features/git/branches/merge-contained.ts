import { robotOf } from '../../../access/robot.ts';
import { diffSnapshots } from '../../../content/tree/diff-snapshots.ts';
import type { Snapshot } from '../../../content/tree/snapshot.ts';
import { defineError } from '../../../http/errors.ts';
import type { ChangeRequestRow } from '../../change-requests/change-requests.service.ts';
import { baseOf } from '../../change-requests/change-requests.service.ts';
import { mergeChangeRequest } from '../../change-requests/merging/merge-change-request.ts';
import { mergeWithSpace } from '../../change-requests/merging/merge-with-space.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import type { MergedRevisions } from '../../editing/merge-revisions.ts';
import type { SyncTarget } from '../sync/sync-target.ts';

const notContained = defineError({ status: 409, reason: 'not-contained' }, 'The space does not have it all.');

/**
 * Marks a change request as merged if the space has everything that it proposes, because its branch was merged in the
 * repository in any way. Returns whether it was.
 */
export async function mergeContained(
  parts: EditingParts,
  { organizationId, spaceId }: SyncTarget,
  row: ChangeRequestRow,
): Promise<boolean> {
  const { store, context } = parts;
  const space = await context.pointers.spaces.find(spaceId);
  if (!space || row.revision_id === row.initial_revision_id) return false;
  const own = await store.open(space, row.revision_id);
  const base = await store.open(space, baseOf(row));
  // A change request that proposes nothing has not been merged.
  if (isSame(base.snapshot, own.snapshot)) return false;
  const merged = await mergeWithSpace(parts, { space, row });
  if (!addsNothing(merged)) return false;
  try {
    await mergeChangeRequest(parts, { space, row, actor: robotOf(organizationId) }, async (_row, now) => {
      if (!addsNothing(now)) throw notContained();
    });
    return true;
  } catch (error) {
    if (notContained.matches(error)) return false;
    throw error;
  }
}

const addsNothing = ({ conflicts, snapshot, theirs }: MergedRevisions): boolean =>
  conflicts.length === 0 && isSame(theirs.snapshot, snapshot);

/** Whether two contents say the same, whenever it was said and in which files. */
function isSame(left: Snapshot, right: Snapshot): boolean {
  if (left.hash === right.hash) return true;
  const { pages, files, reusables } = diffSnapshots(left, right);
  for (const { before, after } of [...pages.values(), ...files.values(), ...reusables.values()])
    if (!before || !after || textOf(before) !== textOf(after)) return false;
  const order = ({ pages }: Snapshot): string =>
    JSON.stringify([...pages.pages()].map(({ entry }) => [entry.id, pages.parentIdOf(entry.id)]));
  return order(left) === order(right);
}

/** An entry without its times and the place of its file. */
const textOf = (entry: object): string => {
  const fields = Object.entries(entry).filter(([name]) => !IGNORED.has(name));
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
};

const IGNORED = new Set(['createdAt', 'updatedAt', 'git']);
