import type { JSONDocument } from '@lectern/markdown/document';
import { createKnownReferences, type KnownReferences, type References } from '@lectern/render/references';
import { renderDocument } from '@lectern/render/render-document';
import { defineThreadTask } from '../../../../platform/threads/thread-task.ts';
import {
  blocksOf,
  type DocumentSource,
  openSource,
  type PlainSource,
} from '../../revisions/document-tasks.ts';
import { type BlockSide, type ComparedBlock, compareBlocks } from './compare-blocks.ts';

/** A version of a document, and the addresses of its targets. */
export interface DocumentVersion {
  source: DocumentSource;
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
  const [old, current] = [before, after].map(({ source, references }) => ({
    document: blocksOf(source),
    references,
  })) as [RenderedVersion, RenderedVersion];
  const blocks = compareBlocks(old.document.nodes, current.document.nodes);
  if (!hasHtml) return blocks;
  return blocks.map((block) => {
    const isSame = block.type === 'equal' || block.type === 'moved';
    return {
      ...block,
      ...(block.before && !isSame ? { before: withHtml(block.before, old) } : {}),
      ...(block.after ? { after: withHtml(block.after, current) } : {}),
    };
  });
}

interface RenderedVersion {
  document: JSONDocument;
  references: References;
}

function withHtml(side: BlockSide, { document, references }: RenderedVersion): ShownSide {
  const nodes = document.nodes.slice(side.index, side.index + 1);
  return { ...side, html: String(renderDocument({ nodes }, { references }).html) };
}

/** A version as plain data for a thread. */
export interface PlainVersion {
  source: PlainSource;
  known: KnownReferences;
}

interface CompareInput {
  before: PlainVersion;
  after: PlainVersion;
  hasHtml: boolean;
}

const openVersion = ({ source, known }: PlainVersion): DocumentVersion => ({
  source: openSource(source),
  references: createKnownReferences(known),
});

/** The blocks of two versions of a document, aligned, as JSON. */
export const compareDocumentsTask = defineThreadTask(
  'compare-documents',
  ({ before, after, hasHtml }: CompareInput): Uint8Array =>
    Buffer.from(JSON.stringify(compareDocuments(openVersion(before), openVersion(after), { hasHtml }))),
);
