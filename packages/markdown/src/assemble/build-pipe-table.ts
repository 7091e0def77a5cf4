import type { Token } from 'markdown-it';
import { type Paragraph, plainText, type Table } from '../document.ts';
import { addInlineTokens, readTokens } from './build-inlines.ts';
import { type Build, block, type Locate, place } from './context.ts';
import { createNodeList } from './node-list.ts';
import { addCell, orderIndex, type TableParts, tableBlock } from './table-parts.ts';

/** A table of pipes: tokens from `table_open` to `table_close`. */
export function buildPipeTable(build: Build, tokens: readonly Token[], from: number, to: number): Table {
  const parts: TableParts = { definitions: [], records: [], fragments: [], ranges: new Map() };
  let cells: Cell[] = [];
  let cell = 0;
  let isHeader = false;
  for (let i = from; i <= to; i++) {
    const token = tokens[i]!;
    if (token.type === 'tr_open') {
      cells = splitRow(
        build.bodySlice(Number(token.meta!.at), Number(token.meta!.end)),
        Number(token.meta!.at),
      );
      cell = 0;
      if (!isHeader) parts.records.push({ orderIndex: orderIndex(parts.records.length), values: {} });
      parts.ranges.set(isHeader ? 'head' : `r${parts.records.length}`, {
        start: build.toSource(Number(token.meta!.at)),
        end: build.toSource(Number(token.meta!.end)),
      });
    }
    if (token.type === 'thead_open') isHeader = true;
    if (token.type === 'thead_close') isHeader = false;
    if (token.type === 'th_open') {
      const style = String(token.attrGet('style') ?? '');
      const textAlignment = style.endsWith('center') ? 'center' : style.endsWith('right') ? 'right' : 'left';
      const id = `c${parts.definitions.length + 1}`;
      parts.definitions.push({ id, title: '', type: 'text', textAlignment });
    }
    if (token.type !== 'inline') continue;
    const written = cells[cell];
    const locate: Locate = written ? (position) => build.toSource(offsetIn(written, position)) : () => 0;
    const definition = parts.definitions[cell]!;
    if (isHeader) {
      const nodes = build.buildInlines(token.content, locate);
      definition.title = plainText(nodes);
      if (isStyled(nodes)) definition.titleSource = token.content;
      if (written)
        parts.ranges.set(definition.id, {
          start: build.toSource(written.start),
          end: build.toSource(written.start + written.text.length),
        });
    } else {
      const made = addCell(
        build,
        parts,
        parts.records.length - 1,
        definition.id,
        cellBlocks(build, token.content, locate),
      );
      if (written)
        for (const node of [made, ...made.nodes])
          place(build, node, written.start, written.start + written.text.length);
    }
    cell++;
  }
  const columns = parts.definitions.map(({ id }) => id);
  return tableBlock(build, parts, { type: 'grid', columns, hideHeader: false }, {});
}

/** A title is plain text; other content is stored as written. */
const isStyled = (nodes: ReturnType<Build['buildInlines']>): boolean =>
  nodes.some(
    (node) =>
      node.object !== 'text' ||
      node.leaves.some(({ marks, source }) => marks.length > 0 || source !== undefined),
  );

/** Returns the paragraphs of a cell: one, or one for each `<p>` in it. */
function cellBlocks(build: Build, content: string, locate: Locate): Paragraph[] {
  const source = readTokens(build, content, locate);
  const paragraphs: Paragraph[] = [];
  const isParagraph = (i: number): boolean =>
    source.tags[i]?.name === 'p' && source.tags[i]!.attributes.size === 0 && source.partners[i]! > i;
  const rest = createNodeList(build);
  for (let i = 0; i < source.tokens.length; i++) {
    if (!isParagraph(i)) {
      if (source.tokens[i]!.content.trim() !== '' || source.tokens[i]!.type !== 'text') break;
      continue;
    }
    const list = createNodeList(build);
    addInlineTokens(build, list, source, i + 1, source.partners[i]!);
    paragraphs.push(block(build, 'paragraph', { nodes: list.end() }));
    i = source.partners[i]!;
    if (i === source.tokens.length - 1) return paragraphs;
  }
  addInlineTokens(build, rest, source);
  return [block(build, 'paragraph', { nodes: rest.end() })];
}

interface Cell {
  text: string;
  /** Offset in the body. */
  start: number;
  /** The positions in the content where a backslash was removed. */
  escapes?: number[];
}

/** The cells of a row as written, escapes included. */
function splitRow(row: string, offset: number): Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  const end = row.trimEnd().length;
  const push = (to: number): void => {
    const text = row.slice(start, to);
    const indent = text.length - text.trimStart().length;
    cells.push({ text: text.trim(), start: offset + start + indent });
  };
  for (let i = 0; i < end; i++) {
    if (row[i] !== '|' || row[i - 1] === '\\') continue;
    push(i);
    start = i + 1;
  }
  if (start < end) push(end);
  if (cells[0]?.text === '' && row.trimStart().startsWith('|')) cells.shift();
  return cells;
}

/** The offset of a position in a cell's content, in which `\|` has lost its backslash. */
function offsetIn(cell: Cell, position: number): number {
  cell.escapes ??= [...cell.text.matchAll(/\\\|/g)].map((match, n) => match.index - n);
  let low = 0;
  let high = cell.escapes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cell.escapes[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return cell.start + position + low;
}
