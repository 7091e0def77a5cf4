import { type Credentials, isSshUrl, remoteOf } from '@lectern/git/program/remote-url';
import type { SshAccess } from '@lectern/git/program/ssh-access';
import { cutText } from '@lectern/std/cut-text';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../platform/access/transaction.ts';
import type { Context } from '../../platform/context.ts';
import { defineError } from '../../platform/http/errors.ts';
import type { EditingParts } from '../content/editing/editing-parts.ts';
import type { GitOutcome, GitReport } from '../content/spaces/spaces.schemas.ts';
import { findConnection } from './connection/connection.repository.ts';
import { openSealed, openSshAccess } from './connection/credentials.ts';
import { endOperation, findSpaceGit, type OperationKey } from './git.repository.ts';
import { assertNotStale, GIT_IMPORT, locationOf, type StoredImport } from './git.service.ts';
import { type GitSource, openGitSource } from './import/git-source.ts';
import type { ImportSource } from './import/import-source.ts';
import { type ImportOutcome, runImport } from './import/run-import.ts';
import {
  createOperationJob,
  operationEnded,
  pruneCopies,
  type RunningOperation,
  remoteOptions,
} from './operation-job.ts';
import { bringIn } from './sync/bring-in.ts';
import { findCommon } from './sync/sync-state.ts';
import type { SyncTarget } from './sync/sync-target.ts';
import { syncedSpace } from './sync/synced-space.ts';

/** More entries than a person reads; the total count is kept. */
const MAX_REPORT_ENTRIES = 1000;
/** Messages are cut, because they may quote a line of any length. */
const MAX_REPORT_MESSAGE_LENGTH = 1000;

const spaceDeleted = defineError(
  { status: 404, reason: 'space-not-found' },
  'The space was deleted during the import.',
);

/** The job behind `git/import`. */
export const createGitImportJob = (context: Context, parts: EditingParts) =>
  createOperationJob(context, {
    kind: GIT_IMPORT,
    noun: 'import',
    run: async (operation) => {
      const request = operation.row.request as unknown as StoredImport;
      const credentials = openSealed<Credentials>(context.keyRing, operation.row.credentials);
      const source = await openGitSource({
        ...remoteOptions(context, operation, {
          cacheId: request.cacheId,
          remote: remoteOf(request.url, credentials),
          ssh: await findSshAccess(context, operation.key, request.url),
        }),
        // The imports of several spaces from one repository, requested together, need one fetch.
        since: operation.row.started_at,
        ref: request.ref,
      });
      try {
        if (request.isStandalone) await importStandalone(parts, operation, request, source);
        else await importIntoSpace(parts, operation, request, source);
      } finally {
        await source.close();
        await pruneCopies(context);
      }
    },
  });

/** Makes a revision without moving the space to it. */
async function importStandalone(
  { context, store }: EditingParts,
  operation: RunningOperation,
  request: StoredImport,
  source: ImportSource,
): Promise<void> {
  const { key, signal, onProgress } = operation;
  const space = await findLiveSpace(context, key);
  const known = await findSpaceGit(context.db, key);
  await runImport(
    context,
    store,
    {
      space,
      projectDirectory: request.projectDirectory,
      treeUrl: request.treeUrl,
      commitUrl: request.commitUrl,
      ref: request.ref,
      importedOid: known?.imported_oid ?? null,
      isStandalone: true,
      authorId: request.authorId,
    },
    {
      source,
      signal,
      onProgress,
      onCommit: (unit, outcome) => endImport(context, operation, source, { unit, outcome }),
    },
  );
}

async function importIntoSpace(
  parts: EditingParts,
  operation: RunningOperation,
  request: StoredImport,
  source: GitSource,
): Promise<void> {
  const { context } = parts;
  const { key, signal, onProgress } = operation;
  await findLiveSpace(context, key);
  const target = targetOf(parts, key, request);
  const head = { oid: source.commit.oid, findContained: source.findContained };
  const state = await findCommon(parts, target, head);
  await bringIn(
    parts,
    target,
    { source, state },
    {
      signal,
      onProgress,
      onStep: async (unit, landed) => {
        assertNotStale(await findSpaceGit(unit.trx, key, { lock: true }), request);
        if (landed) await endImport(context, operation, source, { unit, outcome: landed });
      },
    },
  );
}

async function findLiveSpace({ pointers }: Context, { spaceId }: OperationKey): Promise<SpacePointer> {
  const space = await pointers.spaces.find(spaceId);
  if (!space || space.deletedAt) throw spaceDeleted();
  return space;
}

/** Ends the operation in the transaction of its last step. */
async function endImport(
  { clock }: Context,
  { key, row }: RunningOperation,
  { commit }: ImportSource,
  { unit, outcome }: { unit: UnitOfWork; outcome: ImportOutcome },
): Promise<void> {
  const endedAt = clock();
  const isEnded = await endOperation(unit.trx, key, {
    state: 'success',
    outcome: presentOutcome(outcome, commit?.oid, row.started_at, endedAt),
    at: endedAt,
  });
  if (!isEnded) throw operationEnded();
}

const targetOf = (
  parts: EditingParts,
  { organizationId, spaceId }: OperationKey,
  request: StoredImport,
): SyncTarget => ({
  organizationId,
  spaceId,
  line: syncedSpace(
    parts,
    { organizationId, spaceId, projectDirectory: request.projectDirectory },
    locationOf(request),
  ),
  ref: request.ref,
  projectDirectory: request.projectDirectory,
  treeUrl: request.treeUrl,
  commitUrl: request.commitUrl,
  direction: 'import',
  initialDirection: 'import',
  onConflict: 'remote',
  isForced: request.isForced,
  mayOverwrite: false,
  isStandalone: false,
  authorId: request.authorId,
  timestamp: request.timestamp ? new Date(request.timestamp) : null,
  writeMessage: () => '',
});

function presentOutcome(
  outcome: ImportOutcome,
  commit: string | undefined,
  startedAt: Date,
  endedAt: Date,
): GitOutcome & { report: GitReport } {
  return {
    revision: outcome.revision,
    ...(commit ? { commit } : {}),
    isUnchanged: outcome.isUnchanged,
    seconds: (endedAt.getTime() - startedAt.getTime()) / 1000,
    counts: outcome.counts,
    report: cutReport(outcome.report),
    reportTotal: outcome.report.length,
  };
}

export const cutReport = (report: GitReport): GitReport =>
  report
    .slice(0, MAX_REPORT_ENTRIES)
    .map((entry) => ({ ...entry, message: cutText(entry.message, MAX_REPORT_MESSAGE_LENGTH) }));

/** A URL cannot hold a private key: it is the one of the connection. */
export async function findSshAccess(
  { db, keyRing }: Pick<Context, 'db' | 'keyRing'>,
  key: OperationKey,
  url: string,
): Promise<SshAccess | undefined> {
  if (!isSshUrl(url)) return undefined;
  const connection = await findConnection(db, key);
  return connection && openSshAccess(keyRing, connection);
}
