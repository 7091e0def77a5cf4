import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isNothing } from './list-pieces.ts';
import {
  type IconShape,
  type MathNode,
  NO_PIECES,
  nameCode,
  nameMath,
  type Pieces,
  type TokenLine,
  type WantedPieces,
} from './pieces.ts';

type Drawn = readonly TokenLine[] | MathNode | IconShape | null;

/** The maximum size of the pieces in memory, in about as many bytes. */
const MAX_KEPT = 16_000_000;

/**
 * The pieces that this thread has drawn or received, by their kind and name. A piece looks the same everywhere: after
 * an edit of a page, or on another page, it is not drawn again.
 */
const kept = new LRUCache<string, { drawn: Drawn }>({
  maxSize: MAX_KEPT,
  sizeCalculation: ({ drawn }) => 100 + sizeOf(drawn),
});

/**
 * Draws the pieces that are not in memory with `draw`. Pieces that are still missing then are tried again the next
 * time.
 */
export async function drawOnce(
  wanted: WantedPieces,
  draw: (wanted: WantedPieces) => Promise<Pieces>,
): Promise<Pieces> {
  if (isNothing(wanted)) return NO_PIECES;
  const code = createPart<readonly TokenLine[]>('code');
  const math = createPart<MathNode | null>('math');
  const icons = createPart<IconShape | null>('icon');
  const missing: WantedPieces = {
    code: wanted.code.filter((piece) => !code.find(nameCode(piece))),
    math: wanted.math.filter((piece) => !math.find(nameMath(piece))),
    icons: wanted.icons.filter((icon) => !icons.find(icon)),
  };
  if (!isNothing(missing)) {
    const drawn = await draw(missing);
    for (const [name, lines] of drawn.code) code.keep(name, lines);
    for (const [name, node] of drawn.math) math.keep(name, node);
    for (const [name, shape] of drawn.icons) icons.keep(name, shape);
  }
  return { code: code.found, math: math.found, icons: icons.found };
}

/** Takes the stored pieces, and has only the rest drawn. */
export async function drawRest(
  wanted: WantedPieces,
  stored: Pieces,
  draw: (wanted: WantedPieces) => Promise<Pieces>,
): Promise<Pieces> {
  const missing: WantedPieces = {
    code: wanted.code.filter((piece) => !stored.code.has(nameCode(piece))),
    math: wanted.math.filter((piece) => !stored.math.has(nameMath(piece))),
    icons: wanted.icons.filter((icon) => !stored.icons.has(icon)),
  };
  if (isNothing(missing)) return stored;
  const drawn = await draw(missing);
  return {
    code: new Map([...stored.code, ...drawn.code]),
    math: new Map([...stored.math, ...drawn.math]),
    icons: new Map([...stored.icons, ...drawn.icons]),
  };
}

/** Collects the wanted pieces of one kind. */
function createPart<Piece extends Drawn>(kind: string) {
  const found = new Map<string, Piece>();
  const keyOf = (name: string): string => createHash('sha256').update(`${kind}\n${name}`).digest('base64url');
  return {
    found: found as ReadonlyMap<string, Piece>,
    find(name: string): boolean {
      const known = kept.get(keyOf(name));
      if (known) found.set(name, known.drawn as Piece);
      return known !== undefined;
    },
    keep(name: string, drawn: Piece): void {
      found.set(name, drawn);
      kept.set(keyOf(name), { drawn });
    },
  };
}

function sizeOf(drawn: Drawn): number {
  if (drawn === null) return 0;
  if (typeof drawn === 'string') return drawn.length;
  if ('path' in drawn) return drawn.path.length;
  if ('children' in drawn)
    return drawn.children.reduce((sum, child) => sum + sizeOf(child), 100 + drawn.name.length);
  let size = 0;
  for (const line of drawn) for (const [, text] of line) size += 50 + text.length;
  return size;
}
