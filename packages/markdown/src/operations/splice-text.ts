import { type Anchor, type Block, type CodeLine, type InlineNode, plainText } from '../document.ts';
import type { ValuePath } from '../receive/checks.ts';
import { BLOCK_RULES } from '../receive/node-rules.ts';
import { type BlockPlace, type BlockTree, type Branch, branchesOf } from './block-tree.ts';
import { type Splice, spliceInlines, spliceLines } from './splice-inlines.ts';

/** A change of the text of a block. */
export interface TextSplice {
  at: BlockPlace;
  /** In UTF-16 units of the plain text of the block. */
  offset: number;
  remove?: number | undefined;
  insert?: string | undefined;
}

/** A line of a text: the inline nodes of a block, or a line of code. */
interface Line {
  block: Block;
  nodes: readonly InlineNode[];
  start: number;
  end: number;
}

/** Changes the text of a block. Of a block with several lines of text, the text has them joined by line feeds. */
export function spliceText(
  tree: BlockTree,
  place: ValuePath,
  { at, offset, remove = 0, insert = '' }: TextSplice,
): void {
  const named = place.at('at', () => tree.findNode(at, place));
  const lines = linesOf(named);
  if (lines.length === 0) place.at('at', () => place.fail('is a block without text'));
  const text = lines.map(({ nodes }) => plainText(nodes)).join('\n');
  const end = offset + remove;
  if (offset > text.length)
    place.at('offset', () => place.fail(`is after the end of the text: it has ${text.length} UTF-16 units`));
  if (end > text.length)
    place.at('remove', () =>
      place.fail(`reaches beyond the end of the text: it has ${text.length} UTF-16 units`),
    );
  if (isWithinPair(text, offset)) place.at('offset', () => place.fail('is within a surrogate pair'));
  if (isWithinPair(text, end)) place.at('remove', () => place.fail('ends within a surrogate pair'));
  if (LONE_SURROGATE.test(insert)) place.at('insert', () => place.fail('has half of a surrogate pair'));
  if (remove === 0 && insert === '') return;
  const line = lines.find((one) => offset <= one.end) as Line;
  const written = insert.replace(/\r\n?/g, '\n');
  const own: Splice = { offset: offset - line.start, remove, insert: written };
  if (line.block.type === 'code-line') {
    spliceCode(tree, place, { line, lines, splice: own });
    return;
  }
  if (end > line.end) place.at('remove', () => place.fail('reaches beyond one block of text'));
  const owned = tree.own(line.block) as { nodes: InlineNode[]; meta?: Anchor };
  owned.nodes = spliceInlines(line.nodes, own, place);
  // An anchor that follows from the text follows from the new one.
  if (!owned.meta?.isExplicit) delete owned.meta;
}

/** Code is one text: line feeds in it divide its lines, and join them where they are removed. */
function spliceCode(
  tree: BlockTree,
  place: ValuePath,
  { line, lines, splice }: { line: Line; lines: readonly Line[]; splice: Splice },
): void {
  const code = tree.parentOf(line.block) as Block;
  const all = tree.childrenOf(code) as readonly CodeLine[];
  const first = all.indexOf(line.block as CodeLine);
  const own = new Set<Branch>(all);
  const reach = lines.filter(({ block }) => own.has(block)).at(-1) as Line;
  if (line.start + splice.offset + splice.remove > reach.end)
    place.at('remove', () => place.fail('reaches beyond one block of text'));
  const rest = all.slice(first);
  tree.splice(code, first, rest.length, spliceLines(rest, splice));
}

function linesOf(node: Branch): Line[] {
  const lines: Line[] = [];
  let start = 0;
  const visit = (branch: Branch): void => {
    const inner = branchesOf(branch);
    if (inner.length === 0 && branch.object === 'block' && branch.nodes && hasText(branch.type)) {
      const nodes = branch.nodes as InlineNode[];
      const end = start + plainText(nodes).length;
      lines.push({ block: branch, nodes, start, end });
      start = end + 1;
    }
    for (const child of inner) visit(child);
  };
  visit(node);
  return lines;
}

const hasText = (type: Block['type']): boolean => type !== 'table' && BLOCK_RULES[type].nodes === 'inlines';

const LONE_SURROGATE = /\p{Surrogate}/u;

function isWithinPair(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const after = text.charCodeAt(offset);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
}
