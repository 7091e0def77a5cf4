import {
  type IconShape,
  type MathNode,
  nameCode,
  nameMath,
  type Pieces,
  type TokenLine,
  type WantedPieces,
} from '../pieces.ts';
import { drawMath } from './draw-math.ts';
import { findIcon } from './find-icons.ts';
import { highlightCode, type TimeBudget } from './highlight-code.ts';
import { KnownLines } from './known-lines.ts';

/**
 * The maximum length of colored code in one document, in characters; its formulas; and the time for all of its pieces.
 */
const MAX_TOTAL_CODE = 500_000;
const MAX_TOTAL_FORMULAS = 2000;
const MAX_DRAWING_MS = 10_000;

/** Draws the pieces of one document. Those that are too large, or for which there is no time left, are missing. */
export async function drawPieces({ code, math, icons }: WantedPieces): Promise<Pieces> {
  const budget: TimeBudget = { leftMs: MAX_DRAWING_MS };
  const drawn = {
    code: new Map<string, TokenLine[]>(),
    math: new Map<string, MathNode | null>(),
    icons: new Map<string, IconShape | null>(),
  };
  const lines = new KnownLines();
  let left = MAX_TOTAL_CODE;
  for (const piece of code) {
    left -= piece.text.length;
    if (left < 0) break;
    const tokens = await highlightCode(piece, { budget, lines });
    if (tokens) drawn.code.set(nameCode(piece), tokens);
  }
  for (const piece of math.slice(0, MAX_TOTAL_FORMULAS)) {
    if (budget.leftMs <= 0) break;
    const startedAt = performance.now();
    const node = await drawMath(piece);
    budget.leftMs -= performance.now() - startedAt;
    drawn.math.set(nameMath(piece), node ?? null);
  }
  for (const icon of icons) drawn.icons.set(icon, findIcon(icon) ?? null);
  return drawn;
}
