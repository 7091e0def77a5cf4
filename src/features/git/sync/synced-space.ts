import type { SpaceKey } from '../../../access/space-key.ts';
import type { EditingParts } from '../../editing/editing-parts.ts';
import { spaceLine } from '../../revisions/space-line.ts';
import { findCommit, findSpaceGit, rememberImport, rememberPush } from '../git.repository.ts';
import { rememberDeparted } from '../import/departed.repository.ts';
import { openSpace } from './sync-target.ts';
import type { SyncedLine } from './synced-line.ts';

/** The content of a space as what is kept in step with a branch. */
export const syncedSpace = (parts: EditingParts, key: SpaceKey): SyncedLine => ({
  lineId: key.spaceId,
  open: () => openSpace(parts, key),
  revisions: spaceLine(parts.context, key),
  mergedIds: [],
  takesPaths: true,
  findCommon: async (db) => {
    const row = await findSpaceGit(db, key);
    const commit = row?.imported_oid ? await findCommit(db, key, row.imported_oid) : undefined;
    return row && { ...row, own_revision_id: commit?.own_revision_id ?? null };
  },
  rememberCommon: (trx, commit) => rememberImport(trx, key, commit),
  rememberPush: (db, pushed) => rememberPush(db, key, pushed),
  rememberDeparted: (trx, departed) => rememberDeparted(trx, key, departed),
});
