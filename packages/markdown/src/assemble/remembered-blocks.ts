import { LRUCache } from 'lru-cache';
import type { Block, Target } from '../document.ts';
import { LimitExceeded } from '../limits.ts';
import { spendCells } from '../syntax/block-rules.ts';
import type { BlockRange, Build, NodeRange } from './context.ts';
import { RangeMap, shift } from './range-map.ts';

/** A block as it was built, with all that building it recorded. Offsets are those in its own text. */
interface BuiltBlock {
  /** The token with which it begins, and how many it has: in other surroundings, the same text can be another block. */
  type: string;
  tokens: number;
  nodes: Block[];
  keys: number;
  /** The tokens and cells that were counted while it was built. */
  spentTokens: number;
  spentCells: number;
  targets: Target[];
  ranges: [key: string, range: NodeRange][];
  blockRanges: [key: string, range: BlockRange][];
}

export type RememberedBlocks = LRUCache<string, BuiltBlock>;

/** The length of the texts of all blocks that are remembered. */
const MAX_LENGTH = 500_000;

/** Blocks by their keys and texts. */
export const rememberBlocks = (): RememberedBlocks =>
  new LRUCache({ maxSize: MAX_LENGTH, sizeCalculation: (_built, text) => text.length });

/** The text of a block, and where it stands. */
interface Piece {
  text: string;
  /** What the keys of its nodes begin with. */
  prefix: string;
  start: number;
  type: string;
  tokens: number;
}

/**
 * Builds a block, or takes it as it was built before: after an edit, most blocks of a page are those before. A block
 * that depends on more than its text is built each time: one with an anchor, with a footnote, beside definitions, or
 * with something that is not understood, whose line is reported.
 */
export function buildOnce(
  build: Build,
  remembered: RememberedBlocks,
  { text, prefix, start, type, tokens }: Piece,
  make: () => Block[],
): Block[] {
  if (hasContext(build)) return make();
  const name = `${prefix} ${text}`;
  const known = remembered.get(name);
  if (known && known.type === type && known.tokens === tokens) {
    replay(build, known, prefix, start);
    return known.nodes;
  }
  const outer = { ranges: build.ranges, blockRanges: build.blockRanges, anchors: build.anchors };
  let isAlone = true;
  build.ranges = new Map();
  build.blockRanges = new RangeMap();
  build.anchors = {
    take(wanted) {
      isAlone = false;
      return outer.anchors.take(wanted);
    },
  };
  const before = stateOf(build);
  const nodes = make();
  const after = stateOf(build);
  const { ranges, blockRanges } = build;
  Object.assign(build, outer);
  for (const [key, range] of ranges) build.ranges.set(key, range);
  for (const [key, range] of blockRanges) build.blockRanges.set(key, range);
  if (isAlone && before.reports === after.reports && !hasContext(build))
    remembered.set(name, {
      type,
      tokens,
      nodes,
      keys: after.keys - before.keys,
      spentTokens: after.tokens - before.tokens,
      spentCells: after.cells - before.cells,
      targets: build.targets.slice(before.targets).map((target) => ({ ...target, ...shift(target, -start) })),
      ranges: [...ranges].map(([key, range]) => [key, shiftRange(range, -start)]),
      blockRanges: [...blockRanges].map(([key, range]) => [key, shift(range, -start)]),
    });
  return nodes;
}

/** Whether definitions or footnotes decide what texts mean. */
const hasContext = ({ env }: Build): boolean =>
  (env.definitions?.size ?? 0) + (env.footnotes?.size ?? 0) > 0 || env.references !== undefined;

const stateOf = (build: Build) => ({
  targets: build.targets.length,
  reports: build.notUnderstood.length + build.unlistedCount,
  keys: build.countKeys(),
  tokens: build.env.tokenCount ?? 0,
  cells: build.env.cellCount ?? 0,
});

function replay(build: Build, known: BuiltBlock, prefix: string, start: number): void {
  const { env } = build;
  build.addKeys(known.keys);
  env.tokenCount = (env.tokenCount ?? 0) + known.spentTokens;
  if (env.limits && env.tokenCount > env.limits.tokens) throw new LimitExceeded(env.limits, 'tokens');
  spendCells(env, known.spentCells);
  for (const target of known.targets) build.targets.push({ ...target, ...shift(target, start) });
  for (const [key, range] of known.ranges) build.ranges.set(key, shiftRange(range, start));
  build.blockRanges.replay(prefix, known.blockRanges, start);
}

const shiftRange = ({ closing, ...range }: NodeRange, by: number): NodeRange => ({
  ...shift(range, by),
  ...(closing ? { closing: shift(closing, by) } : {}),
});
