import { decodeSource } from '@lectern/content/facts/document-facts';
import type { JSONDocument } from '@lectern/markdown/document';
import { documentAsWritten } from '@lectern/markdown/parse-markdown';
import { createKnownReferences, type KnownReferences, type References } from '@lectern/render/references';
import { renderDocument } from '@lectern/render/render-document';
import { defineThreadTask } from '../../../../platform/threads/thread-task.ts';
import { type ResolvedSource, resolveParsed } from '../../revisions/render-tasks.ts';
import { type BlockSide, type ComparedBlock, compareBlocks } from './compare-blocks.ts';

/** A version of a document whose references are resolved. */
export interface DocumentVersion {
  document: JSONDocument;
  references: References;
}

type ShownSide = BlockSide & { html?: string };
export type ShownBlock = Omit<ComparedBlock, 'before' | 'after'> & {
  before?: ShownSide;
  after?: ShownSide;
};

/** Compares two versions; `hasHtml`: with the HTML of each block, once of those that are equal. */
export function compareDocuments(
  before: DocumentVersion,
  after: DocumentVersion,
  { hasHtml }: { hasHtml: boolean },
): ShownBlock[] {
  const blocks = compareBlocks(before.document.nodes, after.document.nodes);
  if (!hasHtml) return blocks;
  return blocks.map((block) => {
    const isSame = block.type === 'equal' || block.type === 'moved';
    return {
      ...block,
      ...(block.before && !isSame ? { before: withHtml(block.before, before) } : {}),
      ...(block.after ? { after: withHtml(block.after, after) } : {}),
    };
  });
}

function withHtml(side: BlockSide, { document, references }: DocumentVersion): ShownSide {
  const nodes = document.nodes.slice(side.index, side.index + 1);
  return { ...side, html: String(renderDocument({ nodes }, { references }).html) };
}

/** A version as plain data for a thread. */
export interface VersionInput {
  source: ResolvedSource;
  /** Whether the document exceeds the limits of the parser, so that it is compared as written. */
  isUnreadable: boolean;
  known: KnownReferences;
}

interface CompareInput {
  /** Undefined: a page without a document. */
  before: VersionInput | undefined;
  after: VersionInput | undefined;
  hasHtml: boolean;
}

/** The blocks of two versions of a document, aligned, as JSON. */
export const compareDocumentsTask = defineThreadTask(
  'compare-documents',
  ({ before, after, hasHtml }: CompareInput): Uint8Array =>
    Buffer.from(JSON.stringify(compareDocuments(openVersion(before), openVersion(after), { hasHtml }))),
);

const NOTHING: JSONDocument = { object: 'document', data: {}, nodes: [] };

function openVersion(version: VersionInput | undefined): DocumentVersion {
  const references = createKnownReferences(
    version?.known ?? { destinations: new Map(), pictures: new Map() },
  );
  if (!version) return { document: NOTHING, references };
  const { source, isUnreadable } = version;
  return {
    document: isUnreadable ? documentAsWritten(decodeSource(source.source).text) : resolveParsed(source),
    references,
  };
}
