import type { Block, BlockType } from '../content/documents/document.ts';

/** With fewer blocks, a page is laid out as a whole in no time. */
const MIN_BLOCKS = 60;
/** The blocks that a reader sees first are laid out at once, so that nothing moves. */
const FIRST_BLOCKS = 20;
/** The lines after which the next heading begins another stretch: the height that the style sheet guesses. */
const LINES = 60;
/** Without a heading, a stretch ends after so many. */
const MAX_LINES = 2 * LINES;

/** The kinds whose blocks are what they are wherever they stand: nothing of them sticks, plays or loads. */
const PLAIN: ReadonlySet<BlockType> = new Set<BlockType>([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'blockquote',
  'divider',
  'code',
  'hint',
  'table',
]);

/**
 * Cuts a long document into stretches of blocks, which a browser leaves out of the layout while they are far from the
 * window: a page of an API can have thousands of blocks. Blocks at the beginning, and those that are not plain, stand by
 * themselves. A stretch never begins directly after a heading.
 */
export function findStretches(blocks: readonly Block[]): (Block | Block[])[] {
  if (blocks.length < MIN_BLOCKS) return [...blocks];
  const found: (Block | Block[])[] = blocks.slice(0, FIRST_BLOCKS);
  let isAfterHeading = isHeading(blocks[FIRST_BLOCKS - 1] as Block);
  let stretch: Block[] | undefined;
  let lines = 0;
  for (const block of blocks.slice(FIRST_BLOCKS)) {
    const isFull = lines >= (isHeading(block) ? LINES : MAX_LINES);
    const isPlain = PLAIN.has(block.type);
    if (!isPlain) stretch = undefined;
    else if ((!stretch || isFull) && !isAfterHeading) {
      stretch = [];
      lines = 0;
      found.push(stretch);
    }
    (stretch ?? found).push(block);
    lines += countLines(block);
    isAfterHeading = isHeading(block);
  }
  return found;
}

const isHeading = ({ type }: Block): boolean => type.startsWith('heading-');

/** The space around a block, in lines. */
const AROUND = 2;

/** Roughly how many lines a plain block takes. */
function countLines(block: Block): number {
  if (block.type === 'table') return AROUND + 2 * Object.keys(block.data.records).length;
  if (block.type === 'code') return AROUND + block.nodes.length;
  let lines = 1;
  for (const node of block.nodes ?? []) if (node.object === 'block') lines += countLines(node);
  return lines + AROUND;
}
