import { readTitle } from '@lectern/markdown/page-source';
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

export const mergeDocument = (versions: DocumentVersions, responses: DocumentAnswers): MergedDocumentBytes =>
  mergeBytes(versions, createAnswers(responses));

const createAnswers =
  (responses: DocumentAnswers): AnswerOf =>
  (conflict) => {
    if (responses !== 'both') return responses.get(conflict.id);
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
      const response = answerOf(show(conflict));
      if (response?.choice !== 'text') return response;
      return { choice: 'text', text: toCharacters(Buffer.from(response.text)) };
    },
    { ...options, isByLine: true },
  );
  return {
    source: Buffer.from(merged.source, 'latin1'),
    conflicts: merged.conflicts.map(show),
    titles: NO_TITLES,
  };
}

/** One conflict between the whole documents, for those that take too much to merge. */
export function mergeWholeDocument(
  { id, base, ours, theirs }: DocumentVersions,
  responses: DocumentAnswers,
): MergedDocumentBytes {
  const answerOf = createAnswers(responses);
  const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
  let side: Uint8Array = ours;
  const merged = mergeAsWhole(
    { base: toText(base), ours: toText(ours), theirs: toText(theirs) },
    (conflict) => {
      const response = answerOf(conflict);
      if (response?.choice === 'theirs') side = theirs;
      return response;
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
