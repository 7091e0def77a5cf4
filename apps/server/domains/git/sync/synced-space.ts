import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { spaceBranch } from '../../content/revisions/space-branch.ts';
import {
  type DirectoryKey,
  findCommit,
  findSpaceGit,
  listCommits,
  rememberCommit,
  rememberImport,
  rememberPush,
  upsertSpaceGit,
} from '../git.repository.ts';
import { type GitLocation, isSameLocation } from '../git-location.ts';
import { rememberDeparted } from '../import/departed.repository.ts';
import { openSpace } from './sync-target.ts';
import type { SyncedBranch } from './synced-branch.ts';

/**
 * The content of a space, as a line that is synced with a branch. `place` is the repository and branch, if they may
 * differ from those of the last sync. The common state of the last sync is kept until content arrives from `place`.
 */
export const syncedSpace = (parts: EditingParts, key: DirectoryKey, place?: GitLocation): SyncedBranch => ({
  branchId: key.spaceId,
  open: () => openSpace(parts, key),
  revisions: spaceBranch(parts.context, key),
  mergedIds: [],
  takesPaths: true,
  findCommon: async (db) => {
    const row = await findSpaceGit(db, key);
    if (!row) return undefined;
    if (place && !isSameLocation(row, place))
      return { ...row, imported_oid: null, imported_revision_id: null };
    const commit = row.imported_oid ? await findCommit(db, key, row.imported_oid) : undefined;
    return { ...row, own_revision_id: commit?.own_revision_id ?? null };
  },
  listKnown: async (db) => {
    const row = await findSpaceGit(db, key);
    const isLast = ({ oid }: { oid: string }): boolean => row?.imported_oid === oid;
    const commits = await listCommits(db, key);
    return [...commits.filter(isLast), ...commits.filter((commit) => !isLast(commit))].map((commit) => ({
      ...commit,
      ref: isLast(commit) ? row?.ref : undefined,
    }));
  },
  rememberCommon: async (trx, commit) => {
    if (place) await moveTo(trx, key, place, commit.at);
    await rememberImport(trx, key, commit);
  },
  rememberPush: (db, pushed) => rememberPush(db, key, pushed),
  rememberDeparted: (trx, departed) => rememberDeparted(trx, key, departed),
});

/** The content of a space, as a line that gets the content of a folder. */
export const spaceOfFolder = (parts: EditingParts, key: DirectoryKey): SyncedBranch => ({
  ...syncedSpace(parts, key),
  findCommon: async () => undefined,
  rememberCommon: (trx, commit) => rememberCommit(trx, key, commit),
});

/** Stores another repository as that of the space. */
async function moveTo(trx: Transaction<DB>, key: DirectoryKey, place: GitLocation, at: Date): Promise<void> {
  const known = await findSpaceGit(trx, key, { lock: true });
  if (known && isSameLocation(known, place)) return;
  await upsertSpaceGit(trx, {
    organization_id: key.organizationId,
    space_id: key.spaceId,
    git_id: known?.git_id ?? newId(),
    ...place,
    updated_at: at,
  });
}
