import { readTitle } from '@lectern/markdown/page-source';
import { appendTo } from '@lectern/std/long-lists';
import { ThreadLimitError } from '../../platform/threads/thread-limit-error.ts';
import { defineThreadTask } from '../../platform/threads/thread-task.ts';
import type { RunOptions, Threads } from '../../platform/threads/threads.ts';
import type { ConflictAnswer, Sides, SourceConflict } from './conflicts.ts';
import { type AnswerOf, mergeAsWhole, mergeSources } from './merge-sources.ts';

/** The versions of one document as bytes; `base` is empty if both sides added it. */
export interface DocumentVersions extends Sides<Uint8Array> {
  /** The id of the page or the reusable content, the scope of its conflicts. */
  id: string;
}

/** Undefined where a document gives no title. */
export type DocumentTitles = Record<'ours' | 'theirs' | 'merged', string | undefined>;

export interface MergedDocumentBytes {
  source: Uint8Array;
  conflicts: SourceConflict[];
  titles: DocumentTitles;
}

/**
 * The answers to conflicts by their ids; `both` keeps both texts of each, for a common ancestor that is merged itself.
 */
export type DocumentAnswers = ReadonlyMap<string, ConflictAnswer> | 'both';

interface MergeDocumentsInput {
  documents: readonly DocumentVersions[];
  answers: DocumentAnswers;
}

export const mergeDocumentsTask = defineThreadTask(
  'merge-documents',
  ({ documents, answers }: MergeDocumentsInput): MergedDocumentBytes[] =>
    documents.map((document) => mergeBytes(document, createAnswers(answers))),
);

const createAnswers =
  (answers: DocumentAnswers): AnswerOf =>
  (conflict) => {
    if (answers !== 'both') return answers.get(conflict.id);
    // Parts that cannot be kept twice are left out, which also differs from both sides.
    return conflict.canKeepBoth ? { choice: 'both' } : { choice: 'text', text: '' };
  };

function mergeBytes({ id, base, ours, theirs }: DocumentVersions, answerOf: AnswerOf): MergedDocumentBytes {
  const options = { scope: id };
  const texts = [base, ours, theirs].map(decode);
  const [old, left, right] = texts;
  if (old === undefined || left === undefined || right === undefined)
    return mergeUnreadable({ base, ours, theirs }, answerOf, options);
  const merged = mergeSources({ base: old, ours: left, theirs: right }, answerOf, options);
  return {
    source: Buffer.from(merged.source),
    conflicts: merged.conflicts,
    titles: { ours: readTitle(left), theirs: readTitle(right), merged: readTitle(merged.source) },
  };
}

/** Undefined for what is not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const NO_TITLES: DocumentTitles = { ours: undefined, theirs: undefined, merged: undefined };

/** Each byte as a character, so that every byte survives; conflicts show what can be read. */
function mergeUnreadable(
  sides: Sides<Uint8Array>,
  answerOf: AnswerOf,
  options: { scope: string },
): MergedDocumentBytes {
  const toCharacters = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
  const toReadable = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');
  const show = (conflict: SourceConflict): SourceConflict => ({
    ...conflict,
    base: toReadable(conflict.base),
    ours: toReadable(conflict.ours),
    theirs: toReadable(conflict.theirs),
  });
  const merged = mergeSources(
    { base: toCharacters(sides.base), ours: toCharacters(sides.ours), theirs: toCharacters(sides.theirs) },
    (conflict) => {
      const answer = answerOf(show(conflict));
      if (answer?.choice !== 'text') return answer;
      return { choice: 'text', text: toCharacters(Buffer.from(answer.text)) };
    },
    { ...options, isByLine: true },
  );
  return {
    source: Buffer.from(merged.source, 'latin1'),
    conflicts: merged.conflicts.map(show),
    titles: NO_TITLES,
  };
}

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
    if (documents.length === 1 && only) return [mergeWhole(only, createAnswers(answers))];
    const merged: MergedDocumentBytes[] = [];
    for (const document of documents)
      appendTo(merged, await mergeBatch({ ...options, documents: [document] }));
    return merged;
  }
}

function mergeWhole({ id, base, ours, theirs }: DocumentVersions, answerOf: AnswerOf): MergedDocumentBytes {
  const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
  let side: Uint8Array = ours;
  const merged = mergeAsWhole(
    { base: toText(base), ours: toText(ours), theirs: toText(theirs) },
    (conflict) => {
      const answer = answerOf(conflict);
      if (answer?.choice === 'theirs') side = theirs;
      return answer;
    },
    { scope: id },
  );
  // The bytes of the side: its text may have lost what is not UTF-8.
  const isOfSide = merged.source === toText(side);
  return {
    source: isOfSide ? side : Buffer.from(merged.source),
    conflicts: merged.conflicts,
    titles: NO_TITLES,
  };
}
