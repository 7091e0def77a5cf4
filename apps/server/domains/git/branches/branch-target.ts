import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { RemoteRepository } from '@lectern/git/program/remote-repository';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { ChangeRequestRow } from '../../review/change-requests/change-requests.service.ts';
import { keyOf, type SyncTarget } from '../sync/sync-target.ts';
import { type BranchRow, listBranchRows, listMergedBetween } from './branches.repository.ts';
import { syncedChangeRequest } from './synced-change-request.ts';

/** Ids are looked up in at most this many branches: those that changed last, which are likely to be merged next. */
const MAX_RELATIVES = 20;

/** Creates the target for the change request of a branch from `space`, the target for its space. */
export function branchTarget(
  parts: EditingParts,
  space: SyncTarget,
  { ref, row, containedId }: { ref: string; row: ChangeRequestRow; containedId?: string | undefined },
): SyncTarget {
  return {
    ...space,
    ref,
    line: syncedChangeRequest(parts, { ...keyOf(space), ref }, row, containedId),
    // A merged change request receives no changes.
    direction: row.status === 'merged' ? 'export' : 'both',
    isForced: false,
    timestamp: null,
    followsRewrites: true,
    openRelatives: async () => {
      const known = await space.line.findCommon(parts.context.db);
      return openReadings(parts, space, known ? [known] : []);
    },
    writeMessage: (facts) =>
      space.writeMessage({ ...facts, changeRequest: { number: row.number, subject: row.subject } }),
  };
}

/**
 * Extends the target of a space with its other branches: entries keep the ids that they have there, and the commit of a
 * merged change request gets its branch as a parent, by which Git hosts recognize the merge.
 */
export function withBranches(
  parts: EditingParts,
  space: SyncTarget,
  repository: RemoteRepository,
): SyncTarget {
  const { db } = parts.context;
  return {
    ...space,
    openRelatives: async () => {
      const rows = await listBranchRows(db, space);
      const live = rows.filter(
        ({ status }) => status === 'open' || status === 'draft' || status === 'merged',
      );
      return openReadings(parts, space, live.slice(0, MAX_RELATIVES));
    },
    findMerged: async ({ revision }: OpenRevision) => {
      const known = await space.line.findCommon(db);
      const range = { from: revision.revisionId, until: known?.imported_revision_id ?? undefined };
      const merged = await listMergedBetween(db, space, range);
      const oids: string[] = [];
      for (const { ref, oid } of merged)
        if ((await repository.hasCommit(oid)) || (await isStillAt(repository, ref, oid))) oids.push(oid);
      return oids;
    },
  };
}

/** Opens the content that was last read from branches. */
async function openReadings(
  { store, context }: EditingParts,
  { spaceId }: SyncTarget,
  rows: readonly Pick<BranchRow, 'read_revision_id'>[],
): Promise<Snapshot[]> {
  const space = await context.pointers.spaces.find(spaceId);
  const readings: Snapshot[] = [];
  for (const { read_revision_id: id } of space ? rows : [])
    if (space && id !== null) readings.push((await store.open(space, id)).snapshot);
  return readings;
}

/** Fetches a branch, and returns whether it is still at this commit. */
async function isStillAt(repository: RemoteRepository, ref: string, oid: string): Promise<boolean> {
  const branches = await repository.listBranches(ref);
  return branches.get(ref) === oid && (await repository.fetch(ref)).oid === oid;
}
