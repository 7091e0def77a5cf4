import { alignSequences } from '@lectern/content/merge/align-sequences';
import { attributeOf, descendantsOf, elementsOf, type HtmlElement, lineOf } from '@lectern/html/html-tree';
import { pairSimilar } from '../pair-similar.ts';

/** The columns of a table in two versions. */
export interface PairedColumns {
  /** The number of old columns. */
  count: number;
  /** For each new column the old one, or -1. */
  pairs: readonly number[];
}

export const NO_COLUMNS: PairedColumns = { count: 0, pairs: [] };

/** Finds the columns of a table that were added or removed. Those of a table with merged cells are not known. */
export function pairColumns(before: HtmlElement, after: HtmlElement): PairedColumns {
  const [old, current] = [readColumns(before), readColumns(after)];
  if (old.length === current.length) return NO_COLUMNS;
  const pairs = [...alignSequences(old, current)];
  let [left, right] = [0, 0];
  const close = (leftEnd: number, rightEnd: number): void => {
    const toCandidates = (texts: readonly string[]) => texts.map((text) => ({ kind: 'column', text }));
    const similar = pairSimilar(
      toCandidates(old.slice(left, leftEnd)),
      toCandidates(current.slice(right, rightEnd)),
    );
    for (const [leftAt, rightAt] of similar) pairs[right + rightAt] = left + leftAt;
  };
  for (const [index, pair] of [...pairs].entries()) {
    if (pair < 0) continue;
    close(pair, index);
    [left, right] = [pair + 1, index + 1];
  }
  close(old.length, current.length);
  return { count: old.length, pairs };
}

/** The texts of the columns. */
function readColumns(table: HtmlElement): string[] {
  const columns: string[][] = [];
  for (const row of descendantsOf(table)) {
    if (row.tagName !== 'tr') continue;
    for (const [at, cell] of elementsOf(row).entries()) {
      if (attributeOf(cell, 'colspan') ?? attributeOf(cell, 'rowspan')) return [];
      columns[at] ??= [];
      columns[at].push(lineOf(cell));
    }
  }
  return columns.map((cells) => cells.join('\n'));
}
