import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '@lectern/git/program/remote-url';
import type { ImportProblem } from '@lectern/import/imported-content';
import { cutText } from '@lectern/std/cut-text';
import type { Actor } from '../../platform/access/actor.ts';
import { authorIdOf } from '../../platform/access/author.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDatabaseAway } from '../../platform/db/database-failure.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { explainFullStorage } from '../../platform/http/full-storage.ts';
import type { Job, JobBody, JobDefinition } from '../../platform/jobs/job-definition.ts';
import { JobTimeout } from '../../platform/jobs/worker.ts';
import { openTempFolder } from '../../platform/storage/temp-folder.ts';
import type { EditedLine } from '../content/editing/commit-draft.ts';
import type { EditingParts } from '../content/editing/editing-parts.ts';
import { spaceBranch } from '../content/revisions/space-branch.ts';
import { openSealed } from '../git/connection/credentials.ts';
import { openChangeRequestLine } from '../review/change-requests/open-branch.ts';
import {
  endImport,
  findImport,
  type ImportKey,
  type ImportRow,
  updateProgress,
} from './content-import.repository.ts';
import type { ImportProgress } from './content-import.schemas.ts';
import {
  CONTENT_IMPORT,
  type ContentImportPayload,
  type ImportOutcome,
  importCancelled,
  type PreviewOutcome,
  type StoredImport,
} from './content-import.service.ts';
import { importFailed, importInterrupted, importTargetGone, importTimedOut } from './import-failures.ts';
import { MAX_PROBLEMS } from './import-limits.ts';
import { landContent } from './landing/land-content.ts';
import { previewContent } from './landing/preview-content.ts';
import { openSource } from './sources/open-source.ts';
import { restoreActor, type StoredActor } from './stored-actor.ts';

/** An import that was interrupted this often is given up: it probably crashes the process. */
const MAX_ATTEMPTS = 5;
const PROGRESS_INTERVAL_MS = 1000;
const MAX_MESSAGE_LENGTH = 1000;

/**
 * The job behind `content/import`. An interrupted import starts over: its fetched files are gone with the process, and
 * its stored content is named by hash. It ends in the transaction that commits its revision.
 */
export function createContentImportJob(parts: EditingParts) {
  const { context } = parts;
  const run: JobBody = async (job: Job, signal: AbortSignal) => {
    const key = keyOfJob(job);
    const row = await findImport(context.db, key);
    if (row?.status !== 'pending' && row?.status !== 'in-progress') return;
    if (job.attempt > MAX_ATTEMPTS) {
      await fail(
        importInterrupted(`The import was interrupted ${MAX_ATTEMPTS} times and will not be tried again.`),
      );
      return;
    }
    const watch = watchImport(parts, key, signal);
    try {
      await importOnce(parts, key, row, watch);
    } catch (error) {
      if (importCancelled.matches(watch.signal.reason)) return;
      if (signal.aborted && !(signal.reason instanceof JobTimeout)) throw error;
      if (signal.aborted)
        return fail(
          importTimedOut(`The import took longer than ${context.config.limits.jobSeconds} seconds.`),
        );
      // The import starts over when the database is back.
      if (isDatabaseAway(error)) throw error;
      const known = explainFullStorage(error) ?? (error instanceof ApiError ? error : undefined);
      if (known) return fail(known);
      context.log.error({ err: error, importId: key.importId }, 'content import failed');
      return fail(
        importFailed(
          `Something went wrong on the server. The import ID ${key.importId} identifies the entry in the server’s log.`,
        ),
      );
    } finally {
      watch.stop();
    }

    async function fail({ reason, message }: ApiError): Promise<void> {
      const said = cutText(message, MAX_MESSAGE_LENGTH);
      await endImport(context.db, key, { status: 'failed', at: context.clock(), reason, message: said });
    }
  };
  const giveUp = async (job: Job): Promise<void> => {
    const { reason, message } = importInterrupted(
      'The server stopped twice during this import, so it will not be tried again.',
    );
    await endImport(context.db, keyOfJob(job), { status: 'failed', at: context.clock(), reason, message });
  };
  return { kind: CONTENT_IMPORT, lane: 'imports', run, giveUp } as const satisfies JobDefinition;
}

function keyOfJob({ organizationId, payload }: Job): ImportKey {
  const { spaceId, importId } = payload as ContentImportPayload;
  return { organizationId, spaceId, importId };
}

interface Watch {
  /** Aborted when the job is to stop, or when the import is cancelled. */
  signal: AbortSignal;
  onProgress(progress: ImportProgress): void;
  stop(): void;
}

/** Writes the progress down every second, and learns by that whether the import was cancelled. */
function watchImport({ context }: EditingParts, key: ImportKey, signal: AbortSignal): Watch {
  const cancelled = new AbortController();
  let progress: ImportProgress | undefined;
  let isWriting = false;
  const write = (): void => {
    if (isWriting) return;
    isWriting = true;
    updateProgress(context.db, key, { progress, at: context.clock() })
      .then((isActive) => {
        if (!isActive) cancelled.abort(importCancelled());
      })
      .catch((error: unknown) => context.log.debug({ err: error }, 'could not save the progress'))
      .finally(() => {
        isWriting = false;
      });
  };
  write();
  const timer = setInterval(write, PROGRESS_INTERVAL_MS);
  return {
    signal: AbortSignal.any([signal, cancelled.signal]),
    onProgress: (next) => {
      const isNewStage = next.stage !== progress?.stage;
      progress = next;
      if (isNewStage) write();
    },
    stop: () => clearInterval(timer),
  };
}

async function importOnce(
  parts: EditingParts,
  key: ImportKey,
  row: ImportRow,
  { signal, onProgress }: Watch,
): Promise<void> {
  const { context } = parts;
  const request = row.request as unknown as StoredImport;
  const actor = restoreActor(row.actor as unknown as StoredActor);
  const line = request.dryRun ? undefined : await openLine(parts, key, row, actor);
  const temporary = await openTempFolder(join(context.config.dataDir, 'imports'));
  const folder = await temporary.createFolder();
  try {
    const source = await openSource(context, request, {
      folder,
      organizationId: key.organizationId,
      credentials: openSealed<Credentials>(context.keyRing, row.credentials),
      isRecognized: line === undefined,
      signal,
      onProgress,
    });
    if (!line) {
      const preview = await previewContent(context, source, { signal, onProgress });
      const { format } = source;
      const outcome: PreviewOutcome = { preview, ...(format ? { format } : {}) };
      await complete(context, key, context.db, { outcome, problems: source.content.problems });
      return;
    }
    await landContent(parts, source, {
      ...line,
      authorId: authorIdOf(actor),
      pageId: row.page_id ?? undefined,
      signal,
      onProgress,
      onCommit: ({ trx }, { revisionId, counts, total, pageIds }) => {
        const { format, content } = source;
        const outcome: ImportOutcome = {
          revision: revisionId,
          counts,
          total,
          pages: pageIds,
          ...(format ? { format } : {}),
        };
        return complete(context, key, trx, { outcome, problems: content.problems });
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs in the transaction that commits the revision, if there is one: either both happen or neither. */
async function complete(
  { clock }: Pick<Context, 'clock'>,
  key: ImportKey,
  db: Database,
  { outcome, problems }: { outcome: ImportOutcome | PreviewOutcome; problems: readonly ImportProblem[] },
): Promise<void> {
  const isEnded = await endImport(db, key, {
    status: 'completed',
    at: clock(),
    outcome,
    problems: problems.slice(0, MAX_PROBLEMS).map((problem) => ({
      ...problem,
      path: cutText(problem.path, MAX_MESSAGE_LENGTH),
      message: cutText(problem.message, MAX_MESSAGE_LENGTH),
    })),
    problemCount: problems.length,
  });
  if (!isEnded) throw importCancelled();
}

/** The line of revisions that an import writes to: of the space, or of a change request. */
async function openLine(
  parts: EditingParts,
  key: ImportKey,
  row: ImportRow,
  actor: Actor,
): Promise<EditedLine> {
  const { context } = parts;
  const { pointers } = context;
  const findSpace = async () => {
    // Another process may have moved it a moment ago.
    pointers.spaces.invalidate(key.spaceId);
    const space = await pointers.spaces.find(key.spaceId);
    if (!space || space.deletedAt || space.organizationId !== key.organizationId)
      throw importTargetGone('The space was deleted or transferred.');
    return space;
  };
  const space = await findSpace();
  const { change_request_id: changeRequestId } = row;
  if (changeRequestId === null)
    return {
      space,
      line: spaceBranch(context, space, actor),
      branchId: space.spaceId,
      findHead: async () => (await findSpace()).revisionId,
    };
  return openChangeRequestLine(context, space, changeRequestId, actor);
}
