import { alignSequences } from '@lectern/content/merge/align-sequences';
import { canonicalText, withoutAnchors } from '@lectern/markdown/canonical';
import type { Block, BlockType } from '@lectern/markdown/document';
import { appendTo } from '@lectern/std/long-lists';
import { compareWords, type TextSegment } from './compare-words.ts';
import { listTexts } from './list-texts.ts';
import { type Candidate, pairSimilar } from './pair-similar.ts';

/** A block of one version. */
export interface BlockSide {
  /** Its position among the blocks of its version. */
  index: number;
  key: string;
  type: BlockType;
}

/** A text of a block, such as a paragraph or a cell. */
interface ComparedText {
  segments: TextSegment[];
}

export interface ComparedBlock {
  type: 'equal' | 'added' | 'removed' | 'changed' | 'moved';
  before?: BlockSide;
  after?: BlockSide;
  /** For a block that was added, removed or changed. */
  texts?: ComparedText[];
  /** For a changed block: whether its texts are equal and something else differs. */
  onlyFormatting?: boolean;
}

/** A block with what comparing it needs. */
interface Read extends Candidate {
  block: Block;
  side: BlockSide;
  texts: string[];
}

/**
 * Aligns the blocks of two versions, in reading order. A block that moved stands where it is now. References must be
 * resolved in both: a link to the same page is equal, however it is written.
 */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): ComparedBlock[] {
  const [old, current] = [before.map(canonicalOf), after.map(canonicalOf)];
  const pairs = alignSequences(old, current);
  const kept = new Set(pairs);
  const moves = findMoves(old, current, pairs, kept);
  const movedFrom = new Set(moves.values());
  const compared: ComparedBlock[] = [];
  let passed = 0;
  let added: Read[] = [];
  const close = (to: number): void => {
    const removed = [];
    for (; passed < to; passed++)
      if (!movedFrom.has(passed)) removed.push(read(before[passed] as Block, passed));
    appendTo(compared, compareRun(removed, added));
    added = [];
  };
  for (const [index, block] of after.entries()) {
    const pair = pairs[index] as number;
    if (pair >= 0) {
      close(pair);
      passed = pair + 1;
      compared.push({
        type: 'equal',
        before: sideOf(before[pair] as Block, pair),
        after: sideOf(block, index),
      });
      continue;
    }
    const from = moves.get(index);
    if (from === undefined) {
      added.push(read(block, index));
      continue;
    }
    appendTo(compared, compareRun([], added));
    added = [];
    compared.push({
      type: 'moved',
      before: sideOf(before[from] as Block, from),
      after: sideOf(block, index),
    });
  }
  close(before.length);
  return compared;
}

const canonicalOf = (block: Block): string => canonicalText([withoutAnchors(block)]);

const sideOf = ({ key = '', type }: Block, index: number): BlockSide => ({ index, key, type });

function read(block: Block, index: number): Read {
  const texts = listTexts(block);
  return { block, side: sideOf(block, index), texts, kind: block.type, text: texts.join('\n') };
}

/** Blocks that are on both sides but not in the same order: their old positions by their new ones. */
function findMoves(
  old: readonly string[],
  current: readonly string[],
  pairs: Int32Array,
  kept: ReadonlySet<number>,
): Map<number, number> {
  const gone = new Map<string, number[]>();
  // Backwards, so that the first one is taken from the end of its list.
  for (let index = old.length - 1; index >= 0; index--) {
    if (kept.has(index)) continue;
    const text = old[index] as string;
    const known = gone.get(text);
    if (known) known.push(index);
    else gone.set(text, [index]);
  }
  const moves = new Map<number, number>();
  for (const [index, text] of current.entries()) {
    const from = (pairs[index] as number) < 0 ? gone.get(text)?.pop() : undefined;
    if (from !== undefined) moves.set(index, from);
  }
  return moves;
}

/** The blocks between two equal ones. */
function compareRun(removed: readonly Read[], added: readonly Read[]): ComparedBlock[] {
  const compared: ComparedBlock[] = [];
  let [left, right] = [0, 0];
  const passTo = (leftEnd: number, rightEnd: number): void => {
    for (const { side, texts } of removed.slice(left, leftEnd))
      compared.push({ type: 'removed', before: side, texts: wholeTexts('removed', texts) });
    for (const { side, texts } of added.slice(right, rightEnd))
      compared.push({ type: 'added', after: side, texts: wholeTexts('added', texts) });
  };
  for (const [leftAt, rightAt] of pairSimilar(removed, added)) {
    passTo(leftAt, rightAt);
    compared.push(compareBlock(removed[leftAt] as Read, added[rightAt] as Read));
    [left, right] = [leftAt + 1, rightAt + 1];
  }
  passTo(removed.length, added.length);
  return compared;
}

const wholeTexts = (type: 'added' | 'removed', texts: readonly string[]): ComparedText[] =>
  texts.map((text) => ({ segments: [{ type, text }] }));

function compareBlock(before: Read, after: Read): ComparedBlock {
  const texts = compareTexts(before.texts, after.texts);
  const onlyFormatting = texts.every(({ segments }) => segments.every(({ type }) => type === 'equal'));
  return {
    type: 'changed',
    before: before.side,
    after: after.side,
    texts,
    ...(onlyFormatting ? { onlyFormatting } : {}),
  };
}

function compareTexts(before: readonly string[], after: readonly string[]): ComparedText[] {
  const pairs = alignSequences(before, after);
  const compared: ComparedText[] = [];
  let [left, right] = [0, 0];
  const close = (leftEnd: number, rightEnd: number): void => {
    appendTo(compared, compareTextRun(before.slice(left, leftEnd), after.slice(right, rightEnd)));
  };
  for (const [index, text] of after.entries()) {
    const pair = pairs[index] as number;
    if (pair < 0) continue;
    close(pair, index);
    compared.push({ segments: [{ type: 'equal', text }] });
    [left, right] = [pair + 1, index + 1];
  }
  close(before.length, after.length);
  return compared;
}

function compareTextRun(before: readonly string[], after: readonly string[]): ComparedText[] {
  const toCandidates = (texts: readonly string[]): Candidate[] =>
    texts.map((text) => ({ kind: 'text', text }));
  const compared: ComparedText[] = [];
  let [left, right] = [0, 0];
  const passTo = (leftEnd: number, rightEnd: number): void => {
    appendTo(compared, wholeTexts('removed', before.slice(left, leftEnd)));
    appendTo(compared, wholeTexts('added', after.slice(right, rightEnd)));
  };
  for (const [leftAt, rightAt] of pairSimilar(toCandidates(before), toCandidates(after))) {
    passTo(leftAt, rightAt);
    compared.push({ segments: compareWords(before[leftAt] as string, after[rightAt] as string) });
    [left, right] = [leftAt + 1, rightAt + 1];
  }
  passTo(before.length, after.length);
  return compared;
}
