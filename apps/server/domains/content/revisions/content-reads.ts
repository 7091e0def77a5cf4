import { createHash } from 'node:crypto';
import { openDocumentId } from '@lectern/content/references/document-id';
import { findPageByPath } from '@lectern/content/references/find-page-by-path';
import type { FileEntry, PageNode, ReusableEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { JSONDocument } from '@lectern/markdown/document';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { createObjectAddresses, createReferences } from '@lectern/render/references';
import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type {
  FileSchema,
  Page,
  PageMetaLinksSchema,
  ReusableContentSchema,
  RevisionSchema,
} from '../../../content/revisions/content.schemas.ts';
import {
  documentNotFound,
  fileNotFound,
  pageNotFound,
  reusableContentNotFound,
} from '../../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import {
  type PageContent,
  presentMetaLinks,
  presentPage,
  presentPagesInTurns,
} from '../../../content/revisions/page.present.ts';
import {
  presentFile,
  presentReusable,
  presentRevision,
} from '../../../content/revisions/revision.present.ts';
import {
  documentsOf,
  type RevisionView,
  type ViewFlags,
  viewRevision,
} from '../../../content/revisions/revision-view.ts';
import { isFileSeen, isPageSeen, isReusableSeen } from '../../../content/revisions/sight.ts';
import { writeJson } from '../../../content/revisions/write-json.ts';
import type { Context } from '../../../platform/context.ts';
import { JsonAnswer } from '../../../platform/http/make-once.ts';
import { createPause } from '../../../platform/threads/pause.ts';
import { presentPlacedPage } from '../../specs/pages/computed-content.present.ts';
import { withKeys } from '../../specs/pages/computed-content.service.ts';
import {
  type ComputedTree,
  NO_COMPUTED_PAGES,
  type PlacedPage,
  type ReadComputedTree,
} from '../../specs/pages/computed-tree.ts';
import {
  createDocumentReads,
  type DocumentOptions,
  isJson,
  type MarkdownOptions,
  parseJson,
} from './document-reads.ts';
import { emptyDocument } from './render-document.ts';
import type { DocumentJson } from './render-tasks.ts';

export interface PageOptions extends MarkdownOptions {
  format: 'document' | 'markdown';
}

/** The parameter is typed, so that the response matches the schema of the route. */
const toAnswer = async (shown: Static<typeof RevisionSchema> | { pages: Page[] }): Promise<JsonAnswer> =>
  new JsonAnswer(Buffer.from(await writeJson(shown)));

type DocumentEntry = Extract<PageNode['entry'], { type: 'document' }>;

type Reads = Pick<Context, 'config' | 'keyRing' | 'threads'>;

/** Reads revisions for the API. Every function returns the response body. */
export function createContentReads(
  context: Reads,
  store: ContentStore,
  readComputed: ReadComputedTree = async () => NO_COMPUTED_PAGES,
) {
  const viewPages = (
    open: OpenRevision,
    flags: ViewFlags,
    pages: Iterable<PageNode>,
  ): Promise<RevisionView> => viewRevision(context, store, open, flags, documentsOf(pages));
  const viewNothing = (open: OpenRevision, flags: ViewFlags): Promise<RevisionView> =>
    viewRevision(context, store, open, flags, []);

  const { readDocument, readMarkdown, readPublishedMarkdown, readHtml } = createDocumentReads(context, store);

  /** A view of all pages, with those that are computed. */
  async function viewTree(open: OpenRevision, flags: ViewFlags): Promise<RevisionView> {
    const view = await viewPages(open, flags, open.snapshot.pages.pages());
    if (!flags.isComputed) return view;
    const computed = await readComputed(open);
    const present = (placed: PlacedPage): Page => presentPlacedPage(placed, view);
    return { ...view, computedPages: (entryId) => computed.ofEntry(entryId).map(present) };
  }

  /** A computed page whose entry the reader sees. */
  async function findComputed(
    open: OpenRevision,
    find: (tree: ComputedTree) => PlacedPage | undefined,
  ): Promise<PlacedPage | undefined> {
    const placed = find(await readComputed(open));
    return placed && isPageSeen(open, placed.entry.id) ? placed : undefined;
  }

  async function showComputed(
    open: OpenRevision,
    placed: PlacedPage,
    { format }: PageOptions,
  ): Promise<Page> {
    const { parts, title } = placed.page;
    const addresses = { space: open.space, baseUrl: context.config.baseUrl };
    if (!parts) return presentPlacedPage(placed, addresses);
    if (format === 'document')
      return presentPlacedPage(placed, addresses, { document: documentOfComputed(placed) });
    const { blocks } = parts;
    const view = await viewNothing(open, { hasGit: true, isComputed: false });
    const references = createReferences(
      view,
      createObjectAddresses(context.config.baseUrl),
      open.revision.revisionId,
    );
    const shown = { hash: undefined, blocks, path: undefined, outcomes: undefined, title };
    const markdown = await readPublishedMarkdown(open, shown, references);
    return presentPlacedPage(placed, addresses, { markdown });
  }

  /** A page reads its own facts and those of the pages below it. */
  async function showPage(
    open: OpenRevision,
    page: PageNode,
    flags: ViewFlags,
    options: PageOptions,
  ): Promise<Page | JsonAnswer> {
    const { entry } = page;
    // Reading the source brings the facts of the page into memory: without pages below it, one statement is enough.
    const content = entry.type === 'document' ? await readContent(open, entry, options) : {};
    const view = await viewPages(open, flags, [page, ...below(page)]);
    const present = (shownContent: PageContent): Page => {
      const shown = presentPage(view, page, shownContent);
      if (!shown) throw pageNotFound();
      return shown;
    };
    return 'bytes' in content
      ? insertJson(content, (marker) => present({ document: marker }))
      : present(content);
  }

  /** Returns the parts of the page in the requested format; blocks that are JSON already are returned as they are. */
  async function readContent(
    open: OpenRevision,
    { document: hash, git }: Pick<DocumentEntry, 'document' | 'git'>,
    options: PageOptions,
  ): Promise<PageContent | DocumentJson> {
    if (options.format === 'document') {
      const document = await readDocument(open, hash, git?.path, options);
      return isJson(document) ? document : { document };
    }
    return { markdown: hash === undefined ? '' : await readMarkdown(open, hash, git?.path, options) };
  }

  function findDocument(open: OpenRevision, documentId: string): DocumentPlace | undefined {
    const { space, snapshot } = open;
    const name = openDocumentId(context.keyRing.keys('documents'), space.spaceId, documentId);
    if (!name) return undefined;
    const page = snapshot.pages.find(name.ownerId);
    const reusable = snapshot.findReusable(name.ownerId);
    // Visitors see only documents of this revision, members also earlier ones.
    if (open.sight && !isOwnerSeen(open, page, reusable, name.hash)) return undefined;
    if (page?.entry.type === 'document') return { ...placeOfPage(page), hash: name.hash };
    return { hash: name.hash, path: reusable?.git?.path };
  }

  async function showDocument(...read: Parameters<typeof readDocument>): Promise<JSONDocument | JsonAnswer> {
    const document = await readDocument(...read);
    return isJson(document) ? new JsonAnswer(toBuffer(document.bytes), shorten(document.hash)) : document;
  }

  function getPage(open: OpenRevision, pageId: string): PageNode {
    const page = open.snapshot.pages.find(pageId);
    if (!page || !isPageSeen(open, pageId)) throw pageNotFound();
    return page;
  }

  return {
    async revision(open: OpenRevision, flags: ViewFlags): Promise<JsonAnswer> {
      const view = await viewTree(open, flags);
      return toAnswer(await presentRevision(view, createPause()));
    },

    async pages(open: OpenRevision, flags: ViewFlags): Promise<JsonAnswer> {
      const view = await viewTree(open, flags);
      return toAnswer({
        pages: await presentPagesInTurns(view, itemsOf(open.snapshot.pages.top), createPause()),
      });
    },

    async page(
      open: OpenRevision,
      pageId: string,
      flags: ViewFlags,
      options: PageOptions,
    ): Promise<Page | JsonAnswer> {
      if (flags.isComputed && !open.snapshot.pages.find(pageId)) {
        const placed = await findComputed(open, (tree) => tree.find(pageId));
        if (placed) return showComputed(open, placed, options);
      }
      return showPage(open, getPage(open, pageId), flags, options);
    },

    async pageByPath(
      open: OpenRevision,
      path: string,
      flags: ViewFlags,
      options: PageOptions,
    ): Promise<Page | JsonAnswer> {
      const page = findPageByPath(open.snapshot, trimPath(path));
      if (!page && flags.isComputed) {
        const placed = await findComputed(open, (tree) => tree.findByPath(trimPath(path)));
        if (placed) return showComputed(open, placed, options);
      }
      if (!page || !isPageSeen(open, page.entry.id)) throw pageNotFound();
      return showPage(open, page, flags, options);
    },

    async pageDocument(
      open: OpenRevision,
      pageId: string,
      options: DocumentOptions,
    ): Promise<JSONDocument | JsonAnswer> {
      if (!open.snapshot.pages.find(pageId)) {
        const placed = await findComputed(open, (tree) => tree.find(pageId));
        if (placed?.page.parts) return documentOfComputed(placed);
      }
      const { entry } = getPage(open, pageId);
      if (entry.type !== 'document') throw documentNotFound();
      return showDocument(open, entry.document, entry.git?.path, options);
    },

    /** Reads the blocks of a page of any size, for work in this process. */
    async pageBlocks(open: OpenRevision, pageId: string, options: DocumentOptions): Promise<JSONDocument> {
      const { entry } = getPage(open, pageId);
      if (entry.type !== 'document') throw documentNotFound();
      const document = await readDocument(open, entry.document, entry.git?.path, options);
      return isJson(document) ? parseJson(document) : document;
    },

    /** The HTML of a page, or of the block with this key. Its links stay in the revision. */
    async pageHtml(
      open: OpenRevision,
      pageId: string,
      block: string | undefined,
    ): Promise<{ object: 'rendered-html'; html: string }> {
      const { entry } = getPage(open, pageId);
      if (entry.type !== 'document') throw documentNotFound();
      const view = await viewNothing(open, { hasGit: true, isComputed: false });
      const addresses = createObjectAddresses(context.config.baseUrl);
      const references = createReferences(view, addresses, open.revision.revisionId);
      const place = { hash: entry.document, path: entry.git?.path, block };
      return { object: 'rendered-html', html: (await readHtml(open, place, references)).html };
    },

    async pageMetaLinks(open: OpenRevision, pageId: string): Promise<Static<typeof PageMetaLinksSchema>> {
      if (!open.snapshot.pages.find(pageId)) {
        const placed = await findComputed(open, (tree) => tree.find(pageId));
        if (placed?.page.parts) return {};
      }
      const page = getPage(open, pageId);
      if (page.entry.type !== 'document') throw pageNotFound();
      const view = await viewPages(open, { hasGit: true, isComputed: true }, [page]);
      const facts = page.entry.document === undefined ? {} : view.factsOf(page.entry.document);
      return presentMetaLinks(view, page.entry, readPageSettings(facts)).metaLinks ?? {};
    },

    /** `count` files from `start`, in the revision's order. */
    async files(
      open: OpenRevision,
      flags: ViewFlags,
      start: number,
      count: number,
    ): Promise<Static<typeof FileSchema>[]> {
      const view = await viewNothing(open, flags);
      return listFiles(open)
        .slice(start, start + count)
        .map((file) => presentFile(view, file));
    },

    countFiles: (open: OpenRevision): number =>
      open.sight ? listFiles(open).length : (open.snapshot.files?.count ?? 0),

    async file(open: OpenRevision, fileId: string, flags: ViewFlags): Promise<Static<typeof FileSchema>> {
      const file = open.snapshot.findFile(fileId);
      if (!file || !isFileSeen(open, file)) throw fileNotFound();
      return presentFile(await viewNothing(open, flags), file);
    },

    async reusable(
      open: OpenRevision,
      reusableId: string,
      flags: ViewFlags,
    ): Promise<Static<typeof ReusableContentSchema>> {
      const content = open.snapshot.findReusable(reusableId);
      if (!content || !isReusableSeen(open, content)) throw reusableContentNotFound();
      return presentReusable(await viewNothing(open, flags), content);
    },

    async reusableDocument(
      open: OpenRevision,
      reusableId: string,
      options: DocumentOptions,
    ): Promise<JSONDocument | JsonAnswer> {
      const content = open.snapshot.findReusable(reusableId);
      if (!content || !isReusableSeen(open, content)) throw reusableContentNotFound();
      return showDocument(open, content.document, content.git?.path, options);
    },

    /** Reads a document by the id that this space's responses show; references are resolved in the given revision. */
    async document(
      open: OpenRevision,
      documentId: string,
      options: DocumentOptions,
    ): Promise<JSONDocument | JsonAnswer> {
      const { hash, path } = findDocument(open, documentId) ?? {};
      if (hash === undefined) throw documentNotFound();
      return showDocument(open, hash, path, options);
    },

    /** The places of the documents that the other functions read, from which their dependencies are found. */
    places: {
      page: ({ snapshot }: OpenRevision, pageId: string): DocumentPlace =>
        placeOfPage(snapshot.pages.find(pageId)),
      pageByPath: ({ snapshot }: OpenRevision, path: string): DocumentPlace =>
        placeOfPage(findPageByPath(snapshot, trimPath(path))),
      reusable({ snapshot }: OpenRevision, reusableId: string): DocumentPlace {
        const content = snapshot.findReusable(reusableId);
        return { hash: content?.document, path: content?.git?.path };
      },
      document: (open: OpenRevision, documentId: string): DocumentPlace =>
        findDocument(open, documentId) ?? NOWHERE,
    },
  };
}

const documentOfComputed = ({ id, page }: PlacedPage): JSONDocument => ({
  ...emptyDocument(),
  nodes: withKeys(page.parts?.blocks ?? [], id),
});

export type ContentReads = ReturnType<typeof createContentReads>;

function* below(page: PageNode): Generator<PageNode> {
  for (const child of itemsOf(page.children)) {
    yield child;
    yield* below(child);
  }
}

/** Where a document stands; without a hash there is none. */
export interface DocumentPlace {
  hash: Hash | undefined;
  path: string | undefined;
  /** The page whose document it is. */
  page?: DocumentEntry;
}

const NOWHERE: DocumentPlace = { hash: undefined, path: undefined };

const placeOfPage = (page: PageNode | undefined): DocumentPlace =>
  page?.entry.type === 'document'
    ? { hash: page.entry.document, path: page.entry.git?.path, page: page.entry }
    : NOWHERE;

const listFiles = (open: OpenRevision): FileEntry[] =>
  [...itemsOf(open.snapshot.files)].filter((file) => isFileSeen(open, file));

function isOwnerSeen(
  open: OpenRevision,
  page: PageNode | undefined,
  reusable: ReusableEntry | undefined,
  hash: Hash,
): boolean {
  if (page) return isPageSeen(open, page.entry.id) && placeOfPage(page).hash === hash;
  return reusable?.document === hash && isReusableSeen(open, reusable);
}

const trimPath = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '');

/** Puts a document that is JSON already in the place where a page has its document. */
function insertJson({ bytes, hash }: DocumentJson, present: (marker: JSONDocument) => Page): JsonAnswer {
  const marker: JSONDocument = { object: 'document', data: {}, nodes: [], meta: { marker: newId() } };
  const [head = '', tail = ''] = JSON.stringify(present(marker)).split(JSON.stringify(marker));
  const name = createHash('sha256').update(head).update(hash).update(tail).digest('base64url');
  return new JsonAnswer(Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]), shorten(name));
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** As long as the validators of other answers. */
const shorten = (hash: string): string => hash.slice(0, 27);
