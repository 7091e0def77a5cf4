import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isNothing } from './list-pieces.ts';
import {
  type IconShape,
  type MathNode,
  nameCode,
  nameMath,
  type Pieces,
  type TokenLine,
  type WantedPieces,
} from './pieces.ts';

/**
 * The version of drawn pieces. Increase it with every change of how code, formulas or icons are drawn, and of the
 * packages that draw them: pieces that are stored under another version are drawn again.
 */
export const DRAWING_VERSION = 3;

/** Pieces as JSON. The text of code is in its tokens. */
interface PackedPieces {
  code: (readonly [syntax: string, lines: readonly TokenLine[]])[];
  math: (readonly [formula: string, isBlock: boolean, node: MathNode | null])[];
  icons: (readonly [name: string, shape: IconShape | null])[];
}

/** Packs the drawn pieces of a document, compressed; undefined if there is nothing to draw. */
export function packPieces(wanted: WantedPieces, drawn: Pieces): Uint8Array | undefined {
  if (isNothing(wanted)) return undefined;
  const packed: PackedPieces = { code: [], math: [], icons: [] };
  for (const piece of wanted.code) {
    const lines = drawn.code.get(nameCode(piece));
    if (lines) packed.code.push([piece.syntax, lines]);
  }
  for (const piece of wanted.math) {
    const node = drawn.math.get(nameMath(piece));
    if (node !== undefined) packed.math.push([piece.formula, piece.isBlock, node]);
  }
  for (const icon of wanted.icons) {
    const shape = drawn.icons.get(icon);
    if (shape !== undefined) packed.icons.push([icon, shape]);
  }
  return deflateRawSync(JSON.stringify(packed));
}

/** The pieces of one or more documents. */
export function unpackPieces(documents: readonly Uint8Array[]): Pieces {
  const pieces = {
    code: new Map<string, readonly TokenLine[]>(),
    math: new Map<string, MathNode | null>(),
    icons: new Map<string, IconShape | null>(),
  };
  for (const bytes of documents) {
    const packed = JSON.parse(inflateRawSync(bytes).toString()) as PackedPieces;
    for (const [syntax, lines] of packed.code)
      pieces.code.set(nameCode({ syntax, text: textOf(lines) }), lines);
    for (const [formula, isBlock, node] of packed.math) pieces.math.set(nameMath({ formula, isBlock }), node);
    for (const [name, shape] of packed.icons) pieces.icons.set(name, shape);
  }
  return pieces;
}

const textOf = (lines: readonly TokenLine[]): string =>
  lines.map((line) => line.map(([, text]) => text).join('')).join('\n');
