import {
  type EditedSource,
  editSource,
  rewriteTargets,
  type SourceEdit,
} from '../../content/documents/page-source.ts';
import { type RevertedBlocks, revertBlocks } from '../../content/documents/revert-blocks.ts';
import { invalidField } from '../../http/errors.ts';
import { MAX_LENGTH_IN_PLACE, runBySize } from '../../threads/run-by-size.ts';
import { ThreadLimitError } from '../../threads/thread-limit-error.ts';
import { defineThreadTask, type ThreadTask } from '../../threads/thread-task.ts';
import type { Threads } from '../../threads/threads.ts';
import { listTargetsTask } from '../revisions/render-tasks.ts';
import { changeRefused } from './editing-errors.ts';

export const editSourceTask = defineThreadTask('edit-source', editSource);

export const rewriteTargetsTask = defineThreadTask(
  'rewrite-targets',
  ({ source, targets }: { source: string; targets: ReadonlyMap<string, string> }): string =>
    rewriteTargets(source, targets),
);

export const revertBlocksTask = defineThreadTask(
  'revert-blocks',
  ({ keys, ...sources }: { old: string; current: string; keys: ReadonlySet<string> }) =>
    revertBlocks(sources, keys),
);

/** Work on sources, off the main thread for large ones. `path` names the change in errors. */
export interface SourceTools {
  editSource(edit: SourceEdit, path: string): Promise<EditedSource>;
  rewriteTargets(source: string, targets: ReadonlyMap<string, string>, path: string): Promise<string>;
  revertBlocks(
    sources: { old: string; current: string },
    keys: ReadonlySet<string>,
    path: string,
  ): Promise<RevertedBlocks>;
  /** Every target in a source, as it is written. */
  listTargets(source: string, path: string): Promise<string[]>;
}

/** Blocks that are counted as a large source: their size is known only once they are written. */
const MANY_BLOCKS = 50;
const OPTIONS = { lane: 'request', deadlineMs: 30_000 } as const;

export function createSourceTools(threads: Threads): SourceTools {
  async function run<Input, Output>(
    task: ThreadTask<Input, Output>,
    input: Input,
    { length, path }: { length: number; path: string },
  ): Promise<Output> {
    try {
      return await runBySize(threads, task, input, { ...OPTIONS, length });
    } catch (error) {
      if (error instanceof ThreadLimitError) throw changeRefused(path, 'is too large to be edited');
      throw error;
    }
  }

  return {
    async editSource(edit, path) {
      const { source, content } = edit;
      const hasManyBlocks = (content?.document?.nodes.length ?? 0) > MANY_BLOCKS;
      const length =
        source.length + (content?.markdown?.length ?? 0) + (hasManyBlocks ? MAX_LENGTH_IN_PLACE + 1 : 0);
      try {
        return await run(editSourceTask, edit, { length, path });
      } catch (error) {
        // The caller sent the blocks, and the writer fails if one lacks a field that its type requires.
        if (content?.document && (error instanceof TypeError || error instanceof RangeError))
          throw invalidField(
            `${path}.document.document`,
            `is not a document: a block has an unknown type or lacks a field (${error.message})`,
          );
        throw error;
      }
    },
    rewriteTargets: (source, targets, path) =>
      run(rewriteTargetsTask, { source, targets }, { length: source.length, path }),
    revertBlocks: (sources, keys, path) =>
      run(
        revertBlocksTask,
        { ...sources, keys },
        { length: sources.old.length + sources.current.length, path },
      ),
    listTargets: (source, path) => run(listTargetsTask, Buffer.from(source), { length: source.length, path }),
  };
}
