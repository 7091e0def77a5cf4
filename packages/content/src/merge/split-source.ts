import { type Block, type DocumentNode, type Fragment, isText, plainText } from '@lectern/markdown/document';
import type { ParsedDocument } from '@lectern/markdown/parse-markdown';
import type { Piece, PieceList, Reading } from './pieces.ts';
import { readNodes, readWords } from './reading.ts';

export interface SplitSource extends PieceList {
  /** The front matter with its fences, or the byte order mark, or nothing. */
  head: string;
}

/** Splits a source into its title, its blocks, and the definitions of footnotes and links between them. */
export function splitSource(source: string, parsed: ParsedDocument): SplitSource {
  const headEnd = parsed.frontMatter?.end ?? (source.startsWith('\uFEFF') ? 1 : 0);
  const pieces: Piece[] = [];
  let position = headEnd;
  const add = (start: number, end: number, piece: Omit<Piece, 'text' | 'lead'>): void => {
    if (start < position || end <= start) return;
    const lead = addDefinitions(pieces, source.slice(position, start));
    pieces.push({ ...piece, text: source.slice(start, end), lead });
    position = end;
  };
  for (const { start, end, ...piece } of listParts(parsed)) add(start, end, piece);
  const tail = addDefinitions(pieces, source.slice(position));
  return { head: source.slice(0, headEnd), pieces, tail };
}

interface Part extends Omit<Piece, 'text' | 'lead'> {
  start: number;
  end: number;
}

function listParts({ title, document, blocks, footnotes }: ParsedDocument): Part[] {
  const parts: Part[] = [];
  if (title) {
    const { text, start, end } = title;
    parts.push({
      start,
      end,
      kind: 'title',
      identity: 'title',
      shape: () => `title ${text}`,
      reading: () => ({ ...readWords(text, 'heading-1'), structure: ['0 heading-1'] }),
    });
  }
  for (let i = 0; i < blocks.length; ) {
    const { start, end } = blocks[i] as { start: number; end: number };
    let next = i + 1;
    while (next < blocks.length && blocks[next]?.start === start && blocks[next]?.end === end) next++;
    parts.push({ start, end, ...describeNodes(document.nodes.slice(i, next)) });
    i = next;
  }
  for (const { label, start, end } of footnotes)
    parts.push({ start, end, kind: 'definition', identity: `^${label}`, shape: () => 'footnote' });
  return parts.sort((left, right) => left.start - right.start || right.end - left.end);
}

const HEADING_LEVELS: Partial<Record<Block['type'], number>> = {
  'heading-1': 1,
  'heading-2': 2,
  'heading-3': 3,
};

function describeNodes(nodes: readonly Block[]): Omit<Piece, 'text' | 'lead'> {
  const [first] = nodes;
  const kind = nodes.length === 1 && first ? first.type : 'blocks';
  const level = HEADING_LEVELS[kind as Block['type']];
  const shape = (): string => JSON.stringify(nodes.map(shapeOf));
  const reading = (): Reading => readNodes(nodes);
  if (level === undefined) return { kind, shape, reading };
  return { kind, shape, reading, heading: { level, title: plainText(nodes) } };
}

/** The kinds and texts of a node and those in it, without what definitions elsewhere in the source decide. */
function shapeOf(node: DocumentNode | Fragment): unknown {
  if (node.object === 'fragment') return [node.fragment, ...shapesOf(node.nodes)];
  if (isText(node))
    return node.leaves.map(({ text, marks, source }) => [text, marks.map(({ type }) => type), source ?? 0]);
  const isAnnotation = node.type === 'annotation';
  return [
    node.type,
    ...shapesOf(node.nodes ?? []),
    ...(isAnnotation ? [] : (node.fragments ?? []).map(shapeOf)),
  ];
}

const shapesOf = (nodes: readonly (DocumentNode | Fragment)[]): unknown[] => nodes.map(shapeOf);

const LINK_DEFINITION = /^ {0,3}\[([^\]]+)\]:/;

/** Adds what is not blank between two blocks, by line, and returns the blank text at its end. */
function addDefinitions(pieces: Piece[], gap: string): string {
  if (gap.trim() === '') return gap;
  let lead = '';
  for (const line of gap.split(/(?<=\n)|(?<=\r)(?!\n)/)) {
    const text = line.endsWith('\r\n') ? line.slice(0, -2) : /[\r\n]$/.test(line) ? line.slice(0, -1) : line;
    if (text.trim() === '') {
      lead += line;
      continue;
    }
    const label = LINK_DEFINITION.exec(text)?.[1];
    const identity = label === undefined ? {} : { identity: `[${label.toLowerCase()}` };
    pieces.push({ text, lead, kind: 'definition', ...identity });
    lead = line.slice(text.length);
  }
  return lead;
}
