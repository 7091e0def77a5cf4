import type { ImportProblem } from '@lectern/import/imported-content';
import { cutText } from '@lectern/std/cut-text';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { explainFullStorage } from '../../platform/http/full-storage.ts';
import type { Job, JobDefinition } from '../../platform/jobs/job-definition.ts';
import type { JobKind } from '../../platform/jobs/job-kinds.ts';
import { createWatchedJob, type JobFailure, type JobWatch } from '../../platform/jobs/watched-job.ts';
import type { ImportProgress } from './content-import.schemas.ts';
import { importCancelled } from './content-import.service.ts';
import { importFailed, importInterrupted, importTimedOut } from './import-failures.ts';
import { MAX_PROBLEMS } from './import-limits.ts';

const MAX_MESSAGE_LENGTH = 1000;

/** The progress of an import; of one with several roots, with the one that is being read. */
export type JobProgress = ImportProgress & { root?: { number: number; count: number; title: string } };

export type ImportWatch = JobWatch<JobProgress>;

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

/** Defines a job of imports. */
export const createImportJob = <
  Kind extends JobKind,
  Key extends { importId: string },
  Row extends { status: string },
>(
  context: Pick<Context, 'clock' | 'config' | 'log'>,
  { find, end, ...steps }: ImportSteps<Kind, Key, Row>,
): JobDefinition & { kind: Kind } =>
  createWatchedJob<Kind, Key, Row, JobProgress>(context, {
    ...steps,
    lane: 'imports',
    findUnfinished: async (key) => {
      const row = await find(key);
      return row?.status === 'pending' || row?.status === 'in-progress' ? row : undefined;
    },
    fail: async (key, failure) => {
      const { reason, message } = explainEnd(context, key.importId, failure);
      const said = cutText(message, MAX_MESSAGE_LENGTH);
      await end(key, { status: 'failed', at: context.clock(), reason, message: said });
    },
    createCancellation: importCancelled,
  });

function explainEnd(context: Pick<Context, 'log'>, importId: string, failure: JobFailure): ApiError {
  switch (failure.kind) {
    case 'interrupted':
      return importInterrupted(
        `The import was interrupted ${failure.times} times and will not be tried again.`,
      );
    case 'timed-out':
      return importTimedOut(`The import took longer than ${failure.seconds} seconds.`);
    case 'error':
      return explainFailure(context, importId, failure.error);
  }
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

/** The problems that a report keeps, with texts of bounded length. */
export const keepProblems = (problems: readonly ImportProblem[], most = MAX_PROBLEMS): ImportProblem[] =>
  problems.slice(0, most).map((problem) => ({
    ...problem,
    path: cutText(problem.path, MAX_MESSAGE_LENGTH),
    message: cutText(problem.message, MAX_MESSAGE_LENGTH),
  }));
