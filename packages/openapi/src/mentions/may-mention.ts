import type { ChangedNames } from './changed-names.ts';

const PIECE = /[\p{L}\p{N}$_]+/gu;

/**
 * Tells which sources are worth reading: without an operation, a schema or a server of the changes, nothing on a page
 * counts. It looks at the source as it is written, and so lets some pass that name nothing.
 */
export function createMayMention({
  operations,
  schemas,
  servers,
}: ChangedNames): (source: string) => boolean {
  const wanted = new Set<string>();
  const add = (name: string): void => {
    // Names that have no letters, such as the path `/`, are in every text.
    wanted.add(longestPiece(name.replaceAll(/\{[^{}]*\}/g, ' ')) ?? '');
  };
  for (const { path, ids } of operations) for (const name of [path, ...ids]) add(name);
  for (const { name } of [...schemas, ...servers]) add(name);
  if (wanted.has('')) return () => true;
  return (source) => {
    const text = source.includes('\\') ? source.replaceAll('\\', '') : source;
    for (const [piece] of text.matchAll(PIECE)) if (wanted.has(piece)) return true;
    return false;
  };
}

function longestPiece(name: string): string | undefined {
  let longest: string | undefined;
  for (const [piece] of name.matchAll(PIECE)) if (piece.length > (longest?.length ?? 0)) longest = piece;
  return longest;
}
