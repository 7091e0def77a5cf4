import {
  type EditedSource,
  editSource,
  rewriteTargets,
  type SourceEdit,
} from '../../content/documents/page-source.ts';
import { invalidField } from '../../http/errors.ts';
import { ThreadLimitError } from '../../threads/thread-limit-error.ts';
import { defineThreadTask } from '../../threads/thread-task.ts';
import type { Threads } from '../../threads/threads.ts';
import { changeRefused } from './editing-errors.ts';

/** The sources, in characters, that are edited in place: what handing them to a thread costs. */
const MAX_LENGTH_IN_PLACE = 16_384;
const MAX_EDIT_MS = 30_000;

export const editSourceTask = defineThreadTask('edit-source', editSource);

export const rewriteTargetsTask = defineThreadTask(
  'rewrite-targets',
  ({ source, targets }: { source: string; targets: ReadonlyMap<string, string> }): string =>
    rewriteTargets(source, targets),
);

/** Edits a source, off the main thread if it is large. `path` names the change in errors. */
export async function editSourceOf(threads: Threads, edit: SourceEdit, path: string): Promise<EditedSource> {
  const { source, content } = edit;
  const length = source.length + (content?.markdown?.length ?? 0);
  const isSmall = length <= MAX_LENGTH_IN_PLACE && (content?.document?.nodes.length ?? 0) <= 50;
  try {
    return isSmall ? editSource(edit) : await threads.run(editSourceTask, edit, OPTIONS);
  } catch (error) {
    if (error instanceof ThreadLimitError) throw changeRefused(path, 'is too large to be edited');
    // Blocks are what the caller sent: the writer reads fields that a block of its kind must have.
    if (
      content?.document &&
      (error instanceof TypeError || error instanceof RangeError || isUnknownKind(error))
    )
      throw invalidField(
        `${path}/document/document`,
        `is not a document: a block has an unknown type or lacks a field (${(error as Error).message})`,
      );
    throw error;
  }
}

const isUnknownKind = (error: unknown): boolean =>
  error instanceof Error && error.name !== 'ApiError' && /unexpected|unknown/i.test(error.message);

export async function rewriteTargetsOf(
  threads: Threads,
  source: string,
  targets: ReadonlyMap<string, string>,
): Promise<string> {
  if (source.length <= MAX_LENGTH_IN_PLACE) return rewriteTargets(source, targets);
  return threads.run(rewriteTargetsTask, { source, targets }, OPTIONS);
}

const OPTIONS = { lane: 'request', deadlineMs: MAX_EDIT_MS } as const;
