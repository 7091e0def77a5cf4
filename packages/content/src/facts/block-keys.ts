import { parseAgain } from '@lectern/markdown/parse-again';
import { findDisplaced } from '../tree/find-moved-pages.ts';

/** The keys of the outermost blocks of a source, in their order. */
export const listBlockKeys = (source: string): string[] =>
  parseAgain(source).document.nodes.map(({ key }) => key as string);

export interface ChangedBlocks {
  /** The keys of blocks that the later document has instead of others, in addition, or at another place. */
  present: string[];
  /** The keys of blocks that the later document does not have. */
  removed: string[];
}

/** Compares the outermost blocks of two documents. The key of a block changes with its text. */
export function compareBlockKeys(before: readonly string[], after: readonly string[]): ChangedBlocks {
  const places = new Map(after.map((key, place) => [key, place]));
  const kept = before.flatMap((id) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  const unmoved = new Set(kept.map(({ id }) => id));
  for (const { id } of findDisplaced(kept)) unmoved.delete(id);
  return {
    present: after.filter((key) => !unmoved.has(key)),
    removed: before.filter((key) => !places.has(key)),
  };
}
