import { hasSameMarks } from '../assemble/node-list.ts';
import { codeOf } from '../block-factories.ts';
import { type CodeLine, type InlineNode, isText, type Leaf, type Mark, plainText } from '../document.ts';
import type { ValuePath } from '../receive/checks.ts';

/** Removes characters of a text and inserts others there. Offsets are in UTF-16 units of the plain text. */
export interface Splice {
  offset: number;
  remove: number;
  insert: string;
}

/** A link or an annotation. */
type Wrapper = Extract<InlineNode, { isVoid: false }>;
type Atom = Exclude<InlineNode, Wrapper | { object: 'text' }>;

/** A piece of a line: a leaf, or an inline that has no text of its own, with the inlines around it, outermost first. */
type Piece = { wrappers: readonly Wrapper[] } & ({ leaf: Leaf } | { atom: Atom });

const lengthOf = (piece: Piece): number =>
  'leaf' in piece ? piece.leaf.text.length : plainText([piece.atom]).length;

/** The nodes of a line with a splice applied, or a fault. The splice is within the text of the line. */
export function spliceInlines(
  nodes: readonly InlineNode[],
  { offset, remove, insert }: Splice,
  place: ValuePath,
): InlineNode[] {
  const pieces = flatten(nodes, []);
  const end = offset + remove;
  const spliced: Piece[] = [];
  const added = insert === '' ? undefined : placeOf(pieces, offset, remove);
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    const from = Math.max(0, offset - start);
    const length = lengthOf(piece);
    const to = Math.min(length, end - start);
    start += length;
    const isTarget = added?.index === index;
    const [kept, isWhole] = from < to ? [undefined, from === 0 && to === length] : [piece, false];
    if (isTarget && added.isWithin && !isWhole) {
      spliced.push(...cutPiece(piece, { from, to: Math.max(from, to), insert }, place));
      continue;
    }
    const own: Piece | undefined = isTarget
      ? { wrappers: added.wrappers, leaf: { object: 'leaf', text: insert, marks: added.marks } }
      : undefined;
    if (own && added?.isBefore) spliced.push(own);
    if (kept) spliced.push(kept);
    else if (!isWhole) spliced.push(...cutPiece(piece, { from, to, insert: '' }, place));
    if (own && !added?.isBefore) spliced.push(own);
  }
  if (added && pieces.length === 0)
    spliced.push({ wrappers: [], leaf: { object: 'leaf', text: insert, marks: [] } });
  return assemble(spliced, 0);
}

interface InsertionPlace {
  index: number;
  /** Whether the text goes into the piece; otherwise it is inserted beside it. */
  isWithin: boolean;
  isBefore: boolean;
  wrappers: readonly Wrapper[];
  marks: Mark[];
}

/**
 * Where new text goes. It has the marks of the text before it; in place of other text it has the marks of that, and
 * stays in the link that it is in.
 */
function placeOf(pieces: readonly Piece[], offset: number, remove: number): InsertionPlace | undefined {
  let start = 0;
  let marks: Mark[] | undefined;
  for (const [index, piece] of pieces.entries()) {
    const length = lengthOf(piece);
    const end = start + length;
    if ('leaf' in piece && length > 0 && piece.leaf.source === undefined) marks = piece.leaf.marks;
    const isInside = start < offset && offset < end;
    const isReplaced = remove > 0 && start <= offset && offset < end;
    if (isInside || isReplaced)
      return { index, isWithin: true, isBefore: true, wrappers: piece.wrappers, marks: marks ?? [] };
    if (remove === 0 && length > 0 && end === offset) {
      const next = pieces[index + 1]?.wrappers ?? [];
      const wrappers = piece.wrappers.filter((wrapper, at) => wrapper === next[at]);
      // Text goes into the leaf that it continues.
      const isWithin =
        'leaf' in piece && piece.leaf.source === undefined && wrappers.length === piece.wrappers.length;
      return { index, isWithin, isBefore: false, wrappers, marks: marks ?? [] };
    }
    start = end;
  }
  const first = pieces.find((piece) => 'leaf' in piece && piece.leaf.source === undefined);
  const own = first && 'leaf' in first ? first.leaf.marks : [];
  return pieces.length > 0
    ? { index: 0, isWithin: false, isBefore: true, wrappers: [], marks: own }
    : { index: -1, isWithin: false, isBefore: true, wrappers: [], marks: [] };
}

/** A piece with some of its own text replaced. */
function cutPiece(
  piece: Piece,
  { from, to, insert }: { from: number; to: number; insert: string },
  place: ValuePath,
): Piece[] {
  const replaced = (text: string): string => text.slice(0, from) + insert + text.slice(to);
  if ('leaf' in piece) {
    const { leaf, wrappers } = piece;
    const { source } = leaf;
    if (source === undefined) return [{ wrappers, leaf: { ...leaf, text: replaced(leaf.text) } }];
    if (source !== leaf.text)
      return place.at('offset', () => place.fail('is within source that is kept as it is written'));
    return [{ wrappers, leaf: { ...leaf, text: replaced(leaf.text), source: replaced(source) } }];
  }
  const { atom, wrappers } = piece;
  switch (atom.type) {
    case 'inline-math':
      return [{ wrappers, atom: { ...atom, data: { ...atom.data, formula: replaced(atom.data.formula) } } }];
    case 'expression':
      return [
        { wrappers, atom: { ...atom, data: { ...atom.data, expression: replaced(atom.data.expression) } } },
      ];
    case 'button':
      return [
        { wrappers, atom: { ...atom, data: { ...atom.data, label: replaced(atom.data.label) } } as Atom },
      ];
    default:
      return place.at('offset', () => place.fail('is within an inline that has no text of its own'));
  }
}

function flatten(nodes: readonly InlineNode[], wrappers: readonly Wrapper[]): Piece[] {
  const pieces: Piece[] = [];
  for (const node of nodes) {
    if (isText(node)) for (const leaf of node.leaves) pieces.push({ wrappers, leaf });
    else if (node.isVoid) pieces.push({ wrappers, atom: node as Atom });
    else for (const piece of flatten(node.nodes, [...wrappers, node])) pieces.push(piece);
  }
  return pieces;
}

/** The nodes of pieces whose inlines around them are open down to a depth. */
function assemble(pieces: readonly Piece[], depth: number): InlineNode[] {
  const nodes: InlineNode[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece;
    const wrapper = piece.wrappers[depth];
    if (!wrapper) {
      if ('atom' in piece) nodes.push(piece.atom);
      else addLeaf(nodes, piece.leaf);
      at += 1;
      continue;
    }
    let end = at + 1;
    while (pieces[end]?.wrappers[depth] === wrapper) end += 1;
    nodes.push({ ...wrapper, nodes: assemble(pieces.slice(at, end), depth + 1) } as InlineNode);
    at = end;
  }
  return nodes.length > 0 ? nodes : [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }];
}

function addLeaf(nodes: InlineNode[], leaf: Leaf): void {
  const last = nodes.at(-1);
  if (!last || !isText(last)) {
    nodes.push({ object: 'text', leaves: [leaf] });
    return;
  }
  const before = last.leaves.at(-1);
  if (
    before &&
    before.source === undefined &&
    leaf.source === undefined &&
    hasSameMarks(before.marks, leaf.marks)
  )
    last.leaves[last.leaves.length - 1] = { ...before, text: before.text + leaf.text };
  else last.leaves.push(leaf);
}

/** The lines of code with a splice applied. Offsets are in the lines joined by line feeds. */
export function spliceLines(lines: readonly CodeLine[], { offset, remove, insert }: Splice): CodeLine[] {
  const texts = lines.map((line) => plainText(line.nodes));
  let first = 0;
  let start = 0;
  while (first < texts.length - 1 && offset > start + (texts[first] as string).length)
    start += (texts[first++] as string).length + 1;
  let last = first;
  let lastStart = start;
  while (last < texts.length - 1 && offset + remove > lastStart + (texts[last] as string).length)
    lastStart += (texts[last++] as string).length + 1;
  const written =
    (texts[first] ?? '').slice(0, offset - start) +
    insert +
    (texts[last] ?? '').slice(offset + remove - lastStart);
  const added = codeOf(written, {}).nodes.map((line, at) =>
    at === 0 ? { ...lines[first], ...line, data: lines[first]?.data ?? {} } : line,
  );
  return [...lines.slice(0, first), ...added, ...lines.slice(last + 1)];
}
