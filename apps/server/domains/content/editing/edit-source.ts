import { hashOf } from '@lectern/content/tree/hash';
import {
  type EditedSource,
  editSource,
  rewriteTargets,
  type SourceEdit,
} from '@lectern/markdown/page-source';
import { DocumentFault } from '@lectern/markdown/receive/checks';
import { type RevertedBlocks, revertBlocks } from '@lectern/markdown/revert-blocks';
import type { PreparedSegment } from '../../../content/facts/facts.repository.ts';
import { type InspectedSource, inspectEdited } from '../../../content/facts/inspect-sources.ts';
import { MAX_LENGTH_IN_PLACE, runBySize } from '../../../platform/threads/run-by-size.ts';
import { ThreadLimitError } from '../../../platform/threads/thread-limit-error.ts';
import { defineThreadTask, type ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import { listTargetsTask } from '../revisions/document-tasks.ts';
import { type EditedPage, prepareSegment } from '../search/write-segment.ts';
import { changeRefused } from './editing-errors.ts';
import { faultOfField } from './receive-field.ts';

/** An edited source, with its stored form if that is known already. */
export interface InspectedEdit extends EditedSource {
  inspected?: InspectedSource;
  segment?: PreparedSegment;
}

/** `indexed`: the page of the source, if its segment of the search index is written with the edit. */
export type PageSourceEdit = SourceEdit & { indexed?: EditedPage | undefined };

/** The longest source whose segment is written with the edit, which has less time than the indexing. */
const MAX_INDEXED_LENGTH = 500_000;

/** A fault is a result, because errors lose their fields when they are posted from a thread. */
type Edited = { edited: InspectedEdit } | { fault: Pick<DocumentFault, 'place' | 'issue'> };

export const editSourceTask = defineThreadTask(
  'edit-source',
  ({ indexed, ...edit }: PageSourceEdit): Edited => {
    try {
      const edited = editSource(edit);
      // This thread has just parsed the source; another one would have to parse it again.
      if (!edited.keys || edited.source === edit.source) return { edited };
      const source = Buffer.from(edited.source);
      const { inspected, sections } = inspectEdited(source);
      if (!indexed || source.length > MAX_INDEXED_LENGTH) return { edited: { ...edited, inspected } };
      const page = { ...indexed, title: edited.title ?? indexed.title, document: hashOf(source) };
      const segment = prepareSegment(page, { facts: inspected.texts.facts, sections });
      return { edited: { ...edited, inspected, segment } };
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      const { place, issue } = error;
      return { fault: { place, issue } };
    }
  },
);

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
  /** `documentPath` names the new blocks in errors. */
  editSource(edit: PageSourceEdit, path: string, documentPath?: string): Promise<InspectedEdit>;
  rewriteTargets(source: string, targets: ReadonlyMap<string, string>, path: string): Promise<string>;
  revertBlocks(
    sources: { old: string; current: string },
    keys: ReadonlySet<string>,
    path: string,
  ): Promise<RevertedBlocks>;
  /** Every link target in a source, as written. */
  listTargets(source: string, path: string): Promise<string[]>;
}

/** The overhead of a field in JSON: its name, quotation marks and separators. */
const LENGTH_OF_VALUE = 25;
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
    async editSource(edit, path, documentPath = `${path}.document.document`) {
      const { source, content } = edit;
      const { markdown = '', document, operations } = content ?? {};
      const length = source.length + markdown.length + lengthOfBlocks(document ?? operations);
      const result = await run(editSourceTask, edit, { length, path });
      if ('fault' in result) throw faultOfField(result.fault, operations ? path : documentPath);
      return result.edited;
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

/**
 * About the length of blocks as JSON, as far as it matters: their size as a source is known only once they are written.
 * Stops counting where they are too long to be handled in place.
 */
function lengthOfBlocks(document: unknown): number {
  let length = 0;
  const waiting = [document];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    length += typeof next === 'string' ? next.length : LENGTH_OF_VALUE;
    if (length > MAX_LENGTH_IN_PLACE) return length;
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    if (inner.length > MAX_LENGTH_IN_PLACE) return inner.length;
    waiting.push(...inner);
  }
  return length;
}
