import { appendTo } from '@lectern/std/long-lists';
import { canonicalText } from './canonical.ts';
import type { Block, BlockType, JSONDocument } from './document.ts';
import { replaceDocument } from './edit-markdown.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { matchSequences } from './sequence-diff.ts';

export interface RevertedBlocks {
  source: string;
  /** Keys that neither source has. */
  unknown: string[];
}

/** A run of blocks that differs: its former blocks and its present ones. */
interface ChangedRun {
  old: Block[];
  current: Block[];
}

/**
 * Reverts single blocks of a source, with their old bytes if possible: an added block is removed, a deleted block
 * returns to its place, and a changed block gets its old content. `keys` are the keys of blocks in either source; the
 * key of a nested block means the outermost one.
 */
export function revertBlocks(
  sources: { old: string; current: string },
  wanted: ReadonlySet<string>,
): RevertedBlocks {
  const keys = new Set([...wanted].map(nameOf));
  const before = { source: sources.old, parsed: parseMarkdown(sources.old) };
  const present = { source: sources.current, parsed: parseMarkdown(sources.current) };
  const old = before.parsed.document.nodes;
  const current = present.parsed.document;
  const known = new Set([...old, ...current.nodes].map(({ key = '' }) => nameOf(key)));
  const unknown = [...keys].filter((key) => !known.has(key));
  if (unknown.length > 0) return { source: sources.current, unknown };
  const nodes = alignBlocks(old, current.nodes).flatMap((part) =>
    'kept' in part ? part.kept : revertRun(part, keys),
  );
  const next: JSONDocument = { ...current, nodes };
  return {
    source: replaceDocument(sources.current, next, () => undefined, { origins: [before, present] }),
    unknown,
  };
}

/** The keys of a block and of everything inside it begin with the same name. */
const nameOf = (key: string): string => key.split('-', 1)[0] as string;

/** Both sequences in order: blocks that are equal, and the runs between them that differ. */
function alignBlocks(old: readonly Block[], current: readonly Block[]): ({ kept: Block } | ChangedRun)[] {
  const matches = matchSequences(
    old.map((block) => canonicalText([block])),
    current.map((block) => canonicalText([block])),
  );
  const parts: ({ kept: Block } | ChangedRun)[] = [];
  let passed = 0;
  let run: ChangedRun = { old: [], current: [] };
  const close = (to: number): void => {
    run.old = old.slice(passed, to);
    if (run.old.length + run.current.length > 0) parts.push(run);
    run = { old: [], current: [] };
  };
  for (const [index, block] of current.entries()) {
    const match = matches[index] as number;
    if (match < 0) {
      run.current.push(block);
      continue;
    }
    close(match);
    passed = match + 1;
    parts.push({ kept: block });
  }
  close(old.length);
  return parts;
}

/** Blocks of one run are paired by their order where their types agree: such a pair is one block that was changed. */
function revertRun({ old, current }: ChangedRun, keys: ReadonlySet<string>): Block[] {
  const isNamed = ({ key = '' }: Block): boolean => keys.has(nameOf(key));
  const result: Block[] = [];
  const byType = new Map<BlockType, number[]>();
  // Backwards, so that the first one is taken from the end of its list.
  for (let index = old.length - 1; index >= 0; index--) {
    const { type } = old[index] as Block;
    const known = byType.get(type);
    if (known) known.push(index);
    else byType.set(type, [index]);
  }
  /** The position of the first block of the type from `start` on. */
  const findFrom = (type: BlockType, start: number): number | undefined => {
    const positions = byType.get(type) ?? [];
    while ((positions.at(-1) ?? start) < start) positions.pop();
    return positions.at(-1);
  };
  let next = 0;
  for (const block of current) {
    const pair = findFrom(block.type, next);
    const before = pair === undefined ? undefined : old[pair];
    if (pair === undefined || !before) {
      if (!isNamed(block)) result.push(block);
      continue;
    }
    // Blocks that were deleted before this one.
    appendTo(result, old.slice(next, pair).filter(isNamed));
    next = pair + 1;
    result.push(isNamed(block) || isNamed(before) ? before : block);
  }
  appendTo(result, old.slice(next).filter(isNamed));
  return result;
}
