import type { Block } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import { matchSequences } from '../sequence-diff.ts';

/** Blocks that one piece of the source holds. */
export interface Unit extends Range {
  nodes: Block[];
}

/** Old units that give way to new blocks. */
export interface Hunk {
  /** Units `from` to `to`, end excluded, are removed. */
  from: number;
  to: number;
  nodes: Block[];
}

/** `blocks`: the range of each node. */
export function unitsOf(nodes: readonly Block[], blocks: readonly Range[]): Unit[] {
  const units: Unit[] = [];
  for (const [i, { start, end }] of blocks.entries()) {
    const last = units.at(-1);
    if (last && last.start === start && last.end === end) last.nodes.push(nodes[i]!);
    else units.push({ start, end, nodes: [nodes[i]!] });
  }
  return units;
}

/** A unit stays when all of its blocks stay, side by side. */
export function findHunks(
  units: readonly Unit[],
  next: readonly Block[],
  textOf: (block: Block) => string,
): Hunk[] {
  const old = units.flatMap(({ nodes }) => nodes.map(textOf));
  const matches = matchSequences(old, next.map(textOf));
  const firstOf = new Map<number, number>();
  let count = 0;
  for (const [i, { nodes }] of units.entries()) {
    firstOf.set(count, i);
    count += nodes.length;
  }
  const hunks: Hunk[] = [];
  let unit = 0;
  let pending: Block[] = [];
  const close = (to: number): void => {
    if (pending.length > 0 || to > unit) hunks.push({ from: unit, to, nodes: pending });
    pending = [];
  };
  for (let i = 0; i < next.length; ) {
    const kept = firstOf.get(matches[i]!);
    const length = kept === undefined ? 0 : units[kept]!.nodes.length;
    const isWhole =
      kept !== undefined &&
      Array.from({ length }, (_, n) => matches[i + n] === matches[i]! + n).every(Boolean);
    if (!isWhole) {
      pending.push(next[i]!);
      i++;
      continue;
    }
    close(kept);
    unit = kept + 1;
    i += length;
  }
  close(units.length);
  return hunks;
}

/** Hunks with the unit that follows each of them. */
export function widenHunks(units: readonly Unit[], hunks: readonly Hunk[]): Hunk[] {
  const wide: Hunk[] = [];
  for (const { from, to, nodes } of hunks) {
    const next = units[to];
    const last = wide.at(-1);
    const added = [...nodes, ...(next?.nodes ?? [])];
    if (last && last.to > from) {
      // The unit before is part of the last hunk already.
      last.to = Math.min(units.length, to + 1);
      last.nodes = [...last.nodes, ...added];
    } else wide.push({ from, to: Math.min(units.length, to + 1), nodes: added });
  }
  return wide;
}
