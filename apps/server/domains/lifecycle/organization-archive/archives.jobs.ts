import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Context, contextOfJobs } from '../../../platform/context.ts';
import { isDatabaseAway } from '../../../platform/db/database-failure.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { explainFullStorage } from '../../../platform/http/full-storage.ts';
import type { Job, JobBody, JobDefinition } from '../../../platform/jobs/job-definition.ts';
import { defineRecurringJob } from '../../../platform/jobs/recurring.ts';
import { StorageError } from '../../../platform/storage/storage-error.ts';
import { openTempFolder } from '../../../platform/storage/temp-folder.ts';
import { removeArchivedEvents } from '../../insights/archived-events.queries.ts';
import { archiveInvalid } from './archive-format.ts';
import {
  completeExport,
  deleteImport,
  type ExportKey,
  failExport,
  failImport,
  findImport,
  forgetArchive,
  listAbandonedImports,
  listExpiredExports,
  startExport,
  startImport,
} from './archives.repository.ts';
import type { ArchiveImportPayload } from './archives.service.ts';
import { runImport } from './run-import.ts';
import { writeArchive } from './write-archive.ts';

/** A large organization takes hours, most of them for its files. */
const LIMIT_SECONDS = 24 * 60 * 60;
const MAX_ATTEMPTS = 3;
/** How long the archive of an export can be downloaded. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const ABANDONED_MS = 2 * 24 * HOUR_MS;

interface Failure {
  reason: string;
  message: string;
}

const interrupted: Failure = {
  reason: 'interrupted',
  message: 'The service stopped several times meanwhile. Begin again.',
};

/** Why it failed, for the person who asked for it. Details that are not about their request are only logged. */
function explainFailure({ log }: Pick<Context, 'log'>, error: unknown, fields: object): Failure {
  if (error instanceof ApiError) return { reason: error.reason, message: error.message };
  log.error({ err: error, ...fields }, 'an archive of an organization could not be written or imported');
  const full = explainFullStorage(error);
  if (full) return { reason: full.reason, message: full.message };
  if (error instanceof StorageError)
    return {
      reason: 'storage-unavailable',
      message: 'The storage of files is not available. Try again later.',
    };
  return {
    reason: 'internal',
    message: 'Something went wrong on the server. The operator finds the cause in its log.',
  };
}

/** Writes the archive of an export. An interrupted one begins again; until the end, the export has no archive. */
export function createOrganizationExportJob(context: Context) {
  const { db, blobs, clock } = context;
  const keyOf = ({ organizationId, payload }: Job): ExportKey => ({
    organizationId,
    exportId: (payload as { exportId: string }).exportId,
  });
  const fail = (key: ExportKey, failure: Failure) => failExport(db, key, { ...failure, at: clock() });
  const run: JobBody = async (job, signal) => {
    const key = keyOf(job);
    if (!(await startExport(db, key))) return;
    if (job.attempt > MAX_ATTEMPTS) return fail(key, interrupted);
    try {
      await blobs.deleteAll(key.exportId, signal);
      const { stream, manifest } = writeArchive(context, { organizationId: key.organizationId, signal });
      const { hash, size } = await blobs.put(key.exportId, stream as AsyncIterable<Buffer>);
      const { tables, files, people } = manifest;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const at = clock();
      const isKept = await completeExport(db, key, {
        hash,
        size,
        counts: { rows, files: files.count, people },
        at,
        expiresAt: new Date(at.getTime() + KEPT_MS),
      });
      // It was deleted meanwhile.
      if (!isKept) await blobs.deleteAll(key.exportId, signal);
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) throw error;
      await blobs.deleteAll(key.exportId, signal).catch(() => {});
      await fail(key, explainFailure(context, error, key));
    }
  };
  const giveUp = (job: Job): Promise<void> => fail(keyOf(job), interrupted);
  return {
    kind: 'organization-export',
    whileSuspended: true,
    lane: 'long',
    limitSeconds: LIMIT_SECONDS,
    run,
    giveUp,
  } as const satisfies JobDefinition;
}

/** Imports an archive. Its end is stored with the organization, so that a repetition finds it done. */
export function createArchiveImportJob(context: Context) {
  const { db, blobs, clock, config } = context;
  const end = async (organizationId: string, failure: Failure): Promise<void> => {
    await failImport(db, organizationId, { ...failure, at: clock() });
    await removeArchivedEvents(context, organizationId);
    await removeArchive(organizationId);
  };
  const removeArchive = async (organizationId: string): Promise<void> => {
    const row = await findImport(db, organizationId);
    if (row) await blobs.deleteAll(row.archive_id, new AbortController().signal);
  };
  const run: JobBody = async (job, signal) => {
    const { organizationId, cause } = job.payload as ArchiveImportPayload;
    if (!(await startImport(db, organizationId))) return removeArchive(organizationId);
    if (job.attempt > MAX_ATTEMPTS) return end(organizationId, interrupted);
    const folder = await (await openTempFolder(join(config.dataDir, 'imports'))).createFolder();
    try {
      const row = await findImport(db, organizationId);
      const content = row?.hash && (await blobs.read(row.archive_id, row.hash));
      if (!row || !content) throw archiveInvalid('it is no longer in the storage.');
      const path = join(folder, 'archive.zip');
      await pipeline(content, createWriteStream(path, { mode: 0o600 }), { signal });
      await runImport(contextOfJobs(context), {
        path,
        size: Number(row.size),
        organizationId,
        administratorId: row.administrator_id,
        cause,
        signal,
      });
      await blobs.deleteAll(row.archive_id, signal);
    } catch (error) {
      if (signal.aborted || isDatabaseAway(error)) throw error;
      await end(organizationId, explainFailure(context, error, { organizationId }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const giveUp = (job: Job): Promise<void> =>
    end((job.payload as ArchiveImportPayload).organizationId, interrupted);
  return {
    kind: 'archive-import',
    lane: 'imports',
    limitSeconds: LIMIT_SECONDS,
    run,
    giveUp,
  } as const satisfies JobDefinition;
}

/** Removes archives that have expired, and files of imports by commands that were killed. */
export function createArchiveSweepJob(context: Context) {
  const { db, blobs, clock } = context;
  const run: JobBody = async (_, signal) => {
    for (const key of await listExpiredExports(db, clock())) {
      signal.throwIfAborted();
      await blobs.deleteAll(key.exportId, signal);
      await forgetArchive(db, key);
    }
    for (const organizationId of await listAbandonedImports(db, new Date(clock().getTime() - ABANDONED_MS))) {
      await blobs.deleteAll(organizationId, signal);
      await removeArchivedEvents(context, organizationId, signal);
      await deleteImport(db, organizationId);
    }
  };
  return defineRecurringJob(context, {
    kind: 'archive-sweep',
    lane: 'upkeep',
    schedule: { firstDelayMs: 10 * 60 * 1000, intervalMs: HOUR_MS },
    run,
  });
}
