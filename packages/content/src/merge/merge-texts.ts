import { countConflicts, type Level, type PieceMerge } from './chunks.ts';
import type { Sides } from './conflicts.ts';
import { concernNext, concernWords, mergePieces } from './merge-pieces.ts';
import { joinPieces, type Piece, splitAllLines } from './pieces.ts';
import { splitText } from './split-words.ts';
import { writeMerge } from './write-merge.ts';

const WORDS: Level = {
  name: 'word',
  isStrict: true,
  concern: concernWords,
  joinsNear: true,
  mergeInserted: mergeAttributes,
};
const LINES: Level = { name: 'line', isStrict: true, concern: concernNext };
const LINES_OF_WORDS: Level = { ...LINES, mergeTexts: mergeWords };

/** Merges by line, as Git does. */
export const mergeLines = (texts: Sides<string>): PieceMerge => mergePieces(splitAllLines(texts), LINES);

/** Merges by line, and by word where both sides changed the same lines. */
export const mergeText = (texts: Sides<string>): PieceMerge =>
  mergePieces(splitAllLines(texts), LINES_OF_WORDS);

/** The text merged by line; undefined if that leaves a conflict. */
export const mergeLinesCleanly = (texts: Sides<string>): string | undefined =>
  writeCleanly(mergeLines(texts));

/** The text merged by line and word; undefined if that leaves a conflict. */
export function mergeTextCleanly(texts: Sides<string>): string | undefined {
  const merged = writeCleanly(mergeText(texts));
  if (merged !== undefined || !/[\r\n]/.test(texts.base)) return merged;
  // Lines that a side wrapped anew are not those of the other side.
  return mergeWords(texts);
}

function writeCleanly(merge: PieceMerge): string | undefined {
  return countConflicts(merge) > 0 ? undefined : writeText(merge).text;
}

const writeText = (merge: PieceMerge): ReturnType<typeof writeMerge> =>
  writeMerge(merge, { resolve: () => undefined, newline: '\n' });

/** Undefined if both sides changed the same words, or the same line breaks, differently. */
export function mergeWords({ base, ours, theirs }: Sides<string>): string | undefined {
  const lists = { base: splitText(base), ours: splitText(ours), theirs: splitText(theirs) };
  const merge = mergePieces(lists, WORDS);
  if (countConflicts(merge) > 0) return undefined;
  const { text, isContested } = writeText(merge);
  return isContested ? undefined : text;
}

const ATTRIBUTES = /([\p{L}_:@][\p{L}\p{N}_:.@-]*)(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>`{}%]+))?(\s+|$)/uy;

/** Attributes of one tag that both sides add do not depend on their order. */
function mergeAttributes(ours: readonly Piece[], theirs: readonly Piece[]): string | undefined {
  if (ours[0]?.kind !== 'attribute' || theirs[0]?.kind !== 'attribute') return undefined;
  const added = new Map<string, string>();
  for (const pieces of [ours, theirs]) {
    const text = joinPieces(pieces, 0, pieces.length);
    ATTRIBUTES.lastIndex = 0;
    let end = 0;
    for (let match = ATTRIBUTES.exec(text); match && match[0] !== ''; match = ATTRIBUTES.exec(text)) {
      const [whole, name = ''] = match;
      end = ATTRIBUTES.lastIndex;
      const attribute = whole.trimEnd();
      if ((added.get(name) ?? attribute) !== attribute) return undefined;
      added.set(name, attribute);
    }
    if (end < text.length) return undefined;
  }
  return [...added]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, attribute]) => attribute)
    .join(' ');
}
