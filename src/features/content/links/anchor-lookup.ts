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

/** The document of a page or reusable content, and the path that its relative targets count from. */
interface Source {
  path: string | undefined;
  part: DocumentReferences | undefined;
}

/** `sourceOf`: of every owner that is asked for and of what it includes. */
export function createAnchorLookup(
  snapshot: Snapshot,
  sourceOf: (ownerId: string) => Source | undefined,
): AnchorLookup {
  const shown = new Map<string, readonly DocumentReferences[]>();

  function documentsShownBy(ownerId: string): readonly DocumentReferences[] {
    const known = shown.get(ownerId);
    if (known) return known;
    const documents: DocumentReferences[] = [];
    shown.set(ownerId, documents);
    const seen = new Set([ownerId]);
    let level = [ownerId];
    for (let depth = 0; depth <= MAXIMUM_INCLUDE_DEPTH && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (const id of level) {
        const { part, path } = sourceOf(id) ?? {};
        if (!part) continue;
        documents.push(part);
        for (const reusableId of listIncludes(snapshot, path, part)) {
          if (seen.has(reusableId) || seen.size > MAXIMUM_INCLUDED) continue;
          seen.add(reusableId);
          next.push(reusableId);
        }
      }
      level = next;
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

/** The document that a page or reusable content shows. */
export function findDocumentOf(
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
  const included: string[] = [];
  for (const { kind, raw } of references) {
    if (kind !== 'include') continue;
    const target = resolveTarget(snapshot, path, raw);
    if (target?.kind === 'reusable-content') included.push(target.reusableContent);
  }
  return included;
}
