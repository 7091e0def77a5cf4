import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@lectern/git/program/remote-url';
import { openTempFolder } from '../../../platform/storage/temp-folder.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { openSealed } from '../../git/connection/credentials.ts';
import { importCancelled, type StoredImport } from '../content-import.service.ts';
import { sourceWrongType } from '../import-failures.ts';
import { createImportJob, explainFailure, type ImportWatch } from '../import-job.ts';
import { type FoundSource, findDefaultBranch, findKindOfFile, findSource } from '../sources/find-source.ts';
import { restoreActor, type StoredActor } from '../stored-actor.ts';
import { describeRoot, examineRoot } from './examine-root.ts';
import { importRoots } from './import-roots.ts';
import {
  endOrganizationImport,
  findOrganizationImport,
  type OrganizationImportKey,
  type OrganizationImportRow,
  updateImportOutcome,
  updateImportProgress,
} from './organization-import.repository.ts';
import { type ImportRoot, MAX_ROOTS } from './organization-import.schemas.ts';
import {
  ORGANIZATION_IMPORT,
  type OrganizationImportPayload,
  type StoredOutcome,
  type StoredRequest,
} from './organization-import.service.ts';
import { type ReadableRoot, readRoots } from './read-roots.ts';

/** Roots that a dry run lists. */
const MAX_LISTED = 100;

/**
 * The job behind imports into an organization, and their dry runs. An interrupted import continues with the roots that
 * it has not imported yet; each of them is stored with the revision of its space.
 */
export const createOrganizationImportJob = (parts: EditingParts) =>
  createImportJob<'organization-import', OrganizationImportKey, OrganizationImportRow>(parts.context, {
    kind: ORGANIZATION_IMPORT,
    keyOf: ({ organizationId, payload }) => ({
      organizationId,
      importId: (payload as OrganizationImportPayload).importId,
    }),
    find: (key) => findOrganizationImport(parts.context.db, key),
    update: (key, step) => updateImportProgress(parts.context.db, key, step),
    end: (key, end) => endOrganizationImport(parts.context.db, key, end),
    work: (key, row, watch) => runOnce(parts, key, row, watch),
  });

async function runOnce(
  parts: EditingParts,
  key: OrganizationImportKey,
  row: OrganizationImportRow,
  watch: ImportWatch,
): Promise<void> {
  const { context } = parts;
  const { organizationId } = key;
  const request = row.request as unknown as StoredRequest;
  const outcome = row.outcome as unknown as StoredOutcome;
  const credentials = openSealed<Credentials>(context.keyRing, row.credentials);
  watch.onProgress({ stage: 'fetching' });
  const source =
    outcome.source ?? (await resolveSource(parts, request, { credentials, signal: watch.signal }));
  if (credentials && source.source !== 'repository' && source.source !== 'github-wiki')
    throw sourceWrongType(
      'Only repositories are read with a user name and password, and this address is none.',
    );
  const temporary = await openTempFolder(join(context.config.dataDir, 'imports'));
  const folder = await temporary.createFolder();
  try {
    const options = { folder, organizationId, credentials, ...watch };
    const found = await readRoots(context, source, options);
    if (row.is_dry_run) {
      await examine(parts, key, { source, found }, watch);
      return;
    }
    const actor = restoreActor(row.actor as unknown as StoredActor);
    await importRoots(
      parts,
      key,
      { request, outcome: { ...outcome, source }, found, actor, credentials },
      watch,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is to be read: the request names it, or it is found out. */
async function resolveSource(
  { context }: EditingParts,
  { source, url, upload, ref, directory, maxPages, copyPictures }: StoredRequest,
  { credentials, signal }: { credentials: Credentials | undefined; signal: AbortSignal },
): Promise<StoredImport> {
  const found: FoundSource = source
    ? { source, url }
    : upload
      ? { source: findKindOfFile(upload.name), url }
      : await findSource(context, url, signal);
  const named = ref ?? found.ref;
  const branch =
    named === undefined && found.source === 'repository'
      ? await findDefaultBranch(found.url, { config: context.config, credentials, signal })
      : named;
  return {
    maxPages,
    ...(upload ? { upload } : {}),
    ...(copyPictures ? { copyPictures } : {}),
    ...found,
    ...(branch === undefined ? {} : { ref: branch }),
    ...(directory === undefined ? {} : { directory }),
  };
}

/** Finds out what an import of each root would bring, and ends the dry run. */
async function examine(
  { context }: EditingParts,
  key: OrganizationImportKey,
  { source, found }: { source: StoredImport; found: readonly ReadableRoot[] },
  { signal, onProgress }: ImportWatch,
): Promise<void> {
  const roots: ImportRoot[] = [];
  const count = Math.min(found.length, MAX_ROOTS);
  for (const root of found.slice(0, MAX_LISTED)) {
    signal.throwIfAborted();
    const described = describeRoot(root, 'found');
    if (roots.length >= MAX_ROOTS) {
      roots.push(described);
      continue;
    }
    const number = roots.length + 1;
    const place = { number, count, title: described.title };
    onProgress({ stage: 'converting', root: place });
    try {
      const examined = await examineRoot(context, await root.open(), {
        organizationId: key.organizationId,
        signal,
        onProgress: (progress) => onProgress({ ...progress, root: place }),
      });
      roots.push({ ...described, ...examined });
    } catch (error) {
      signal.throwIfAborted();
      // A source with one set of documentation fails with it.
      if (found.length === 1) throw error;
      const { reason, message } = explainFailure(context, key.importId, error);
      roots.push({ ...described, status: 'failed', reason, message });
    }
  }
  const [first] = roots;
  const outcome: StoredOutcome = {
    source,
    roots,
    rootCount: found.length,
    ...(first ? { product: first.product } : {}),
  };
  await context.transact(async ({ trx }) => {
    await updateImportOutcome(trx, key, outcome);
    const isEnded = await endOrganizationImport(trx, key, { status: 'completed', at: context.clock() });
    if (!isEnded) throw importCancelled();
  });
}
