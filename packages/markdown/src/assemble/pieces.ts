import type { Block, Target } from '../document.ts';
import { LimitExceeded } from '../limits.ts';
import { spendCells } from '../syntax/block-rules.ts';
import type { BlockRange, Build, NodeRange, NotUnderstood } from './context.ts';
import { RangeMap, shift } from './range-map.ts';

/**
 * An outermost part of a page that no blank line divides, with everything recorded while building it. Offsets
 * and lines are those in its own text, which is all that it depends on, beside its keys and its anchors.
 */
export interface Piece {
  text: string;
  /** The beginning of the keys of its nodes: a hash of the text, and how often it occurs before. */
  prefix: string;
  hash: string;
  /** The token with which it begins, and how many it has: in other surroundings, the same text can be another block. */
  type: string;
  tokens: number;
  /** The cells among its tokens. */
  tokenCells: number;
  nodes: readonly Block[];
  /** Set if it is the title of the page. */
  title?: { text: string; hasCondition: boolean } | undefined;
  keys: number;
  /** The tokens and cells that were counted while it was built. */
  spentTokens: number;
  spentCells: number;
  targets: readonly Target[];
  ranges: readonly [key: string, range: NodeRange][];
  blockRanges: readonly [key: string, range: BlockRange][];
  /** With lines from 0. */
  reports: readonly NotUnderstood[];
  /** The anchors that it asked for, and those that it got. */
  anchors: readonly { wanted: string; id: string }[];
}

/** The text of a piece, and its place. */
type PieceText = Pick<Piece, 'text' | 'prefix' | 'type' | 'tokens' | 'tokenCells'> & { start: number };

type BuiltNodes = Pick<Piece, 'nodes' | 'title'>;

/** Records the pieces of a source while they are built, and takes those that are known as they were built before. */
export class PieceRecorder {
  readonly pieces: Piece[] = [];
  /** Where each of them begins. */
  readonly starts: number[] = [];
  readonly #known: ReadonlyMap<string, Piece>;

  constructor(known: Iterable<Piece> = []) {
    this.#known = new Map([...known].map((piece) => [nameOf(piece), piece]));
  }

  build(build: Build, piece: PieceText, make: () => BuiltNodes): BuiltNodes {
    const { start, ...own } = piece;
    this.starts.push(start);
    const known = this.#known.get(nameOf(own));
    if (
      known &&
      known.type === own.type &&
      known.tokens === own.tokens &&
      isAlone(known) &&
      !hasContext(build)
    ) {
      replay(build, known, start);
      this.pieces.push(known);
      return known;
    }
    const outer = { ranges: build.ranges, blockRanges: build.blockRanges, anchors: build.anchors };
    const anchors: { wanted: string; id: string }[] = [];
    build.ranges = new Map();
    build.blockRanges = new RangeMap();
    build.anchors = {
      take(wanted) {
        const id = outer.anchors.take(wanted);
        anchors.push({ wanted, id });
        return id;
      },
    };
    const before = stateOf(build);
    const made = make();
    const after = stateOf(build);
    const { ranges, blockRanges } = build;
    Object.assign(build, outer);
    for (const [key, range] of ranges) build.ranges.set(key, range);
    for (const [key, range] of blockRanges) build.blockRanges.set(key, range);
    const reported = build.notUnderstood.slice(before.reports);
    const line = reported.length > 0 ? build.lineOfSource(start) : 0;
    this.pieces.push({
      ...own,
      hash: own.prefix.split('.', 1)[0] as string,
      ...made,
      keys: after.keys - before.keys,
      spentTokens: after.tokens - before.tokens,
      spentCells: after.cells - before.cells,
      targets: build.targets.slice(before.targets).map((target) => shiftTarget(target, -start)),
      ranges: [...ranges].map(([key, range]) => [key, shiftRange(range, -start)]),
      blockRanges: [...blockRanges].map(([key, range]) => [key, shift(range, -start)]),
      reports: reported.map((report) => ({ ...report, line: report.line - line })),
      anchors,
    });
    return made;
  }
}

const nameOf = ({ prefix, text }: Pick<Piece, 'prefix' | 'text'>): string => `${prefix} ${text}`;

/** Whether a piece is the same at every place. */
const isAlone = ({ anchors, reports, title }: Piece): boolean =>
  anchors.length === 0 && reports.length === 0 && !title;

/** Whether definitions or footnotes decide what texts mean. */
export const hasContext = ({ env }: Build): boolean =>
  (env.definitions?.size ?? 0) + (env.footnotes?.size ?? 0) > 0 || env.references !== undefined;

const stateOf = (build: Build) => ({
  targets: build.targets.length,
  reports: build.notUnderstood.length,
  keys: build.countKeys(),
  tokens: build.env.tokenCount ?? 0,
  cells: build.env.cellCount ?? 0,
});

function replay(build: Build, known: Piece, start: number): void {
  const { env } = build;
  build.addKeys(known.keys);
  env.tokenCount = (env.tokenCount ?? 0) + known.spentTokens;
  if (env.limits && env.tokenCount > env.limits.tokens) throw new LimitExceeded(env.limits, 'tokens');
  spendCells(env, known.spentCells);
  for (const target of known.targets) build.targets.push(shiftTarget(target, start));
  for (const [key, range] of known.ranges) build.ranges.set(key, shiftRange(range, start));
  build.blockRanges.replay(known.prefix, known.blockRanges, start);
}

export const shiftTarget = (target: Target, by: number): Target => ({ ...target, ...shift(target, by) });

export const shiftRange = ({ closing, ...range }: NodeRange, by: number): NodeRange => ({
  ...shift(range, by),
  ...(closing ? { closing: shift(closing, by) } : {}),
});
