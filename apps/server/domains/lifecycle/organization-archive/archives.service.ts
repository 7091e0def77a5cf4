import type { Readable } from 'node:stream';
import { isId, newId } from '@lectern/std/ids';
import { authorIdOf } from '../../../platform/access/author.ts';
import { BY_OPERATOR, type Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { enqueueJob, NO_ORGANIZATION } from '../../../platform/jobs/queue.ts';
import type { StagedBlob } from '../../../platform/storage/blob-store.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { getOrganizationRow } from '../../identity/organizations/organizations.service.ts';
import type { ImportReport } from './archive-format.ts';
import {
  deleteExport,
  deleteImport,
  deleteUnfinishedImport,
  type ExportKey,
  type ExportRow,
  findExport,
  findImport,
  type ImportRow,
  insertExport,
  insertImport,
  listExportIds,
} from './archives.repository.ts';
import { runImport } from './run-import.ts';

export const exportNotFound = defineNotFound('organization-export-not-found', 'export');
export const importNotFound = defineNotFound('organization-import-not-found', 'import');
export const exportRunning = defineError(
  { status: 409, reason: 'organization-export-running' },
  () =>
    `An export of this organization is running, or ${MAX_EXPORTS} archives exist. Wait until it has ended, or delete one of them.`,
);
export const exportNotReady = defineError(
  { status: 409, reason: 'organization-export-not-ready' },
  'This export has no archive: it is not complete, it failed, or the archive has expired.',
);

/** Archives of an organization that are kept at the same time. */
const MAX_EXPORTS = 3;

const actorIdOf = ({ actor }: Cause): string | null => (actor ? authorIdOf(actor) : null);

/** Begins an export, which a job makes. */
export async function requestExport(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  organizationId: string,
): Promise<ExportRow> {
  const at = clock();
  const exportId = newId();
  return transact(async (unit) => {
    const { title } = await getOrganizationRow(unit.trx, organizationId);
    const authorId = actorIdOf(cause);
    const row = await insertExport(unit.trx, { organizationId, exportId, authorId, at, most: MAX_EXPORTS });
    if (!row) throw exportRunning();
    await enqueueJob(unit, { organizationId, kind: 'organization-export', payload: { exportId } }, at);
    await recordEvent(unit.trx, {
      organizationId,
      cause,
      action: 'organization.exported',
      target: { type: 'organization', id: organizationId, label: title },
      payload: { exportId },
      at,
    });
    return row;
  });
}

export async function getExport(db: Context['db'], key: ExportKey): Promise<ExportRow> {
  const row = isId(key.organizationId) && isId(key.exportId) ? await findExport(db, key) : undefined;
  if (!row) throw exportNotFound();
  return row;
}

/** Opens the archive of an export, and records who downloads it. */
export async function openExport(
  { db, blobs, transact, clock }: Pick<Context, 'db' | 'blobs' | 'transact' | 'clock'>,
  cause: Cause,
  key: ExportKey,
): Promise<{ content: Readable; size: number; createdAt: Date }> {
  const { hash, size, created_at: createdAt } = await getExport(db, key);
  const content = hash === null ? undefined : await blobs.read(key.exportId, hash);
  if (!content) throw exportNotReady();
  await transact(async ({ trx }) => {
    const { organizationId, exportId } = key;
    const { title } = await getOrganizationRow(trx, organizationId);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'organization.export-downloaded',
      target: { type: 'organization', id: organizationId, label: title },
      payload: { exportId },
      at: clock(),
    });
  });
  return { content, size: Number(size), createdAt };
}

/** Deletes an export; one that is running ends without an archive. */
export async function removeExport(
  { transact, blobs, clock }: Pick<Context, 'transact' | 'blobs' | 'clock'>,
  cause: Cause,
  key: ExportKey,
): Promise<void> {
  const { organizationId, exportId } = key;
  if (!isId(exportId)) throw exportNotFound();
  await transact(async ({ trx }) => {
    const row = await deleteExport(trx, key);
    if (!row) throw exportNotFound();
    const { title } = await getOrganizationRow(trx, organizationId);
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'organization.export-deleted',
      target: { type: 'organization', id: organizationId, label: title },
      payload: { exportId },
      at: clock(),
    });
  });
  await blobs.deleteAll(exportId, new AbortController().signal);
}

/** Stores an archive, and begins to import it with a job. */
export async function requestImport(
  { blobs, transact, clock }: Pick<Context, 'blobs' | 'transact' | 'clock'>,
  cause: Cause,
  {
    archive,
    administratorId,
    onHash,
  }: {
    archive: AsyncIterable<Buffer>;
    administratorId: string;
    /** Is called before anything is kept; throws if the import must not begin. */
    onHash: (hash: Buffer) => Promise<void>;
  },
): Promise<ImportRow> {
  const organizationId = newId();
  const archiveId = newId();
  let staged: StagedBlob | undefined;
  try {
    staged = await blobs.stage(archive);
    const { hash, size } = staged;
    await onHash(hash);
    await staged.keep(archiveId);
    const at = clock();
    return await transact(async (unit) => {
      const row = await insertImport(unit.trx, {
        organizationId,
        archiveId,
        hash,
        size,
        administratorId,
        authorId: actorIdOf(cause),
        at,
      });
      const payload: ArchiveImportPayload = { organizationId, cause };
      await enqueueJob(unit, { organizationId: NO_ORGANIZATION, kind: 'archive-import', payload }, at);
      return row;
    });
  } catch (error) {
    await blobs.deleteAll(archiveId, new AbortController().signal).catch(() => {});
    throw error;
  } finally {
    await staged?.discard();
  }
}

export interface ArchiveImportPayload {
  organizationId: string;
  cause: Cause;
}

export async function getImport(db: Context['db'], organizationId: string): Promise<ImportRow> {
  const row = isId(organizationId) ? await findImport(db, organizationId) : undefined;
  if (!row) throw importNotFound();
  return row;
}

/** Removes the archives of an organization that is being removed for good. */
export async function removeArchives(
  { db, blobs }: Pick<Context, 'db' | 'blobs'>,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  for (const exportId of await listExportIds(db, organizationId)) await blobs.deleteAll(exportId, signal);
  await deleteImport(db, organizationId);
}

/** The operator exports with a command, which writes a file. */
export async function recordExportByOperator(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  organizationId: string,
): Promise<void> {
  await transact(async ({ trx }) => {
    const { title } = await getOrganizationRow(trx, organizationId);
    await recordEvent(trx, {
      organizationId,
      cause: BY_OPERATOR,
      action: 'organization.exported',
      target: { type: 'organization', id: organizationId, label: title },
      at: clock(),
    });
  });
}

/** Imports a file of this machine for the operator. If the command is killed, a job removes the files that it stored. */
export async function importFile(
  context: Context,
  file: { path: string; size: number; organizationId: string; administratorId: string },
): Promise<ImportReport> {
  const { db, clock } = context;
  const { organizationId, administratorId, size } = file;
  const at = clock();
  const row = { organizationId, archiveId: newId(), hash: null, size, administratorId, authorId: null, at };
  await insertImport(db, row);
  try {
    return await runImport(context, {
      ...file,
      cause: BY_OPERATOR,
      signal: new AbortController().signal,
    });
  } catch (error) {
    await deleteUnfinishedImport(db, organizationId).catch(() => {});
    throw error;
  }
}
