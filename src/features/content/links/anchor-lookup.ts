import type { DocumentReferences } from '../facts/references.ts';
import { resolveTarget } from '../references/resolve-target.ts';
import type { Hash } from '../tree/hash.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { findAnchor } from './anchor-index.ts';

/** As deep as reusable contents are shown in one another. */
export const MAXIMUM_INCLUDE_DEPTH = 5;
/** More included contents of one page than this are not looked through. */
const MAXIMUM_INCLUDED = 500;

/** Finds the anchors that a page or a reusable content offers, those of what it includes among them. */
export interface AnchorLookup {
  find(ownerId: string, wanted: string): string | undefined;
}

/** `partOf`: of every document that is asked for; undefined counts as a document without anchors. */
export function createAnchorLookup(
  snapshot: Snapshot,
  partOf: (hash: Hash) => DocumentReferences | undefined,
): AnchorLookup {
  const shown = new Map<string, DocumentReferences[]>();

  function documentsShownBy(ownerId: string): DocumentReferences[] {
    let documents = shown.get(ownerId);
    if (!documents) {
      documents = [];
      const seen = new Set([ownerId]);
      let level = [ownerId];
      for (let depth = 0; depth <= MAXIMUM_INCLUDE_DEPTH && level.length > 0; depth += 1) {
        const next: string[] = [];
        for (const id of level) {
          const source = findSourceOf(snapshot, id);
          const document = source && partOf(source.hash);
          if (!document) continue;
          documents.push(document);
          for (const reusableId of listIncludes(snapshot, source.path, document)) {
            if (seen.has(reusableId) || seen.size > MAXIMUM_INCLUDED) continue;
            seen.add(reusableId);
            next.push(reusableId);
          }
        }
        level = next;
      }
      shown.set(ownerId, documents);
    }
    return documents;
  }

  return {
    find(ownerId, wanted) {
      for (const document of documentsShownBy(ownerId)) {
        const found = findAnchor(document, wanted);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** The document of a page or reusable content, and the path that its relative targets count from. */
export function findSourceOf(
  snapshot: Snapshot,
  ownerId: string,
): { hash: Hash; path: string | undefined } | undefined {
  const page = snapshot.pages.find(ownerId)?.entry;
  if (page)
    return page.type === 'document' && page.document !== undefined
      ? { hash: page.document, path: page.git?.path }
      : undefined;
  const content = snapshot.findReusable(ownerId);
  return content && { hash: content.document, path: content.git?.path };
}

/** The reusable contents that a document includes. */
export function listIncludes(
  snapshot: Snapshot,
  path: string | undefined,
  { references }: DocumentReferences,
): string[] {
  return references.flatMap(({ kind, raw }) => {
    const target = kind === 'include' ? resolveTarget(snapshot, path, raw) : undefined;
    return target?.kind === 'reusable-content' ? [target.reusableContent] : [];
  });
}
