import { canonicalText, joinTexts } from '../canonical.ts';
import { type Inline, type InlineNode, type Leaf, type Mark, plainText, type TextNode } from '../document.ts';
import type { MaskedNode, PlaceholderKeys } from './masked-text.ts';
import type { Fragments } from './message-fragments.ts';
import { splitLine, splitProtected, type TextPiece } from './protected-text.ts';

/** The content behind placeholders, by their numbers. */
type Parts = Map<number, Part>;
type Part =
  | { kind: 'inline'; inline: Inline }
  | { kind: 'leaf'; leaf: Leaf }
  | { kind: 'marks'; marks: Mark[] }
  | { kind: 'text'; text: string };

interface MaskedInlines {
  nodes: MaskedNode[];
  keys: PlaceholderKeys;
  fragments: Fragments;
  /** Puts a translation without faults in the place of the words. */
  restore(translation: readonly MaskedNode[]): InlineNode[];
}

/** Code, keys, and source that is kept as written are not words. */
const isVerbatim = ({ marks, source }: Leaf): boolean =>
  source !== undefined || marks.some(({ type }) => type === 'code' || type === 'keyboard');

/** Whether a link shows its address, which has no words. */
const isAddress = ({ type, data, nodes = [] }: Inline): boolean =>
  type === 'link' && data.ref.kind === 'url' && data.ref.url.endsWith(plainText(nodes));

/** Whether an inline has words that are part of the line. */
const surroundsWords = (node: Inline): node is Inline & { nodes: InlineNode[] } =>
  (node.type === 'link' || node.type === 'annotation') && !isAddress(node);

/** Stands for what is not text, so that nothing before it is joined to what is after it. */
const OTHER = '\ufffc';

/** The texts of a line in the order in which they are masked. */
const textsOf = (nodes: readonly InlineNode[]): string[] =>
  joinTexts(nodes).flatMap((node) => {
    if (node.object === 'text') return node.leaves.map((leaf) => (isVerbatim(leaf) ? OTHER : leaf.text));
    return surroundsWords(node) ? textsOf(node.nodes) : [OTHER];
  });

/** Masks a line of text. */
export function maskInlines(inlines: readonly InlineNode[]): MaskedInlines {
  const parts: Parts = new Map();
  const fragments = new Map<number, string>();
  const add = (part: Part): number => {
    parts.set(parts.size + 1, part);
    return parts.size;
  };
  const texts = splitLine(textsOf(inlines)).values();
  const takeText = (): TextPiece[] => texts.next().value ?? [];
  const maskPieces = (pieces: readonly TextPiece[]): MaskedNode[] =>
    pieces.map(({ text: piece, isProtected, isMessage }) => {
      if (!isProtected) return piece;
      const id = add({ kind: 'text', text: piece });
      if (isMessage) fragments.set(id, piece);
      return { kind: 'x', id, nodes: [] };
    });
  const maskLeaf = (leaf: Leaf): MaskedNode[] => {
    const pieces = takeText();
    if (isVerbatim(leaf)) return [{ kind: 'x', id: add({ kind: 'leaf', leaf }), nodes: [] }];
    if (leaf.marks.length === 0) return maskPieces(pieces);
    const id = add({ kind: 'marks', marks: leaf.marks });
    return [{ kind: 'g', id, nodes: maskPieces(pieces) }];
  };
  const mask = (nodes: readonly InlineNode[]): MaskedNode[] =>
    joinTexts(nodes).flatMap((node): MaskedNode[] => {
      if (node.object === 'text') return node.leaves.flatMap(maskLeaf);
      const id = add({ kind: 'inline', inline: node });
      if (surroundsWords(node)) return [{ kind: 'g', id, nodes: mask(node.nodes) }];
      takeText();
      if (node.type === 'button')
        return [{ kind: 'g', id, nodes: maskPieces(splitProtected(node.data.label)) }];
      return [{ kind: 'x', id, nodes: [] }];
    });
  const nodes = mask(inlines);
  return {
    nodes,
    keys: new Map([...parts].map(([id, part]) => [id, keyOf(part)])),
    fragments,
    restore: (translation) => joinTexts(restoreNodes(translation, parts, [])),
  };
}

/** Leaves out the words of an inline, because these are units of their own or part of the line. */
function keyOf(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'leaf':
      return `leaf ${canonicalText([{ object: 'text', leaves: [part.leaf] }])}`;
    case 'marks':
      return `marks ${JSON.stringify(part.marks)}`;
    case 'inline': {
      const data = { ...part.inline.data, title: '', label: '', alt: '', caption: '' };
      return `inline ${canonicalText([{ ...part.inline, data, nodes: [], fragments: [] } as unknown as Inline])}`;
    }
  }
}

function restoreNodes(nodes: readonly MaskedNode[], parts: Parts, marks: Mark[]): InlineNode[] {
  return nodes.flatMap((node): InlineNode[] => {
    if (typeof node === 'string') return [textOf(node, marks)];
    const part = parts.get(node.id);
    switch (part?.kind) {
      case 'text':
        return [textOf(part.text, marks)];
      case 'leaf':
        return [{ object: 'text', leaves: [part.leaf] }];
      case 'marks':
        return restoreNodes(node.nodes, parts, part.marks);
      case 'inline':
        if (isAddress(part.inline)) return [part.inline];
        return [restoreInline(part.inline, restoreNodes(node.nodes, parts, []))];
      default:
        return [];
    }
  });
}

function restoreInline(inline: Inline, nodes: InlineNode[]): Inline {
  if (inline.type === 'button') {
    const label = nodes.flatMap((node) =>
      node.object === 'text' ? node.leaves.map(({ text }) => text) : [],
    );
    return { ...inline, data: { ...inline.data, label: label.join('') } };
  }
  return inline.type === 'link' || inline.type === 'annotation' ? { ...inline, nodes } : inline;
}

const textOf = (text: string, marks: Mark[]): TextNode => ({
  object: 'text',
  leaves: [{ object: 'leaf', text, marks }],
});
