import {
  type DocumentAnswers,
  type DocumentVersions,
  type MergedDocumentBytes,
  mergeDocument,
  mergeWholeDocument,
} from '@lectern/content/merge/merge-document';
import { appendTo } from '@lectern/std/long-lists';
import { ThreadLimitError } from '../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../platform/threads/thread-task.ts';
import type { RunOptions, Threads } from '../../platform/threads/threads.ts';

interface MergeDocumentsInput {
  documents: readonly DocumentVersions[];
  answers: DocumentAnswers;
}

export const mergeDocumentsTask = defineThreadTask(
  'merge-documents',
  ({ documents, answers }: MergeDocumentsInput): MergedDocumentBytes[] =>
    documents.map((document) => mergeDocument(document, answers)),
);

/** The limits of time for several documents and for a single one, in milliseconds. */
const MAX_BATCH_MS = 10_000;
const MAX_DOCUMENT_MS = 20_000;
/** The number of documents, and their bytes, that are merged at once. */
const MAX_BATCH_DOCUMENTS = 50;
const MAX_BATCH_BYTES = 1_000_000;

interface MergeDocumentsOptions extends MergeDocumentsInput {
  threads: Pick<Threads, 'run'>;
  lane: RunOptions['lane'];
  signal?: AbortSignal;
}

/**
 * Merges documents off the main thread, and returns them in their order. A document that exceeds the limits of a thread
 * becomes one conflict as a whole, and costs the others nothing.
 */
export async function mergeDocuments(options: MergeDocumentsOptions): Promise<MergedDocumentBytes[]> {
  const merged: MergedDocumentBytes[] = [];
  for (const documents of toBatches(options.documents))
    appendTo(merged, await mergeBatch({ ...options, documents }));
  return merged;
}

function toBatches(documents: readonly DocumentVersions[]): DocumentVersions[][] {
  const batches: DocumentVersions[][] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = document.base.length + document.ours.length + document.theirs.length;
    const last = batches.at(-1);
    if (last && last.length < MAX_BATCH_DOCUMENTS && bytes + size <= MAX_BATCH_BYTES) last.push(document);
    else batches.push([document]);
    bytes = batches.at(-1)?.length === 1 ? size : bytes + size;
  }
  return batches;
}

async function mergeBatch(options: MergeDocumentsOptions): Promise<MergedDocumentBytes[]> {
  const { threads, documents, answers, lane, signal } = options;
  const deadlineMs = documents.length === 1 ? MAX_DOCUMENT_MS : MAX_BATCH_MS;
  try {
    return await threads.run(mergeDocumentsTask, { documents, answers }, { lane, deadlineMs, signal });
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    const [only] = documents;
    if (documents.length === 1 && only) return [mergeWholeDocument(only, answers)];
    const merged: MergedDocumentBytes[] = [];
    for (const document of documents)
      appendTo(merged, await mergeBatch({ ...options, documents: [document] }));
    return merged;
  }
}
