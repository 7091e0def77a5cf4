import { joinTexts } from '../canonical.ts';
import {
  type Block,
  type BlockType,
  type Fragment,
  type Heading,
  type InlineNode,
  isList,
  isText,
  type Table,
} from '../document.ts';
import { readGrid } from './table-rows.ts';

/** A block that reads differently, or not at all, once it is written. */
export interface UnwrittenBlock {
  /** The keys that lead to the block in its document. */
  place: readonly (string | number)[];
  type: BlockType;
  /** Follows the name of the block. */
  issue: string;
}

type Place = UnwrittenBlock['place'];

/** The container of the blocks, if it limits their kinds. */
type Surroundings = 'cell' | 'caption' | 'title' | undefined;

const ISSUES: Record<Exclude<Surroundings, undefined>, string> = {
  cell: 'cannot be in a table cell: its HTML has only paragraphs, headings, lists, quotes, hints, code and dividers',
  caption: 'cannot be in a caption: it has only text',
  title: 'cannot be in the title of an expandable: it is one paragraph',
};

const CELL_BLOCKS: ReadonlySet<BlockType> = new Set<BlockType>([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'hint',
  'code',
  'code-line',
  'divider',
]);

/**
 * Finds the first block that is lost or becomes another one when a document is written. `read`: the blocks of the
 * written source. Compares which blocks are in which, their texts and the types of their inlines. Empty paragraphs,
 * lists and groups of images are not counted, because they have no Markdown.
 */
export function findUnwritten(wanted: readonly Block[], read: readonly Block[]): UnwrittenBlock | undefined {
  // Markdown that is kept as it was sent is read as whatever it means.
  if (wanted.some(isVerbatim)) return undefined;
  const found = compareLists(wanted, read, { place: ['nodes'], within: undefined });
  // The heading of level one with which a page begins is its title.
  return found && isTitle(wanted[0]) ? compareLists(wanted, read, { place: ['nodes'], skip: 1 }) : found;
}

const isVerbatim = ({ type, data, nodes = [], fragments = [] }: Block): boolean =>
  (type === 'code' && data.verbatim === true) ||
  [...blocksIn(nodes), ...fragments.flatMap((fragment) => fragment.nodes)].some(isVerbatim);

const isHeading = (block: Block): block is Heading => block.type in LEVELS;

const isTitle = (block: Block | undefined): boolean =>
  block !== undefined && isHeading(block) && block.data.level === 1;

interface ListPlace {
  place: Place;
  within?: Surroundings;
  skip?: number;
}

function compareLists(
  wanted: readonly Block[],
  read: readonly Block[],
  { place, within, skip = 0 }: ListPlace,
): UnwrittenBlock | undefined {
  const ones = [...wanted.entries()].slice(skip).filter(([, block]) => !isEmpty(block));
  const others = read.filter((block) => !isEmpty(block));
  const at = ones.findIndex(([, one], i) => outlineOf(one) !== outlineOf(others[i]));
  // What comes after the last block is part of it.
  const [index, one] = (at < 0 ? ones.at(-1) : ones[at]) ?? [];
  if (index === undefined || one === undefined || (at < 0 && others.length <= ones.length)) return undefined;
  const other = others[at];
  const own = [...place, index];
  const isSameKind = ones.length === others.length && other?.type === one.type;
  return (isSameKind ? compareParts(one, other, own, within) : undefined) ?? faultOf(one, own, within);
}

/** Finds what differs within two blocks of one type. */
function compareParts(
  one: Block,
  other: Block,
  place: Place,
  within: Surroundings,
): UnwrittenBlock | undefined {
  if (one.type === 'table') return other.type === 'table' ? compareCells(one, other, place) : undefined;
  const nodes = blocksIn(one.nodes);
  if (nodes.length > 0)
    return compareLists(nodes, blocksIn(other.nodes), { place: [...place, 'nodes'], within });
  const inline = findLostInline(one.nodes, other.nodes);
  if (inline >= 0) return faultOf(one, [...place, 'nodes', inline], within);
  for (const [index, part] of (one.fragments ?? []).entries()) {
    const partner = other.fragments?.find(({ fragment }) => fragment === part.fragment);
    const surroundings =
      part.fragment === 'caption' ? 'caption' : part.fragment === 'expandable-title' ? 'title' : within;
    const found = compareLists(part.nodes, partner?.nodes ?? [], {
      place: [...place, 'fragments', index, 'nodes'],
      within: surroundings,
    });
    if (found) return found;
  }
  return undefined;
}

function compareCells(one: Table, other: Table, place: Place): UnwrittenBlock | undefined {
  const [grid, written] = [readGrid(one), readGrid(other)];
  for (const [at, row] of grid.rows.entries())
    for (const [position, { id }] of grid.columns.entries()) {
      const cell = grid.fragmentOf(row, id);
      const partner = written.rows[at];
      const column = written.columns[position];
      const nodes = partner && column ? written.cell(partner, column.id) : [];
      const index = cell ? (one.fragments ?? []).indexOf(cell) : -1;
      const found = compareLists(cell?.nodes ?? [], nodes, {
        place: [...place, 'fragments', index, 'nodes'],
        within: 'cell',
      });
      if (found) return found;
    }
  return undefined;
}

function faultOf({ type }: Block, place: Place, within: Surroundings): UnwrittenBlock {
  const isStranger =
    within === 'cell' ? !CELL_BLOCKS.has(type) : within === 'title' || (within && type !== 'paragraph');
  const issue =
    within && isStranger
      ? ISSUES[within]
      : 'cannot be written in this place: Markdown would read something else';
  return { place, type, issue };
}

/** The position of the first inline, beside text, that the written text does not have; -1 if there is none. */
function findLostInline(one: Block['nodes'], other: Block['nodes']): number {
  const typesOf = (nodes: Block['nodes']): [number, string][] =>
    (nodes ?? []).flatMap((node, at): [number, string][] => (isText(node) ? [] : [[at, node.type]]));
  const others = typesOf(other);
  return typesOf(one).find(([, type], at) => others[at]?.[1] !== type)?.[0] ?? -1;
}

const blocksIn = (nodes: Block['nodes'] = []): Block[] =>
  (nodes as readonly { object: string }[]).filter((node): node is Block => node.object === 'block');

/** Whether a block has no Markdown of its own. */
const isEmpty = (block: Block): boolean =>
  block.type === 'paragraph'
    ? textIn(block.nodes) === ''
    : (isList(block) || block.type === 'images') && block.nodes.length === 0;

const outlines = new WeakMap<Block, string>();

/** Text that is the same for blocks with the same blocks and texts in them. */
function outlineOf(block: Block | undefined): string {
  if (!block) return '';
  let outline = outlines.get(block);
  if (outline === undefined) {
    outline = `${kindOf(block)}[${contentOf(block)}]`;
    outlines.set(block, outline);
  }
  return outline;
}

const LEVELS: Partial<Record<BlockType, number>> = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 };

const kindOf = (block: Block): string =>
  isHeading(block) ? `heading ${block.data.level ?? LEVELS[block.type]}` : block.type;

function contentOf(block: Block): string {
  if (block.type === 'table') {
    const grid = readGrid(block);
    return grid.rows
      .map((row) => grid.columns.map(({ id }) => outlineOfAll(grid.cell(row, id))).join('|'))
      .join('\n');
  }
  if (block.type === 'code') return block.nodes.map(({ nodes }) => textIn(nodes)).join('\n');
  const inner = blocksIn(block.nodes);
  const text = inner.length > 0 ? outlineOfAll(inner) : textIn(block.nodes as readonly InlineNode[]);
  const parts = (block.fragments ?? []) as readonly Fragment[];
  const named = parts.map(({ fragment, nodes }) => [fragment, outlineOfAll(nodes)]);
  const filled = named.filter(([, content]) => content !== '').map((part) => part.join(':'));
  return [text, ...filled.sort()].join(';');
}

const outlineOfAll = (blocks: readonly Block[]): string =>
  blocks
    .filter((block) => !isEmpty(block))
    .map(outlineOf)
    .join();

/** The words of some inlines, with the types of those that are no text. Spaces are written in many ways. */
function textIn(nodes: readonly InlineNode[] = []): string {
  return inlineText(nodes).replaceAll('\0', '\u{fffd}').replace(/\s+/g, ' ').trim();
}

const inlineText = (nodes: readonly InlineNode[]): string =>
  joinTexts(nodes)
    .map((node) => {
      if (isText(node)) return node.leaves.map(({ text, source }) => source ?? text).join('');
      const inner = inlineText((node.nodes as readonly InlineNode[] | undefined) ?? []);
      const [body] = (node.fragments ?? []) as readonly Fragment[];
      // An annotation without a body is its text.
      if (node.type === 'annotation' && !body) return inner;
      // Characters at the edge of a formula can be mistaken for its end.
      const formula = node.type === 'inline-math' ? node.data.formula.trim() : '';
      return `<${node.type}>${formula}${inner}${body ? outlineOfAll(body.nodes) : ''}</>`;
    })
    .join('');
