import { type Block, type BlockOf, type BlockType, plainText } from '@lectern/markdown/document';
import type { AlignedBlocks } from './find-aligned.ts';

/** The heights of this file are in rem, which a window has about 50 of. */

/** A page that is lower is laid out as a whole in no time. */
const MIN_HEIGHT = 400;
/**
 * The beginning is laid out at once, so that nothing moves that is seen first, and so is the end, for readers who jump
 * there.
 */
const BEGINNING = 100;
const END = 120;
/** The height after which the next heading begins another stretch. */
const HEIGHT = 80;
/** Without a heading, a stretch ends after so much. */
const MAX_HEIGHT = 2 * HEIGHT;

/** The kinds of blocks that do not depend on their place: nothing in them sticks, plays or loads. */
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

/** Blocks that are laid out together. `height`: roughly. */
export interface Stretch {
  blocks: Block[];
  height: number;
}

/**
 * Cuts a long document into stretches of blocks, which a browser leaves out of the layout while they are far from the
 * window: a page of an API can have thousands of blocks. Blocks at the beginning and at the end, and those that are not
 * plain, stay separate. A stretch never begins directly after a heading or a divider, and never ends there if a
 * plain block follows: the style sheet knows no spaces but those of other places.
 */
export function findStretches<Part extends Block | AlignedBlocks>(
  parts: readonly Part[],
): (Part | Stretch)[] {
  const heights = parts.map(heightOf);
  const total = heights.reduce((sum, height) => sum + height, 0);
  if (total < MIN_HEIGHT) return [...parts];
  const found: (Part | Stretch)[] = [];
  let stretch: Stretch | undefined;
  /** Whether the block before is one that the next must not be parted from. */
  let isHeld = false;
  let top = 0;
  for (const [n, part] of parts.entries()) {
    const height = heights[n] as number;
    const isInside = top >= BEGINNING && top + height <= total - END;
    if ('align' in part || !PLAIN.has(part.type) || !(isInside || isHeld)) stretch = undefined;
    else if (!isHeld && (!stretch || stretch.height >= (isHeading(part) ? HEIGHT : MAX_HEIGHT))) {
      stretch = { blocks: [], height: 0 };
      found.push(stretch);
    }
    if (stretch && !('align' in part)) {
      stretch.blocks.push(part);
      stretch.height += height;
    } else found.push(part);
    top += height;
    isHeld = !('align' in part) && (isHeading(part) || part.type === 'divider');
  }
  return found;
}

const heightOf = (part: Block | AlignedBlocks): number =>
  'align' in part ? part.blocks.reduce((sum, block) => sum + guessHeight(block), 0) : guessHeight(part);

const isHeading = ({ type }: Block): boolean => type.startsWith('heading-');

/** Sizes of `document.css`. */
const LINE = 1.7;
const CODE_LINE = 1.34;
const SPACE = 1.15;
const HEADING = 4.7;
const CODE_EDGES = 1.8;
const ROW_EDGES = 1.1;
/** By how much the space after an item of a list is less than that after a paragraph. */
const ITEM_LESS = 0.85;
/** Characters in a line of text. */
const LINE_LENGTH = 88;
/** The part of its share of the line that the longest cell of a row fills: it has edges, and long words wrap early. */
const CELL_PART = 0.9;

/** Roughly the height of a plain block in a wide window. Of others, only the text that is always seen counts. */
function guessHeight(block: Block): number {
  switch (block.type) {
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return HEADING;
    case 'code':
      return SPACE + CODE_EDGES + CODE_LINE * block.nodes.length;
    case 'table':
      return SPACE + guessRows(block);
    case 'paragraph':
      return SPACE + LINE * Math.ceil(plainText(block.nodes).length / LINE_LENGTH);
    default: {
      // Text in lists is set tight.
      let height = block.type === 'list-item' ? -ITEM_LESS : SPACE;
      for (const node of block.nodes ?? []) if (node.object === 'block') height += guessHeight(node);
      return height;
    }
  }
}

function guessRows({ data: { view, records }, fragments = [] }: BlockOf<'table'>): number {
  const lengths = new Map<unknown, number>();
  for (const { fragment, nodes } of fragments) lengths.set(fragment, plainText(nodes).length);
  const cellLength = (CELL_PART * LINE_LENGTH) / view.columns.length;
  let height = LINE + ROW_EDGES;
  for (const { values } of Object.values(records)) {
    const longest = Math.max(1, ...view.columns.map((column) => lengths.get(values[column]) ?? 1));
    height += ROW_EDGES + LINE * Math.ceil(longest / cellLength);
  }
  return height;
}
