import { alignSimilar, wordsOf } from '../align-similar.ts';
import { type Block, plainText } from '../document.ts';
import { matchSequences } from '../sequence-diff.ts';

/**
 * Tells what has become of each of a row of blocks, in order: what is equal is found first, then what has the same key,
 * then what is similar.
 */
export function pairBlocks(
  old: readonly Block[],
  next: readonly Block[],
  textOf: (block: Block) => string,
): Int32Array {
  const from = matchSequences(old.map(textOf), next.map(textOf));
  forGaps(from, old.length, (olds, nexts) => {
    const keys = matchSequences(
      olds.map((at) => idOf(old[at]!, `old ${at}`)),
      nexts.map((at) => idOf(next[at]!, `next ${at}`)),
    );
    for (const [i, match] of keys.entries()) if (match >= 0) from[nexts[i]!] = olds[match]!;
  });
  forGaps(from, old.length, (olds, nexts) => {
    if (olds.length === nexts.length && olds.every((at, i) => canBecome(old[at]!, next[nexts[i]!]!))) {
      for (const [i, at] of olds.entries()) from[nexts[i]!] = at;
      return;
    }
    const comparable = (block: Block) => ({
      kind: kindOf(block),
      identity: textOf(block),
      words: wordsOf(plainText(block.nodes ?? [])),
    });
    const aligned = alignSimilar(
      olds.map((at) => comparable(old[at]!)),
      nexts.map((at) => comparable(next[at]!)),
    );
    let last = -1;
    for (const [i, match] of aligned.entries()) {
      if (match <= last || !canBecome(old[olds[i]!]!, next[nexts[match]!]!)) continue;
      from[nexts[match]!] = olds[i]!;
      last = match;
    }
  });
  return from;
}

const kindOf = ({ type }: Block): string => (type.startsWith('heading-') ? 'heading' : type);

const canBecome = (old: Block, next: Block): boolean => kindOf(old) === kindOf(next);

const idOf = (block: Block, otherwise: string): string =>
  block.key === undefined ? otherwise : `${kindOf(block)} ${block.key}`;

/** Calls `pair` with what lies, on both sides, between two neighboring pairs. */
function forGaps(
  from: Int32Array,
  count: number,
  pair: (olds: readonly number[], nexts: readonly number[]) => void,
): void {
  const known = [...from];
  let last = -1;
  let nexts: number[] = [];
  for (let i = 0; i <= known.length; i++) {
    const match = i < known.length ? known[i]! : count;
    if (match < 0) {
      nexts.push(i);
      continue;
    }
    if (nexts.length > 0 && match > last + 1)
      pair(
        Array.from({ length: match - last - 1 }, (_, n) => last + 1 + n),
        nexts,
      );
    last = match;
    nexts = [];
  }
}
