import type { Static } from 'typebox';
import type { JSONDocument } from '../../content/documents/document.ts';
import { findFrontMatter } from '../../content/documents/front-matter.ts';
import { readPageSettings } from '../../content/facts/page-settings.ts';
import { openDocumentId } from '../../content/references/document-id.ts';
import { findPageByPath } from '../../content/references/find-page-by-path.ts';
import { resolveTarget } from '../../content/references/resolve-target.ts';
import type {
  FileSchema,
  Page,
  PageMetaLinksSchema,
  ReusableContentSchema,
  RevisionSchema,
} from '../../content/revisions/content.schemas.ts';
import {
  documentNotFound,
  fileNotFound,
  pageNotFound,
  reusableContentNotFound,
} from '../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../content/revisions/content-store.ts';
import {
  type PageContent,
  presentMetaLinks,
  presentPage,
  presentPages,
} from '../../content/revisions/page.present.ts';
import { presentFile, presentReusable, presentRevision } from '../../content/revisions/revision.present.ts';
import {
  documentsOf,
  type RevisionView,
  type ViewFlags,
  viewRevision,
} from '../../content/revisions/revision-view.ts';
import type { PageNode } from '../../content/tree/entries.ts';
import type { Hash } from '../../content/tree/hash.ts';
import { itemsOf } from '../../content/tree/merkle-list.ts';
import type { Context } from '../../context.ts';
import { dereferenceReusables } from './dereference.ts';
import { expandIncludes, relocateTargets } from './expand-includes.ts';
import { emptyDocument, renderDocument, renderMarkdown } from './render-document.ts';

export interface DocumentOptions {
  isDereferenced: boolean;
}

export interface PageOptions extends DocumentOptions {
  format: 'document' | 'markdown';
  references: 'relative' | 'stable';
}

type Reads = Pick<Context, 'config' | 'keyRing'>;

/** Reads revisions for the API. Every function returns the response body. */
export function createContentReads(context: Reads, store: ContentStore) {
  const viewPages = (
    open: OpenRevision,
    flags: ViewFlags,
    pages: Iterable<PageNode>,
  ): Promise<RevisionView> => viewRevision(context, store, open, flags, documentsOf(pages));
  const viewNothing = (open: OpenRevision, flags: ViewFlags): Promise<RevisionView> =>
    viewRevision(context, store, open, flags, []);

  /** A page reads its own facts and those of the pages below it. */
  async function showPage(
    open: OpenRevision,
    page: PageNode,
    flags: ViewFlags,
    options: PageOptions,
  ): Promise<Page> {
    const view = await viewPages(open, flags, [page, ...below(page)]);
    const shown = presentPage(view, page, await showContent(open, page, options));
    if (!shown) throw pageNotFound();
    return shown;
  }

  async function showContent(open: OpenRevision, page: PageNode, options: PageOptions): Promise<PageContent> {
    const { entry } = page;
    if (entry.type !== 'document') return {};
    if (options.format === 'document')
      return { document: await readDocument(open, entry.document, entry.git?.path, options) };
    if (entry.document === undefined) return { markdown: '' };
    return { markdown: await readMarkdown(open, entry.document, entry.git?.path, options) };
  }

  async function readMarkdown(
    { space, snapshot }: OpenRevision,
    hash: Hash,
    path: string | undefined,
    { references, isDereferenced }: PageOptions,
  ): Promise<string> {
    const readText = async (source: Hash, at: string | undefined): Promise<string> =>
      renderMarkdown(snapshot, at, await store.getSource(space.organizationId, source), references);
    const text = await readText(hash, path);
    if (!isDereferenced) return text;
    return expandIncludes(text, {
      resolve: (target) => {
        const resolved = resolveTarget(snapshot, path, target);
        return resolved?.kind === 'reusable-content' ? resolved.reusableContent : undefined;
      },
      read: async (reusableId) => {
        const content = snapshot.findReusable(reusableId);
        if (!content) return undefined;
        const included = await readText(content.document, content.git?.path);
        const body = included.slice(findFrontMatter(included)?.end ?? 0);
        const from = content.git?.path;
        return from === undefined || path === undefined ? body : relocateTargets(body, { from, to: path });
      },
    });
  }

  async function readDocument(
    open: OpenRevision,
    hash: Hash | undefined,
    path: string | undefined,
    options: DocumentOptions,
  ): Promise<JSONDocument> {
    if (hash === undefined) return emptyDocument();
    const source = await store.getSource(open.space.organizationId, hash);
    const document = renderDocument(open.snapshot, path, source);
    if (!options.isDereferenced) return document;
    return dereferenceReusables(document, async (reusableId) => {
      const content = open.snapshot.findReusable(reusableId);
      return content && readDocument(open, content.document, content.git?.path, { isDereferenced: false });
    });
  }

  function getPage(open: OpenRevision, pageId: string): PageNode {
    const page = open.snapshot.pages.find(pageId);
    if (!page) throw pageNotFound();
    return page;
  }

  return {
    async revision(open: OpenRevision, flags: ViewFlags): Promise<Static<typeof RevisionSchema>> {
      return presentRevision(await viewPages(open, flags, open.snapshot.pages.pages()));
    },

    async pages(open: OpenRevision, flags: ViewFlags): Promise<{ pages: Page[] }> {
      const view = await viewPages(open, flags, open.snapshot.pages.pages());
      return { pages: presentPages(view, itemsOf(open.snapshot.pages.top)) };
    },

    page: async (open: OpenRevision, pageId: string, flags: ViewFlags, options: PageOptions): Promise<Page> =>
      showPage(open, getPage(open, pageId), flags, options),

    async pageByPath(
      open: OpenRevision,
      path: string,
      flags: ViewFlags,
      options: PageOptions,
    ): Promise<Page> {
      const page = findPageByPath(open.snapshot, path.replace(/^\/+|\/+$/g, ''));
      if (!page) throw pageNotFound();
      return showPage(open, page, flags, options);
    },

    async pageDocument(open: OpenRevision, pageId: string, options: DocumentOptions): Promise<JSONDocument> {
      const { entry } = getPage(open, pageId);
      if (entry.type !== 'document') throw documentNotFound();
      return readDocument(open, entry.document, entry.git?.path, options);
    },

    async pageMetaLinks(open: OpenRevision, pageId: string): Promise<Static<typeof PageMetaLinksSchema>> {
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
      return [...itemsOf(open.snapshot.files)]
        .slice(start, start + count)
        .map((file) => presentFile(view, file));
    },

    async file(open: OpenRevision, fileId: string, flags: ViewFlags): Promise<Static<typeof FileSchema>> {
      const file = open.snapshot.findFile(fileId);
      if (!file) throw fileNotFound();
      return presentFile(await viewNothing(open, flags), file);
    },

    async reusable(
      open: OpenRevision,
      reusableId: string,
      flags: ViewFlags,
    ): Promise<Static<typeof ReusableContentSchema>> {
      const content = open.snapshot.findReusable(reusableId);
      if (!content) throw reusableContentNotFound();
      return presentReusable(await viewNothing(open, flags), content);
    },

    async reusableDocument(
      open: OpenRevision,
      reusableId: string,
      options: DocumentOptions,
    ): Promise<JSONDocument> {
      const content = open.snapshot.findReusable(reusableId);
      if (!content) throw reusableContentNotFound();
      return readDocument(open, content.document, content.git?.path, options);
    },

    /** Reads a document by the id that this space's responses show; references are resolved in the given revision. */
    async document(open: OpenRevision, documentId: string, options: DocumentOptions): Promise<JSONDocument> {
      const { spaceId } = open.space;
      const name = openDocumentId(context.keyRing.keys('documents'), spaceId, documentId);
      if (!name) throw documentNotFound();
      const owner = open.snapshot.pages.find(name.ownerId)?.entry;
      const path =
        owner?.type === 'document' ? owner.git?.path : open.snapshot.findReusable(name.ownerId)?.git?.path;
      return readDocument(open, name.hash, path, options);
    },
  };
}

export type ContentReads = ReturnType<typeof createContentReads>;

function* below(page: PageNode): Generator<PageNode> {
  for (const child of itemsOf(page.children)) {
    yield child;
    yield* below(child);
  }
}
