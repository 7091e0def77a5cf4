import { canonicalText } from '../canonical.ts';
import type { Block } from '../document.ts';
import type { ParsedDocument } from '../parse-markdown.ts';
import { type Hunk, type Unit, unitsOf } from './units.ts';

/** A source that blocks come from. */
export interface Origin {
  source: string;
  parsed: ParsedDocument;
}

type BlockId = string | undefined;

/** Pieces of source by the first of their blocks. */
export type Pieces = ReadonlyMap<BlockId, { ids: BlockId[]; text: string }>;

/** Blocks never change, and most of a page are those of the edit before. */
const texts = new WeakMap<Block, string>();

/** The canonical texts of blocks, each computed once. */
export const rememberTexts = () => rememberedText;

function rememberedText(block: Block): string {
  let text = texts.get(block);
  if (text === undefined) {
    text = canonicalText([block]);
    texts.set(block, text);
  }
  return text;
}

export function piecesOf(
  { source, units }: { source: string; units: readonly Unit[] },
  idOf: (block: Block) => BlockId,
): Map<BlockId, { ids: BlockId[]; text: string }> {
  const pieces = new Map<BlockId, { ids: BlockId[]; text: string }>();
  for (const { nodes, start, end } of units) {
    const ids = nodes.map(idOf);
    if (!pieces.has(ids[0]))
      pieces.set(ids[0], { ids, text: source.slice(start, end).replace(/\r\n?/g, '\n') });
  }
  return pieces;
}

export const piecesOfOrigins = (origins: readonly Origin[]): Pieces =>
  new Map(
    origins
      .flatMap(({ source, parsed }) => [
        ...piecesOf({ source, units: unitsOf(parsed.document.nodes, parsed.blocks) }, ({ key }) => key),
      ])
      .toReversed(),
  );

/** The text of a hunk as its blocks are written in a source; undefined if no source has one of them as a whole. */
export function copyHunk(
  { nodes }: Hunk,
  pieces: Pieces,
  idOf: (block: Block) => BlockId,
): string | undefined {
  const ids = nodes.map(idOf);
  const texts: string[] = [];
  for (let at = 0; at < ids.length; ) {
    const piece = pieces.get(ids[at]);
    if (!piece?.ids.every((id, n) => ids[at + n] === id)) return undefined;
    texts.push(piece.text);
    at += piece.ids.length;
  }
  return texts.join('\n\n');
}
