import { openDocumentId } from '@lectern/content/references/document-id';
import { findPageByPath } from '@lectern/content/references/find-page-by-path';
import type { FileEntry, PageNode, ReusableEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { JSONDocument } from '@lectern/markdown/document';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { createObjectAddresses, createReferences, type References } from '@lectern/render/references';
import type { DescribeParts } from '@lectern/render/spec-parts';
import type { Static } from 'typebox';
import type {
  FileSchema,
  Page,
  PageMetaLinksSchema,
  ReusableContentSchema,
  RevisionSchema,
  TreePage,
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
  presentTreeInTurns,
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
import { isFileSeen, isPageSeen, isReusableSeen } from '../../../content/revisions/visible-revision.ts';
import { writeJson } from '../../../content/revisions/write-json.ts';
import type { Context } from '../../../platform/context.ts';
import {
  createReadyResponse,
  jsonResponse,
  type ReadyResponse,
  withField,
} from '../../../platform/http/ready-response.ts';
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
  type DocumentOptions,
  type DocumentPlace,
  DocumentReads,
  type MarkdownOptions,
  type UnsavedDocument,
} from './document-reads.ts';
import type { DocumentJson, RenderedBlocks } from './document-tasks.ts';
import { emptyDocument } from './document-tasks.ts';

export interface PageOptions extends MarkdownOptions {
  format: 'document' | 'markdown';
  /** Whether blocks have their places in the source. Only for those who can edit the page. */
  hasRanges: boolean;
}

type DocumentEntry = Extract<PageNode['entry'], { type: 'document' }>;

/** A document of the revision, and the page whose document it is. */
export interface PlacedDocument extends DocumentPlace {
  page?: DocumentEntry;
}

type Reads = Pick<Context, 'config' | 'keyRing' | 'threads'>;

/** Everything that Git knows, without computed pages: for what is not listed. */
const FLAGS_OF_ONE: ViewFlags = { hasGit: true, isComputed: false };

/** Reads revisions for the API. */
export class ContentReads {
  readonly #context: Reads;
  readonly #store: ContentStore;
  readonly #readComputed: ReadComputedTree;
  readonly #documents: DocumentReads;
  /** Shows what specs say now: what it reads is never kept. */
  readonly #unsaved: DocumentReads;

  constructor(
    context: Reads,
    store: ContentStore,
    readComputed: ReadComputedTree = async () => NO_COMPUTED_PAGES,
    describeParts?: DescribeParts,
  ) {
    this.#context = context;
    this.#store = store;
    this.#readComputed = readComputed;
    this.#documents = new DocumentReads(context, store);
    this.#unsaved = new DocumentReads(context, store, describeParts);
  }

  async revision(open: OpenRevision, flags: ViewFlags): Promise<ReadyResponse> {
    const view = await this.#viewTree(open, flags);
    return toResponse(await presentRevision(view, createPause()));
  }

  async pages(open: OpenRevision, flags: ViewFlags): Promise<ReadyResponse> {
    const view = await this.#viewTree(open, flags);
    return toResponse({
      pages: await presentPagesInTurns(view, itemsOf(open.snapshot.pages.top), createPause()),
    });
  }

  async tree(open: OpenRevision, flags: ViewFlags): Promise<ReadyResponse> {
    const view = await this.#viewTree(open, flags);
    return toResponse({
      pages: await presentTreeInTurns(view, itemsOf(open.snapshot.pages.top), createPause()),
    });
  }

  async page(
    open: OpenRevision,
    pageId: string,
    flags: ViewFlags,
    options: PageOptions,
  ): Promise<ReadyResponse> {
    if (flags.isComputed && !open.snapshot.pages.find(pageId)) {
      const placed = await this.#findComputed(open, (tree) => tree.find(pageId));
      if (placed) return this.#showComputed(open, placed, options);
    }
    return this.#showPage(open, getPage(open, pageId), flags, options);
  }

  async pageByPath(
    open: OpenRevision,
    path: string,
    flags: ViewFlags,
    options: PageOptions,
  ): Promise<ReadyResponse> {
    const page = findPageByPath(open.snapshot, trimPath(path));
    if (!page && flags.isComputed) {
      const placed = await this.#findComputed(open, (tree) => tree.findByPath(trimPath(path)));
      if (placed) return this.#showComputed(open, placed, options);
    }
    if (!page || !isPageSeen(open, page.entry.id)) throw pageNotFound();
    return this.#showPage(open, page, flags, options);
  }

  async pageDocument(open: OpenRevision, pageId: string, options: DocumentOptions): Promise<ReadyResponse> {
    if (!open.snapshot.pages.find(pageId)) {
      const placed = await this.#findComputed(open, (tree) => tree.find(pageId));
      if (placed?.page.parts) return jsonResponse(documentOfComputed(placed));
    }
    return this.#showDocument(open, getDocumentPage(open, pageId), options);
  }

  /** Reads the blocks of a page of any size, for work in this process. */
  async pageBlocks(open: OpenRevision, pageId: string, options: DocumentOptions): Promise<JSONDocument> {
    return parseJson(await this.#documents.blocks(open, getDocumentPage(open, pageId), options));
  }

  /** Reads the HTML of a page, or of the block with this key. Its links stay in the revision. */
  async pageHtml(open: OpenRevision, pageId: string, block: string | undefined): Promise<ReadyResponse> {
    const references = await this.#referencesIn(open);
    const place = getDocumentPage(open, pageId);
    const { html } = await this.#documents.html(open, place, { block }, references);
    return jsonResponse({ object: 'rendered-html', html });
  }

  /** Reads the HTML of each block of a document that is not saved. Its links stay in the revision. */
  async unsavedHtml(open: OpenRevision, document: UnsavedDocument): Promise<RenderedBlocks> {
    return this.#unsaved.blockHtml(open, document, await this.#referencesIn(open));
  }

  /** Reads the blocks of an unsaved document, with their places in its source, for editors. */
  async unsavedBlocks(
    open: OpenRevision,
    document: Pick<UnsavedDocument, 'source' | 'path'>,
  ): Promise<JSONDocument> {
    return parseJson((await this.#documents.unsavedBlocks(open, document)).document);
  }

  async pageMetaLinks(open: OpenRevision, pageId: string): Promise<ReadyResponse> {
    if (!open.snapshot.pages.find(pageId)) {
      const placed = await this.#findComputed(open, (tree) => tree.find(pageId));
      if (placed?.page.parts) return jsonResponse({});
    }
    const page = getPage(open, pageId);
    if (page.entry.type !== 'document') throw pageNotFound();
    const view = await this.#viewPages(open, { hasGit: true, isComputed: true }, [page]);
    const facts = page.entry.document === undefined ? {} : view.factsOf(page.entry.document);
    const links: Static<typeof PageMetaLinksSchema> =
      presentMetaLinks(view, page.entry, readPageSettings(facts)).metaLinks ?? {};
    return jsonResponse(links);
  }

  /** `count` files from `start`, in the revision's order. */
  async files(
    open: OpenRevision,
    flags: ViewFlags,
    start: number,
    count: number,
  ): Promise<Static<typeof FileSchema>[]> {
    const view = await this.#viewPages(open, flags, []);
    return listFiles(open)
      .slice(start, start + count)
      .map((file) => presentFile(view, file));
  }

  async file(open: OpenRevision, fileId: string, flags: ViewFlags): Promise<ReadyResponse> {
    const file = open.snapshot.findFile(fileId);
    if (!file || !isFileSeen(open, file)) throw fileNotFound();
    const shown: Static<typeof FileSchema> = presentFile(await this.#viewPages(open, flags, []), file);
    return jsonResponse(shown);
  }

  async reusable(open: OpenRevision, reusableId: string, flags: ViewFlags): Promise<ReadyResponse> {
    const content = getReusable(open, reusableId);
    const view = await this.#viewPages(open, flags, []);
    const shown: Static<typeof ReusableContentSchema> = presentReusable(view, content);
    return jsonResponse(shown);
  }

  async reusableDocument(
    open: OpenRevision,
    reusableId: string,
    options: DocumentOptions,
  ): Promise<ReadyResponse> {
    const { document: hash, git } = getReusable(open, reusableId);
    return this.#showDocument(open, { hash, path: git?.path }, options);
  }

  /** Reads a document by the id that this space's responses show; references are resolved in the given revision. */
  async document(open: OpenRevision, documentId: string, options: DocumentOptions): Promise<ReadyResponse> {
    const place = this.#findDocument(open, documentId);
    if (!place) throw documentNotFound();
    return this.#showDocument(open, place, options);
  }

  /** Where the document is that `document` reads. */
  placeOfDocument(open: OpenRevision, documentId: string): PlacedDocument {
    return this.#findDocument(open, documentId) ?? NOWHERE;
  }

  #findDocument(open: OpenRevision, documentId: string): PlacedDocument | undefined {
    const { space, snapshot } = open;
    const name = openDocumentId(this.#context.keyRing.keys('documents'), space.spaceId, documentId);
    if (!name) return undefined;
    const page = snapshot.pages.find(name.ownerId);
    const reusable = snapshot.findReusable(name.ownerId);
    // Visitors see only documents of this revision, members also earlier ones.
    if (open.sight && !isOwnerSeen(open, page, reusable, name.hash)) return undefined;
    if (page?.entry.type === 'document') return { ...locationOfPage(page), hash: name.hash };
    return { hash: name.hash, path: reusable?.git?.path };
  }

  #viewPages(open: OpenRevision, flags: ViewFlags, pages: Iterable<PageNode>): Promise<RevisionView> {
    return viewRevision(this.#context, this.#store, open, flags, documentsOf(pages));
  }

  /** A view of all pages, with those that are computed. */
  async #viewTree(open: OpenRevision, flags: ViewFlags): Promise<RevisionView> {
    const view = await this.#viewPages(open, flags, open.snapshot.pages.pages());
    if (!flags.isComputed) return view;
    const computed = await this.#readComputed(open);
    const present = (placed: PlacedPage): Page => presentPlacedPage(placed, view);
    return { ...view, computedPages: (entryId) => computed.ofEntry(entryId).map(present) };
  }

  async #referencesIn(open: OpenRevision): Promise<References> {
    const view = await this.#viewPages(open, FLAGS_OF_ONE, []);
    const addresses = createObjectAddresses(this.#context.config.baseUrl);
    return createReferences(view, addresses, open.revision.revisionId);
  }

  /** A computed page whose entry the reader sees. */
  async #findComputed(
    open: OpenRevision,
    find: (tree: ComputedTree) => PlacedPage | undefined,
  ): Promise<PlacedPage | undefined> {
    const placed = find(await this.#readComputed(open));
    return placed && isPageSeen(open, placed.entry.id) ? placed : undefined;
  }

  async #showComputed(
    open: OpenRevision,
    placed: PlacedPage,
    { format }: PageOptions,
  ): Promise<ReadyResponse> {
    const { parts, title } = placed.page;
    const addresses = { space: open.space, baseUrl: this.#context.config.baseUrl };
    const present = (content?: PageContent): ReadyResponse =>
      jsonResponse(presentPlacedPage(placed, addresses, content));
    if (!parts) return present();
    if (format === 'document') return present({ document: documentOfComputed(placed) });
    const place = { hash: undefined, blocks: parts.blocks, path: undefined };
    const options = { title, outcomes: undefined };
    const references = await this.#referencesIn(open);
    return present({ markdown: await this.#documents.publishedMarkdown(open, place, options, references) });
  }

  /** A page reads its own facts and those of the pages below it. */
  async #showPage(
    open: OpenRevision,
    page: PageNode,
    flags: ViewFlags,
    options: PageOptions,
  ): Promise<ReadyResponse> {
    const place = page.entry.type === 'document' ? locationOfPage(page) : undefined;
    // Reading the text brings the facts of the page into memory: without pages below it, one statement is enough.
    const text =
      place && options.format === 'markdown'
        ? await this.#documents.markdown(open, place, options)
        : undefined;
    const placed = place && options.hasRanges ? await this.#documents.placedBlocks(open, place) : undefined;
    const blocks =
      place && !placed && options.format === 'document'
        ? await this.#documents.blocks(open, place, options)
        : placed?.document;
    const view = await this.#viewPages(open, flags, [page, ...below(page)]);
    const shown = presentPage(view, page, text === undefined ? {} : { markdown: text });
    if (!shown) throw pageNotFound();
    const response = jsonResponse(placed ? { ...shown, revision: open.revision.revisionId } : shown);
    const settings = placed ? withField(response, 'frontMatter', placed.frontMatter) : response;
    return blocks ? withField(settings, 'document', blocks) : settings;
  }

  async #showDocument(
    open: OpenRevision,
    place: DocumentPlace,
    options: DocumentOptions,
  ): Promise<ReadyResponse> {
    const { bytes, hash } = await this.#documents.blocks(open, place, options);
    return createReadyResponse(toBuffer(bytes), { etag: hash.slice(0, 27) });
  }
}

/** The parameter is typed, so that the response matches the schema of the route. */
const toResponse = async (
  shown: Static<typeof RevisionSchema> | { pages: Page[] } | { pages: TreePage[] },
): Promise<ReadyResponse> => createReadyResponse(await writeJson(shown));

function getPage(open: OpenRevision, pageId: string): PageNode {
  const page = open.snapshot.pages.find(pageId);
  if (!page || !isPageSeen(open, pageId)) throw pageNotFound();
  return page;
}

export function getDocumentPage(open: OpenRevision, pageId: string): PlacedDocument {
  const page = getPage(open, pageId);
  if (page.entry.type !== 'document') throw documentNotFound();
  return locationOfPage(page);
}

export function getReusable(open: OpenRevision, reusableId: string): ReusableEntry {
  const content = open.snapshot.findReusable(reusableId);
  if (!content || !isReusableSeen(open, content)) throw reusableContentNotFound();
  return content;
}

export const countFiles = (open: OpenRevision): number =>
  open.sight ? listFiles(open).length : (open.snapshot.files?.count ?? 0);

const documentOfComputed = ({ id, page }: PlacedPage): JSONDocument => ({
  ...emptyDocument(),
  nodes: withKeys(page.parts?.blocks ?? [], id),
});

function* below(page: PageNode): Generator<PageNode> {
  for (const child of itemsOf(page.children)) {
    yield child;
    yield* below(child);
  }
}

const NOWHERE: PlacedDocument = { hash: undefined, path: undefined };

/** Where the document of a page is; nowhere for a page without one. */
export const locationOfPage = (page: PageNode | undefined): PlacedDocument =>
  page?.entry.type === 'document'
    ? { hash: page.entry.document, path: page.entry.git?.path, page: page.entry }
    : NOWHERE;

export const placeOfPageByPath = ({ snapshot }: OpenRevision, path: string): PlacedDocument =>
  locationOfPage(findPageByPath(snapshot, trimPath(path)));

export function placeOfReusable({ snapshot }: OpenRevision, reusableId: string): PlacedDocument {
  const content = snapshot.findReusable(reusableId);
  return { hash: content?.document, path: content?.git?.path };
}

const listFiles = (open: OpenRevision): FileEntry[] =>
  [...itemsOf(open.snapshot.files)].filter((file) => isFileSeen(open, file));

function isOwnerSeen(
  open: OpenRevision,
  page: PageNode | undefined,
  reusable: ReusableEntry | undefined,
  hash: Hash,
): boolean {
  if (page) return isPageSeen(open, page.entry.id) && locationOfPage(page).hash === hash;
  return reusable?.document === hash && isReusableSeen(open, reusable);
}

const trimPath = (path: string): string => path.replace(/^\/+|(?<!\/)\/+$/g, '');

/** Parses a document that is JSON. */
export const parseJson = ({ bytes }: DocumentJson): JSONDocument =>
  JSON.parse(toBuffer(bytes).toString()) as JSONDocument;

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
