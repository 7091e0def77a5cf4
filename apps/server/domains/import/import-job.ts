import type { ImportProblem } from '@lectern/import/imported-content';
import { cutText } from '@lectern/std/cut-text';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway } from '../../platform/db/database-failure.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { explainFullStorage } from '../../platform/http/full-storage.ts';
import type { Job, JobBody, JobDefinition } from '../../platform/jobs/job-definition.ts';
import type { JobKind } from '../../platform/jobs/job-kinds.ts';
import { JobTimeout } from '../../platform/jobs/worker.ts';
import type { ImportProgress } from './content-import.schemas.ts';
import { importCancelled } from './content-import.service.ts';
import { importFailed, importInterrupted, importTimedOut } from './import-failures.ts';
import { MAX_PROBLEMS } from './import-limits.ts';

/** An import that was interrupted this often is given up: it probably crashes the process. */
const MAX_ATTEMPTS = 5;
const PROGRESS_INTERVAL_MS = 1000;
const MAX_MESSAGE_LENGTH = 1000;

/** The progress of an import; of one with several roots, with the one that is being read. */
export type JobProgress = ImportProgress & { root?: { number: number; count: number; title: string } };

/** What a job of imports shares with the others: how its row is found, follows its progress and ends. */
export interface ImportSteps<Kind extends JobKind, Key extends { importId: string }, Row> {
  kind: Kind;
  keyOf(job: Job): Key;
  find(key: Key): Promise<Row | undefined>;
  /** Stores the progress. Returns whether the import still has to run: it may have been cancelled. */
  update(key: Key, step: { progress: JobProgress | undefined; at: Date }): Promise<boolean>;
  end(key: Key, end: { status: 'failed'; at: Date; reason: string; message: string }): Promise<unknown>;
  /** Runs the import, and stores its end if it succeeds. */
  work(key: Key, row: Row, watch: ImportWatch): Promise<void>;
}

export interface ImportWatch {
  /** Aborted when the job is to stop, or when the import is cancelled. */
  signal: AbortSignal;
  onProgress(progress: JobProgress): void;
}

/** Defines a job of imports: it runs until it ends, is cancelled, fails, or has been interrupted too often. */
export function createImportJob<
  Kind extends JobKind,
  Key extends { importId: string },
  Row extends { status: string },
>(
  context: Pick<Context, 'clock' | 'config' | 'log'>,
  steps: ImportSteps<Kind, Key, Row>,
): JobDefinition & { kind: Kind } {
  const fail = async (key: Key, { reason, message }: ApiError): Promise<void> => {
    const said = cutText(message, MAX_MESSAGE_LENGTH);
    await steps.end(key, { status: 'failed', at: context.clock(), reason, message: said });
  };
  const run: JobBody = async (job, signal) => {
    const key = steps.keyOf(job);
    const row = await steps.find(key);
    if (row?.status !== 'pending' && row?.status !== 'in-progress') return;
    if (job.attempt > MAX_ATTEMPTS) {
      const message = `The import was interrupted ${MAX_ATTEMPTS} times and will not be tried again.`;
      await fail(key, importInterrupted(message));
      return;
    }
    const watch = watchImport(context, steps, key, signal);
    try {
      await steps.work(key, row, watch);
    } catch (error) {
      if (importCancelled.matches(watch.signal.reason)) return;
      if (signal.aborted && !(signal.reason instanceof JobTimeout)) throw error;
      if (signal.aborted) {
        const seconds = context.config.limits.jobSeconds;
        return fail(key, importTimedOut(`The import took longer than ${seconds} seconds.`));
      }
      // The import starts over when the database is back.
      if (isDatabaseAway(error)) throw error;
      await fail(key, explainFailure(context, key.importId, error));
    } finally {
      watch.stop();
    }
  };
  const giveUp = (job: Job): Promise<void> =>
    fail(
      steps.keyOf(job),
      importInterrupted('The server stopped twice during this import, so it will not be tried again.'),
    );
  return { kind: steps.kind, lane: 'imports', run, giveUp };
}

/** The failure as people and programs are told of it; what is not known goes to the log of the server. */
export function explainFailure({ log }: Pick<Context, 'log'>, importId: string, error: unknown): ApiError {
  const known = explainFullStorage(error) ?? (error instanceof ApiError ? error : undefined);
  if (known) return known;
  log.error({ err: error, importId }, 'content import failed');
  return importFailed(
    `Something went wrong on the server. The import ID ${importId} identifies the entry in the server’s log.`,
  );
}

/** Writes the progress down every second, and learns by that whether the import was cancelled. */
function watchImport<Kind extends JobKind, Key extends { importId: string }, Row>(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  { update }: Pick<ImportSteps<Kind, Key, Row>, 'update'>,
  key: Key,
  signal: AbortSignal,
): ImportWatch & { stop(): void } {
  const cancelled = new AbortController();
  let progress: JobProgress | undefined;
  let isWriting = false;
  const write = (): void => {
    if (isWriting) return;
    isWriting = true;
    update(key, { progress, at: clock() })
      .then((isActive) => {
        if (!isActive) cancelled.abort(importCancelled());
      })
      .catch((error: unknown) => log.debug({ err: error }, 'could not save the progress'))
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

/** The problems that a report keeps, with texts of bounded length. */
export const keepProblems = (problems: readonly ImportProblem[], most = MAX_PROBLEMS): ImportProblem[] =>
  problems.slice(0, most).map((problem) => ({
    ...problem,
    path: cutText(problem.path, MAX_MESSAGE_LENGTH),
    message: cutText(problem.message, MAX_MESSAGE_LENGTH),
  }));
