import type { DocumentFacts } from '@lectern/content/facts/document-facts';
import { documentIdOf } from '@lectern/content/references/document-id';
import type { FileEntry } from '@lectern/content/tree/entries';
import { type Hash, hashToBytes } from '@lectern/content/tree/hash';
import type { Context } from '../../platform/context.ts';
import { fileDownloadUrl } from '../files/file-url.ts';
import type { Page } from './content.schemas.ts';
import type { ContentStore, OpenRevision } from './content-store.ts';

/** Which parts of a revision a response shows. */
export interface ViewFlags {
  /** Whether Git facts are shown (`metadata`). */
  hasGit: boolean;
  /** Whether computed pages are replaced by the pages that they compute (`computed`). */
  isComputed: boolean;
}

/** A revision with everything that presenting it needs at hand. */
export interface RevisionView extends OpenRevision, ViewFlags {
  baseUrl: string;
  factsOf(hash: Hash): DocumentFacts;
  fileUrl(file: FileEntry): string;
  /** `owner`: the entry of the page or reusable content that shows the document. */
  documentId(owner: { id: string }, hash: Hash): string;
  /** The pages of a computed entry; absent where nothing computes them. */
  computedPages?(entryId: string): Page[];
}

const NO_FACTS: DocumentFacts = {};

/** `hashes`: the documents whose facts will be asked for. */
export async function viewRevision(
  { config, keyRing }: Pick<Context, 'config' | 'keyRing'>,
  store: ContentStore,
  open: OpenRevision,
  flags: ViewFlags,
  hashes: Hash[],
): Promise<RevisionView> {
  const { spaceId, fileEpoch, organizationId } = open.space;
  const fileKey = keyRing.keys('files')[0] as Buffer;
  const documentKey = keyRing.keys('documents')[0] as Buffer;
  const factsOf = await store.facts.load(organizationId, 'facts', hashes);
  return {
    ...open,
    ...flags,
    baseUrl: config.baseUrl,
    factsOf: (hash) => factsOf(hash) ?? NO_FACTS,
    fileUrl: (file) =>
      fileDownloadUrl({
        sitesUrl: config.sitesUrl,
        key: fileKey,
        spaceId,
        fileId: file.id,
        fileEpoch,
        blobHash: hashToBytes(file.blob),
        name: file.name,
      }),
    documentId: (owner, hash) => documentIdOf(documentKey, spaceId, owner, hash),
  };
}

/** The documents of these pages and of all pages below them. */
export function documentsOf(pages: Iterable<{ entry: { type: string; document?: Hash } }>): Hash[] {
  const hashes: Hash[] = [];
  for (const { entry } of pages) if (entry.document !== undefined) hashes.push(entry.document);
  return hashes;
}
