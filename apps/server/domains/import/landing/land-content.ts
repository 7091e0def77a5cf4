import type { Hash } from '@lectern/content/tree/hash';
import type { ImportedContent, ImportedDocument } from '@lectern/import/imported-content';
import { insertDocuments } from '../../../content/facts/facts.repository.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { commitDraft, type EditedLine } from '../../content/editing/commit-draft.ts';
import { ContentDraft } from '../../content/editing/content-draft.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { nameDraft } from '../../content/editing/write-draft.ts';
import { checkContent, documentsOf, pagesOf } from './check-content.ts';
import type { ImportSource } from './import-source.ts';
import { insertPages, requireParent } from './insert-pages.ts';
import { coverOf, listFiles } from './list-files.ts';
import { type ListedText, listTargets } from './list-targets.ts';
import { createNameIndex } from './name-index.ts';
import { assignIds, createTargetResolver, type TargetResolver } from './resolve-targets.ts';
import { storeFiles } from './store-files.ts';
import { type DocumentToWrite, writeDocuments } from './write-documents.ts';

export interface ImportCounts {
  pages: number;
  groups: number;
  links: number;
  /** Files of the source; equal ones are one file of the space. */
  files: number;
  reusableContents: number;
}

export interface LandedImport {
  revisionId: string;
  counts: ImportCounts;
  /** The top-level pages of the imported content. */
  pageIds: string[];
  /** The number of resources that were found, including those that could not be imported. */
  total: number;
}

interface LandingProgress {
  stage: 'reading' | 'files' | 'writing' | 'committing';
  done?: number;
  total?: number;
}

export interface Landing extends EditedLine {
  authorId: string;
  /** The page below which the pages are put; undefined: at the end of the top. */
  pageId: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: LandingProgress) => void;
  /** Runs in the transaction that commits the revision. */
  onCommit: (unit: UnitOfWork, landed: LandedImport) => Promise<void>;
}

/** Makes imported content part of a line of revisions: one revision, or none. */
export async function landContent(
  parts: EditingParts,
  source: ImportSource,
  landing: Landing,
): Promise<LandedImport> {
  const { context, store } = parts;
  const { space, signal, onProgress } = landing;
  const { organizationId } = space;
  const content = checkContent(source.content);
  const open = await store.open(space, await landing.findHead());
  const draft = new ContentDraft(store, open);
  if (landing.pageId !== undefined) requireParent(draft, landing.pageId);

  const texts = await listTargets(context.threads, content, {
    signal,
    onListed: (done, total) => onProgress({ stage: 'reading', done, total }),
  });
  const names = createNameIndex(content, source.hasFile);
  const wanted = listFiles(content, texts, names);
  const files = await storeFiles(context, { organizationId, snapshot: open.snapshot }, wanted, {
    read: readerOf(source),
    signal,
    onStored: (done) => onProgress({ stage: 'files', done, total: wanted.length }),
  });
  const ids = { ...assignIds(content), files: files.ids };
  const settler = createTargetResolver(names, ids);
  const documents = await writeDocuments(context.threads, toDocuments(content, texts, settler), {
    problems: content.problems,
    signal,
    store: (stored) =>
      context.db.transaction().execute((trx) => insertDocuments(trx, organizationId, stored)),
    onWritten: (done) => onProgress({ stage: 'writing', done, total: texts.length }),
  });

  const now = context.clock();
  for (const file of files.added) draft.setFile(file.id, file);
  for (const { path, title } of content.reusables) {
    const id = ids.reusables.get(path) as string;
    draft.setReusable(id, { id, title, document: documents.get(keyOf('reusable', path)) as Hash });
  }
  const pageDocuments = new Map(
    documentsOf(content.pages).map(({ path }) => [path, documents.get(keyOf('page', path)) as Hash]),
  );
  await insertPages(draft, content, {
    ids,
    documents: pageDocuments,
    settler,
    parentId: landing.pageId,
    now,
  });
  signal.throwIfAborted();
  onProgress({ stage: 'committing' });
  const landed = {
    counts: { ...countPages(content), files: files.ids.size },
    pageIds: content.pages.map(({ path }) => ids.pages.get(path) as string),
    total: ids.pages.size + ids.reusables.size + wanted.length,
  };
  const revisionId = await commitDraft(parts, {
    ...landing,
    base: open,
    written: nameDraft(draft),
    blobs: files.blobs,
    now,
    onCommit: (unit, id) => landing.onCommit(unit, { ...landed, revisionId: id }),
  });
  return { ...landed, revisionId };
}

function readerOf({ content, readFile }: ImportSource): ImportSource['readFile'] {
  const own = new Map(content.files.flatMap(({ path, bytes }) => (bytes ? [[path, bytes] as const] : [])));
  return async (path, from) => {
    const bytes = own.get(path);
    return bytes ? Buffer.from(bytes) : readFile(path, from);
  };
}

/** A page and a reusable content may have one path. */
const keyOf = (kind: ListedText['kind'], path: string): string => `${kind}:${path}`;

export function* toDocuments(
  content: ImportedContent,
  texts: readonly ListedText[],
  settler: TargetResolver,
): Generator<DocumentToWrite> {
  const pages = new Map(documentsOf(content.pages).map((page) => [page.path, page]));
  for (const text of texts) {
    const { kind, path, title, markdown } = text;
    const page = kind === 'page' ? pages.get(path) : undefined;
    yield {
      path,
      key: keyOf(kind, path),
      markdown,
      title,
      targets: settler.settleAll(text, content.problems),
      frontMatter: page ? frontMatterOf(page, settler) : [['title', title]],
    };
  }
}

function frontMatterOf(page: ImportedDocument, settler: TargetResolver): [string, unknown][] {
  const keys: [string, unknown][] = [];
  if (page.description) keys.push(['description', page.description]);
  if (page.icon) keys.push(['icon', page.icon]);
  if (page.isHidden) keys.push(['hidden', true]);
  if (page.tags && page.tags.length > 0) keys.push(['tags', [...page.tags]]);
  const cover = coverOf(page);
  if (cover) keys.push(['cover', settler.settle(cover, page.path) ?? page.cover]);
  return keys;
}

export function countPages(content: ImportedContent): Omit<ImportCounts, 'files'> {
  const counts = { document: 0, group: 0, link: 0 };
  for (const { kind } of pagesOf(content.pages)) counts[kind] += 1;
  return {
    pages: counts.document,
    groups: counts.group,
    links: counts.link,
    reusableContents: content.reusables.length,
  };
}
