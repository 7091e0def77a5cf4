import type { JSONDocument } from '@lectern/markdown/document';
import { defineThreadTask } from '../../../../platform/threads/thread-task.ts';
import { blocksOf, emptyDocument } from '../../revisions/document-tasks.ts';
import { compareBlocks } from './compare-blocks.ts';
import { splitWords } from './compare-words.ts';

export interface WordCounts {
  added: number;
  removed: number;
}

/** The sources of a page in two revisions; undefined: it has no text. */
export interface SourcePair {
  before: Uint8Array | undefined;
  after: Uint8Array | undefined;
}

/** Counts the words that were added to pages and removed from them. */
export const countChangedWordsTask = defineThreadTask(
  'count-changed-words',
  (pairs: readonly SourcePair[]): WordCounts[] => pairs.map(countChangedWords),
);

function countChangedWords({ before, after }: SourcePair): WordCounts {
  const counts: WordCounts = { added: 0, removed: 0 };
  for (const { texts = [] } of compareBlocks(parse(before).nodes, parse(after).nodes))
    for (const { segments } of texts)
      for (const { type, text } of segments) if (type !== 'equal') counts[type] += countWords(text);
  return counts;
}

/** Where links lead is no word. */
const parse = (source: Uint8Array | undefined): JSONDocument =>
  source ? blocksOf({ content: { source }, path: undefined, resolve: () => undefined }) : emptyDocument();

const countWords = (text: string): number =>
  splitWords(text).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
