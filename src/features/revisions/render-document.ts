import type { JSONDocument } from '../../content/documents/document.ts';
import { replaceTargets } from '../../content/documents/edit-markdown.ts';
import { parseMarkdown } from '../../content/documents/parse-markdown.ts';
import { resolveReferences } from '../../content/documents/resolve-references.ts';
import { decodeSource } from '../../content/facts/document-facts.ts';
import { resolveTarget } from '../../content/references/resolve-target.ts';
import { stableTarget } from '../../content/references/stable-targets.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';

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
