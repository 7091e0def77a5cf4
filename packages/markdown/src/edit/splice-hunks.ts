import { appendTo } from '@lectern/std/long-lists';
import { isSame } from '../canonical.ts';
import type { Block, DocumentNode, Fragment } from '../document.ts';
import { asRead } from './name-tables.ts';
import { pairBlocks } from './pair-blocks.ts';
import { applyEdits, type Edit, readBlocks, type Site } from './site.ts';
import { spliceBlock } from './splice-block.ts';
import type { Hunk, Unit } from './units.ts';

/** How often smaller changes of one block are given up for larger ones. */
const MAX_ATTEMPTS = 8;

/** A part of a hunk: one unit that becomes as many blocks as it has, or units that give way to others. */
export interface Part extends Hunk {
  isPaired: boolean;
}

/** Divides what differs into blocks that were changed, and blocks that come or go. */
export function divideHunk(
  units: readonly Unit[],
  { from, to, nodes }: Hunk,
  textOf: (block: Block) => string,
): Part[] {
  const olds = units.slice(from, to).flatMap((unit) => unit.nodes);
  const unitOf = units.slice(from, to).flatMap((unit, i) => unit.nodes.map(() => from + i));
  const pairs = pairBlocks(olds, nodes, textOf);
  const parts: Part[] = [];
  let unit = from;
  let added: Block[] = [];
  for (let i = 0; i < nodes.length; ) {
    const at = pairs[i]! < 0 ? -1 : unitOf[pairs[i]!]!;
    const count = at < 0 ? 0 : units[at]!.nodes.length;
    const isWhole =
      at >= unit &&
      Array.from(
        { length: count },
        (_, n) => pairs[i + n] === pairs[i]! + n && units[at]!.nodes[n] === olds[pairs[i]! + n],
      ).every(Boolean) &&
      units[at]!.nodes[0] === olds[pairs[i]!];
    if (!isWhole) {
      added.push(nodes[i]!);
      i++;
      continue;
    }
    if (added.length > 0 || at > unit) parts.push({ from: unit, to: at, nodes: added, isPaired: false });
    parts.push({ from: at, to: at + 1, nodes: nodes.slice(i, i + count), isPaired: true });
    added = [];
    unit = at + 1;
    i += count;
  }
  if (added.length > 0 || to > unit) parts.push({ from: unit, to, nodes: added, isPaired: false });
  return parts;
}

/** The edits of a unit whose blocks change; undefined where they must be written as a whole. */
export function spliceUnit(
  site: Omit<Site, 'coarse' | 'splice'>,
  unit: Unit,
  next: readonly Block[],
): Edit[] | undefined {
  const wanted = next.map(asRead);
  const coarse = new Set<object>();
  const { footnotes } = site.writer;
  const within: Site = { ...site, coarse, splice: (old, node) => spliceBlock(within, old, node) };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const mark = footnotes.mark();
    const edits: Edit[] = [];
    for (const [i, node] of next.entries()) {
      const made = spliceBlock(within, unit.nodes[i]!, node);
      if (!made) {
        footnotes.reset(mark);
        return undefined;
      }
      appendTo(edits, made);
    }
    const text = editSlice(site.source, unit, edits);
    const read = text === undefined ? [] : readBlocks(within, text);
    if (isSame(read, wanted)) return edits;
    const path = findDifference(read, next);
    const culprit = path.findLast((node) => node.object === 'block' && !coarse.has(node));
    footnotes.reset(mark);
    if (!culprit) return undefined;
    addWithParts(coarse, culprit);
  }
  return undefined;
}

function editSlice(source: string, { start, end }: Unit, edits: readonly Edit[]): string | undefined {
  const sorted = [...edits].sort((left, right) => left.start - right.start || left.end - right.end);
  if (
    sorted.some(
      (edit, i) => edit.start < start || edit.end > end || edit.start < (sorted[i - 1]?.end ?? start),
    )
  )
    return undefined;
  const moved = sorted.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return applyEdits(source.slice(start, end), moved);
}

type Node = DocumentNode | Fragment;

/** The content of a block is written with it instead of being copied. */
function addWithParts(coarse: Set<object>, node: Node): void {
  coarse.add(node);
  for (const child of childrenOf(node)) addWithParts(coarse, child);
}

/** The new nodes, from the outermost, in which what is read first differs from what is wanted. */
function findDifference(read: readonly Node[], next: readonly Node[]): Node[] {
  for (const [i, node] of next.entries()) {
    const one = read[i];
    if (one && isSame([asRead(one) as DocumentNode], [asRead(node) as DocumentNode])) continue;
    if (!one || node.object === 'text' || node.object === 'inline' || one.object !== node.object)
      return [node];
    const ones = childrenOf(one);
    const others = childrenOf(node);
    return ones.length === others.length ? [node, ...findDifference(ones, others)] : [node];
  }
  return [];
}

const childrenOf = (node: Node): Node[] => {
  if (node.object === 'text' || node.object === 'inline') return [];
  const children = (node.nodes ?? []) as Node[];
  const fragments: Node[] = node.object === 'block' ? (node.fragments ?? []) : [];
  return [...children, ...fragments].filter(({ object }) => object === 'block' || object === 'fragment');
};
