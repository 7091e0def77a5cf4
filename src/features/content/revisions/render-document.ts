import type { JSONDocument } from '../documents/document.ts';
import { replaceTargets } from '../documents/edit-markdown.ts';
import { parseMarkdown } from '../documents/parse-markdown.ts';
import { resolveReferences } from '../documents/resolve-references.ts';
import { decodeSource } from '../facts/document-facts.ts';
import { resolveTarget } from '../references/resolve-target.ts';
import { stableTarget } from '../references/stable-targets.ts';
import type { Snapshot } from '../tree/snapshot.ts';

/** The blocks of a source, with its references resolved in a revision from the place of the source. */
export function renderDocument(snapshot: Snapshot, path: string | undefined, source: Buffer): JSONDocument {
  const { document } = parseMarkdown(decodeSource(source).text);
  return resolveReferences(document, (raw) => resolveTarget(snapshot, path, raw));
}

/** The whole source as text; `stable`: with references by id in place of paths. */
export function renderMarkdown(
  snapshot: Snapshot,
  path: string | undefined,
  source: Buffer,
  references: 'relative' | 'stable',
): string {
  const { text } = decodeSource(source);
  if (references === 'relative') return text;
  return replaceTargets(text, ({ raw }) => stableTarget(resolveTarget(snapshot, path, raw)));
}

/** The blocks of a page without a source. */
export const emptyDocument = (): JSONDocument => ({ object: 'document', data: {}, nodes: [] });
