import type { TargetKind } from '../documents/document.ts';
import type { ParsedDocument } from '../documents/parse-markdown.ts';
import { listReferences } from '../documents/resolve-references.ts';
import type { DocumentFacts } from './document-facts.ts';

/** One place in which a document refers to something. */
export interface DocumentReference {
  kind: TargetKind;
  /** The target as it is written, decoded. */
  raw: string;
}

export interface DocumentReferences {
  references: DocumentReference[];
  /** The anchors that the document itself offers, in its order. */
  anchors: string[];
}

/** What a document refers to, and the anchors that can be referred to in it. */
export function readReferences({ document }: ParsedDocument, _facts: DocumentFacts): DocumentReferences {
  return {
    references: listReferences(document).map(({ kind, raw }) => ({ kind, raw })),
    anchors: document.nodes.flatMap(({ meta }) => (meta ? [meta.id] : [])),
  };
}
