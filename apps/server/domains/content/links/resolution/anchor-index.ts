import type { DocumentReferences } from '@lectern/content/facts/references';

interface AnchorIndex {
  exact: ReadonlySet<string>;
  /** The first anchor by its folded text; built when an exact match fails. */
  folded?: Map<string, string>;
}

const indexes = new WeakMap<DocumentReferences, AnchorIndex>();

/** The anchor of a document that is meant: the same one, else the first that differs in case and punctuation only. */
export function findAnchor(document: DocumentReferences, wanted: string): string | undefined {
  const { anchors } = document;
  if (anchors.length === 0) return undefined;
  let index = indexes.get(document);
  if (!index) {
    index = { exact: new Set(anchors) };
    indexes.set(document, index);
  }
  if (index.exact.has(wanted)) return wanted;
  if (!index.folded) {
    index.folded = new Map();
    for (const anchor of anchors) {
      const key = foldAnchor(anchor);
      if (key !== '' && !index.folded.has(key)) index.folded.set(key, anchor);
    }
  }
  return index.folded.get(foldAnchor(wanted));
}

/**
 * Anchors were made by other rules before: digits and capitals were split off, dots dropped, blanks doubled, and what
 * begins with a digit had no prefix.
 */
const foldAnchor = (anchor: string): string =>
  anchor
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(/^id(?=\p{Nd})/u, '');
