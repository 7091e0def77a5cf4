import { setTimeout as sleep } from 'node:timers/promises';
import { parseGitRef, parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import type { Credentials } from '@lectern/git/program/remote-url';
import { findFormat, IMPORT_FORMATS } from '@lectern/import/formats/import-formats';
import { isId, newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { refuseUnsupported } from '../../compat/unsupported-fields.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import {
  ApiError,
  defineError,
  defineNotFound,
  type ErrorIdentity,
  invalidField,
  notImplemented,
} from '../../platform/http/errors.ts';
import { storageFull } from '../../platform/http/request-errors.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import { editConflicts } from '../content/editing/editing-errors.ts';
import { contentChanged, spaceLocked } from '../content/revisions/space-branch.ts';
import { holdSpacePlace } from '../content/spaces/spaces.service.ts';
import { sealCredentials } from '../git/connection/credentials.ts';
import { parseField } from '../git/parse-field.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
  changeRequestNotFound,
} from '../review/change-requests/change-request-errors.ts';
import {
  countActive,
  deleteOldImports,
  endImport,
  findImport,
  type ImportKey,
  type ImportRow,
  insertImport,
} from './content-import.repository.ts';
import type { ImportContentBody, ImportPreview, SOURCES } from './content-import.schemas.ts';
import { IMPORT_FAILURES, importFailed } from './import-failures.ts';
import type { ImportCounts } from './landing/land-content.ts';
import { storeActor } from './stored-actor.ts';

export const importNotFound = defineNotFound('import-not-found', 'import');
export const importEnded = defineError(
  { status: 409, reason: 'import-not-running' },
  'This import has ended and cannot be cancelled. To undo it, roll back the space or delete the imported pages.',
);
export const importCancelled = defineError(
  { status: 409, reason: 'import-cancelled' },
  'The import was cancelled. Nothing was imported.',
);
export const tooManyImports = defineError(
  { status: 409, reason: 'too-many-imports' },
  'Too many imports are waiting here. Wait until one of them has ended, or cancel one.',
);

/** The kind of the job that imports. */
export const CONTENT_IMPORT = 'content-import' as const;

/** At most this many imports of one space wait or run at the same time. */
const MAX_WAITING = 50;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** The parameters of an import, as stored in its row. */
export interface StoredImport {
  source: (typeof SOURCES)[number];
  /** Without credentials; empty for an uploaded file. */
  url: string;
  /** The file that was uploaded, if it is not at an address. */
  upload?: { id: string; name: string; hash: string; size: number };
  format?: string;
  /** Of a repository; the default branch if absent. */
  ref?: string;
  /** The directory of a repository that is read; the root if absent. */
  directory?: string;
  maxPages: number;
  /** Whether nothing is imported. */
  dryRun?: true;
  copyPictures?: boolean;
}

/** The result of a dry run. */
export interface PreviewOutcome {
  format?: string;
  /** Absent in lists. */
  preview?: ImportPreview;
}

/** The result of an import. */
export interface ImportOutcome {
  revision: string;
  format?: string;
  counts: ImportCounts;
  total: number;
  /** The ids of the imported pages at the top level. */
  pages: string[];
}

export interface ContentImportPayload {
  spaceId: string;
  importId: string;
}

/** The place for imported content. */
export interface ImportTarget {
  space: SpacePointer;
  changeRequestId: string | undefined;
  /** The page below which it is put; undefined for the end of the top level. */
  pageId: string | undefined;
}

/** Records the import and enqueues its job. */
export async function requestContentImport(
  { transact, clock, keyRing }: Pick<Context, 'transact' | 'clock' | 'keyRing'>,
  actor: Actor,
  { space, changeRequestId, pageId }: ImportTarget,
  body: Static<typeof ImportContentBody>,
): Promise<ImportKey> {
  if (space.editMode === 'locked' && !body.dryRun) throw spaceLocked();
  const { request, credentials } = readRequest(body);
  const { organizationId, spaceId } = space;
  const key: ImportKey = { organizationId, spaceId, importId: newId() };
  const now = clock();
  await transact(async (unit) => {
    await holdSpacePlace(unit.trx, space);
    await deleteOldImports(unit.trx, space, new Date(now.getTime() - KEPT_MS));
    if ((await countActive(unit.trx, space)) >= MAX_WAITING) throw tooManyImports();
    await insertImport(unit.trx, {
      ...key,
      changeRequestId: changeRequestId ?? null,
      pageId: pageId ?? null,
      request,
      credentials: credentials ? sealCredentials(keyRing, credentials) : null,
      actor: storeActor(actor),
      at: now,
    });
    const payload: ContentImportPayload = { spaceId, importId: key.importId };
    const concurrencyKey = `content-import:${spaceId}`;
    await enqueueJob(unit, { organizationId, kind: CONTENT_IMPORT, payload, concurrencyKey }, now);
  });
  return key;
}

const FROM_GIT = new Set<StoredImport['source']>(['github-wiki', 'repository']);
/** Sources that are a format themselves. */
const OF_ONE_FORMAT = new Set<StoredImport['source']>(['notion', 'confluence', 'github-wiki']);

/** Checks a request, and separates the credentials from the address. */
export function readRequest(body: Static<typeof ImportContentBody>): {
  request: StoredImport;
  credentials: Credentials | undefined;
} {
  const { source, format, maxPages = 1, dryRun, copyPictures = false } = body;
  refuseUnsupported('import', body);
  const named = format ?? (OF_ONE_FORMAT.has(source) ? source : undefined);
  if (named !== undefined && !findFormat(named)) {
    if (format === undefined) throw notImplemented(`This version cannot import from “${source}”.`);
    const known = IMPORT_FORMATS.map(({ name }) => name).join(', ');
    throw invalidField('format', `is not a format that can be imported. The formats are: ${known}`);
  }
  if (maxPages > 1 && source !== 'website')
    throw invalidField('maxPages', 'is for the source “website” only');
  for (const name of ['ref', 'repoProjectDirectory'] as const)
    if (body[name] && source !== 'repository')
      throw invalidField(name, 'is for the source “repository” only');
  const ref = body.ref && parseField('ref', () => parseGitRef(body.ref ?? '')).text;
  const directory = parseField('repoProjectDirectory', () =>
    parseRepositoryDirectory(body.repoProjectDirectory ?? ''),
  );
  const url = new URL(body.url);
  const credentials = url.username === '' && url.password === '' ? undefined : readCredentials(url);
  if (credentials && !FROM_GIT.has(source))
    throw invalidField('url', 'must not contain a user name or password, except for a repository');
  url.username = '';
  url.password = '';
  return {
    request: {
      source,
      url: url.href,
      maxPages,
      ...(named === undefined ? {} : { format: named }),
      ...(ref ? { ref } : {}),
      ...(directory === '' ? {} : { directory }),
      ...(dryRun ? { dryRun } : {}),
      ...(copyPictures ? { copyPictures } : {}),
    },
    credentials,
  };
}

function readCredentials({ username, password }: URL): Credentials {
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw invalidField('url', 'contains a user name or password that is not percent-encoded');
  }
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/**
 * Waits until an import has ended, or for the longest time that a request may wait, or until `signal` is aborted.
 * Throws the error with which the import failed.
 */
export async function waitForImport(
  { db, config }: Pick<Context, 'db' | 'config'>,
  key: ImportKey,
  signal: AbortSignal,
): Promise<ImportRow> {
  const end = performance.now() + config.limits.waitSeconds * 1000;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const row = await getImport(db, key);
    if (row.status === 'failed') throw failureOf(row);
    if (row.status === 'cancelled') throw importCancelled();
    if (row.status === 'completed' || signal.aborted || performance.now() >= end) return row;
    await sleep(Math.min(pause, Math.max(0, end - performance.now())));
  }
}

export async function getImport(db: Context['db'], key: ImportKey): Promise<ImportRow> {
  const row = isId(key.importId) ? await findImport(db, key) : undefined;
  if (!row) throw importNotFound();
  return row;
}

/** The errors that a job may record as the reason of its failure. */
const RECORDED: readonly ErrorIdentity[] = [
  ...IMPORT_FAILURES,
  spaceLocked,
  contentChanged,
  editConflicts,
  changeRequestNotFound,
  changeRequestMerged,
  changeRequestArchived,
  storageFull,
];

/** Restores the error that the job recorded. */
function failureOf({ reason, message }: ImportRow): ApiError {
  const failure = RECORDED.find((one) => one.reason === reason) ?? importFailed;
  return new ApiError(failure, { message: message ?? 'The import failed.' });
}

/** Cancels an import: its job stops at its next step, without changing the content. */
export async function cancelImport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: ImportKey,
): Promise<void> {
  await getImport(db, key);
  if (!(await endImport(db, key, { status: 'cancelled', at: clock() }))) throw importEnded();
}
