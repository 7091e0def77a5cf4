import type { JSONDocument } from '@lectern/markdown/document';
import { createKnownReferences, type KnownReferences, type References } from '@lectern/render/references';
import { renderDocument } from '@lectern/render/render-document';
import { listParts } from '@lectern/render/spec-parts';
import { defineThreadTask } from '../../../../platform/threads/thread-task.ts';
import {
  blocksOf,
  type DocumentSource,
  openSource,
  type PlainSource,
} from '../../revisions/document-tasks.ts';
import { includesContent, keysIn } from './blocks-in.ts';
import { type BlockSide, type ComparedBlock, compareBlocks } from './compare-blocks.ts';
import { type ChangedSetting, listSettings } from './list-settings.ts';

/** A version of a document, and the addresses of its targets. */
export interface DocumentVersion {
  source: DocumentSource;
  references: References;
}

type ShownSide = BlockSide & {
  html?: string;
  /** The keys of the blocks within it. */
  keys?: string[];
};
export type ShownBlock = Omit<ComparedBlock, 'before' | 'after'> & {
  before?: ShownSide;
  after?: ShownSide;
  /** For a changed block. */
  settings?: ChangedSetting[];
  /** Whether the block shows reusable contents or specs, which change without it. */
  isOpen?: boolean;
};

export interface CompareOptions {
  /** Whether blocks have their HTML, once if they are equal. */
  hasHtml: boolean;
  /** Whether blocks have what marking changes in their HTML needs. */
  hasMarks: boolean;
}

/** Compares two versions. */
export function compareDocuments(
  before: DocumentVersion,
  after: DocumentVersion,
  { hasHtml, hasMarks }: CompareOptions,
): ShownBlock[] {
  const [old, current] = [before, after].map(({ source, references }) => ({
    document: blocksOf(source),
    references,
  })) as [RenderedVersion, RenderedVersion];
  const blocks = compareBlocks(old.document.nodes, current.document.nodes);
  if (hasMarks)
    return blocks.map((block) => {
      const [was, is] = [
        block.before && old.document.nodes[block.before.index],
        block.after && current.document.nodes[block.after.index],
      ];
      const settings = was && is && block.type === 'changed' ? listSettings(was, is) : [];
      const isOpen = is !== undefined && (includesContent(is) || listParts([is]).length > 0);
      const keys = is && (block.type !== 'equal' || isOpen) ? keysIn(is) : [];
      return {
        ...block,
        ...(block.after && keys.length > 0 ? { after: { ...block.after, keys } } : {}),
        ...(settings.length > 0 ? { settings } : {}),
        ...(isOpen ? { isOpen } : {}),
      };
    });
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
  options: CompareOptions;
}

const openVersion = ({ source, known }: PlainVersion): DocumentVersion => ({
  source: openSource(source),
  references: createKnownReferences(known),
});

/** The blocks of two versions of a document, aligned, as JSON. */
export const compareDocumentsTask = defineThreadTask(
  'compare-documents',
  ({ before, after, options }: CompareInput): Uint8Array =>
    Buffer.from(JSON.stringify(compareDocuments(openVersion(before), openVersion(after), options))),
);
