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
import { canHighlight, highlightCode, type TimeBudget } from './highlight-code.ts';

/** How much code of one document gets colors, in characters, and how long all of its pieces may take. */
const MAX_TOTAL_CODE = 500_000;
const MAX_TOTAL_FORMULAS = 2000;
const MAX_DRAWING_MS = 10_000;

/** Draws the pieces of one document. Those that are too large or wrong are missing. */
export async function drawPieces({ code, math, icons }: WantedPieces): Promise<Pieces> {
  const budget: TimeBudget = { leftMs: MAX_DRAWING_MS };
  const drawn = {
    code: new Map<string, TokenLine[]>(),
    math: new Map<string, MathNode>(),
    icons: new Map<string, IconShape>(),
  };
  let left = MAX_TOTAL_CODE;
  for (const piece of code) {
    if (!canHighlight(piece)) continue;
    left -= piece.text.length;
    if (left < 0) break;
    const lines = await highlightCode(piece, budget);
    if (lines) drawn.code.set(nameCode(piece), lines);
  }
  for (const piece of math.slice(0, MAX_TOTAL_FORMULAS)) {
    if (budget.leftMs <= 0) break;
    const startedAt = performance.now();
    const node = await drawMath(piece);
    budget.leftMs -= performance.now() - startedAt;
    if (node !== undefined) drawn.math.set(nameMath(piece), node);
  }
  for (const icon of icons) {
    const shape = findIcon(icon);
    if (shape) drawn.icons.set(icon, shape);
  }
  return drawn;
}
