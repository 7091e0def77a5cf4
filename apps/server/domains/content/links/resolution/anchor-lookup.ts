import type { DocumentReferences } from '@lectern/content/facts/references';
import { resolveTarget } from '@lectern/content/references/resolve-target';
import type { Hash } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { findAnchor } from './anchor-index.ts';

/** The depth to which nested reusable contents are shown. */
export const MAX_INCLUDE_DEPTH = 5;
/** If one page and its includes contain more includes than this, the rest are not followed. */
const MAX_INCLUDES = 1000;

/** Finds the anchors of a page or a reusable content, including those of its includes. */
export interface AnchorLookup {
  find(ownerId: string, wanted: string): string | undefined;
}

/** The document of a page or reusable content, and the path that its relative targets count from. */
interface Source {
  path: string | undefined;
  part: DocumentReferences | undefined;
}

/** `sourceOf`: returns the source of every requested owner and of its includes. */
export function createAnchorLookup(
  snapshot: Snapshot,
  sourceOf: (ownerId: string) => Source | undefined,
): AnchorLookup {
  const shown = new Map<string, readonly DocumentReferences[]>();
  const includes = new Map<string, readonly string[]>();

  function includesOf(ownerId: string, { path, part }: Source): readonly string[] {
    let known = includes.get(ownerId);
    if (!known) {
      known = part ? listIncludes(snapshot, path, part) : [];
      includes.set(ownerId, known);
    }
    return known;
  }

  function documentsShownBy(ownerId: string): readonly DocumentReferences[] {
    const known = shown.get(ownerId);
    if (known) return known;
    const documents: DocumentReferences[] = [];
    shown.set(ownerId, documents);
    const seen = new Set([ownerId]);
    let followed = 0;
    let level = [ownerId];
    for (let depth = 0; depth <= MAX_INCLUDE_DEPTH && level.length > 0; depth += 1) {
      const next: string[] = [];
      for (const id of level) {
        const source = sourceOf(id);
        if (!source?.part) continue;
        documents.push(source.part);
        for (const reusableId of includesOf(id, source)) {
          if (followed === MAX_INCLUDES) break;
          followed += 1;
          if (seen.has(reusableId)) continue;
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

/** The reusable contents that a document includes; of very many the first. */
export function listIncludes(
  snapshot: Snapshot,
  path: string | undefined,
  { references }: DocumentReferences,
): string[] {
  const included: string[] = [];
  for (const { kind, raw } of references) {
    if (kind !== 'include') continue;
    if (included.length === MAX_INCLUDES) break;
    const target = resolveTarget(snapshot, path, raw);
    if (target?.kind === 'reusable-content') included.push(target.reusableContent);
  }
  return included;
}
