import type { Transaction } from 'kysely';
import type { SpaceKey } from '../../../access/space-key.ts';
import type { DB } from '../../../db/schema.ts';
import { newId } from '../../../http/ids.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { spaceLine } from '../../revisions/space-line.ts';
import { findCommit, findSpaceGit, rememberImport, rememberPush, upsertSpaceGit } from '../git.repository.ts';
import { type GitPlace, isSameDirectory, isSamePlace } from '../git-place.ts';
import { rememberDeparted } from '../import/departed.repository.ts';
import { openSpace } from './sync-target.ts';
import type { SyncedLine } from './synced-line.ts';

/**
 * The content of a space, as a line that is synced with a branch. `place` is the repository and branch, if they may
 * differ from those of the last sync. The common state of the last sync is kept until content arrives from `place`.
 */
export const syncedSpace = (parts: EditingParts, key: SpaceKey, place?: GitPlace): SyncedLine => ({
  lineId: key.spaceId,
  open: () => openSpace(parts, key),
  revisions: spaceLine(parts.context, key),
  mergedIds: [],
  takesPaths: true,
  findCommon: async (db) => {
    const row = await findSpaceGit(db, key);
    const commit = row?.imported_oid ? await findCommit(db, key, row.imported_oid) : undefined;
    if (!row) return undefined;
    const common = { ...row, own_revision_id: commit?.own_revision_id ?? null };
    if (!place || isSamePlace(row, place)) return common;
    return isSameDirectory(row, place)
      ? { ...common, isOfOtherBranch: true }
      : { ...common, imported_oid: null, imported_revision_id: null };
  },
  rememberCommon: async (trx, commit) => {
    if (place) await moveTo(trx, key, place, commit.at);
    await rememberImport(trx, key, commit);
  },
  rememberPush: (db, pushed) => rememberPush(db, key, pushed),
  rememberDeparted: (trx, departed) => rememberDeparted(trx, key, departed),
});

/** Stores another repository as that of the space. */
async function moveTo(trx: Transaction<DB>, key: SpaceKey, place: GitPlace, at: Date): Promise<void> {
  const known = await findSpaceGit(trx, key, { lock: true });
  if (known && isSamePlace(known, place)) return;
  await upsertSpaceGit(trx, {
    organization_id: key.organizationId,
    space_id: key.spaceId,
    git_id: known?.git_id ?? newId(),
    ...place,
    updated_at: at,
  });
}
