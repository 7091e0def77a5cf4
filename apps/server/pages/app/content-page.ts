import type { PageNode } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { PageTree } from '@lectern/content/tree/page-tree';
import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import type { JSONDocument } from '@lectern/markdown/document';
import { readPageSettings } from '@lectern/markdown/page-settings';
import { createReferences, type RevisionReferences, titleOf } from '@lectern/render/references';
import { renderDocument } from '@lectern/render/render-document';
import { pageNotFound } from '../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import { documentsOf, viewRevision } from '../../content/revisions/revision-view.ts';
import type { ContentReads } from '../../domains/content/revisions/content-reads.ts';
import { drawPiecesOf } from '../../domains/content/revisions/document-reads.ts';
import { getSpaceRow } from '../../domains/content/spaces/spaces.service.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../parts/layout.ts';
import { type ContentsEntry, listContents, renderContents } from './table-of-contents.ts';

export interface PageData {
  crumbs: Crumb[];
  language: string | undefined;
  title: string;
  description: string | undefined;
  updatedAt: string;
  /** Set on a page of a revision that was asked for by its id. */
  revision: { createdAt: Date; href: string } | undefined;
  /** Undefined for what has no document: groups, links, computed pages. */
  body: Html | undefined;
  /** The pages below it; for an entry that is only a link, the link. */
  below: ContentsEntry[];
}

/** `revisionId`: a revision that the URL names; undefined: the current one. */
export async function readPage(
  context: Pick<Context, 'db' | 'config' | 'keyRing' | 'threads'>,
  { store, reads }: { store: ContentStore; reads: ContentReads },
  addresses: Addresses,
  asked: { space: SpacePointer; pageId: string; revisionId: string | undefined },
): Promise<PageData> {
  const { space, pageId, revisionId } = asked;
  const open = await store.open(space, revisionId ?? space.revisionId);
  const page = open.snapshot.pages.find(pageId);
  if (!page) throw pageNotFound();
  const { entry } = page;
  const view = await viewRevision(
    context,
    store,
    open,
    { hasGit: true, isComputed: false },
    documentsOf([page]),
  );
  const references = createReferences(view, addresses, revisionId);
  const spaceRow = await getSpaceRow(context.db, space);
  const isDocument = entry.type === 'document';
  const settings =
    isDocument && entry.document !== undefined ? readPageSettings(view.factsOf(entry.document)) : undefined;
  return {
    crumbs: [
      {
        ...spaceCrumb(addresses, spaceRow),
        ...(revisionId === undefined ? {} : { href: addresses.revision(space.spaceId, revisionId) }),
      },
      ...listCrumbs(open.snapshot.pages, pageId, references),
    ],
    language: spaceRow.language ?? undefined,
    title: entry.title,
    description: settings?.description,
    updatedAt: entry.updatedAt,
    revision:
      revisionId === undefined
        ? undefined
        : { createdAt: open.revision.createdAt, href: addresses.revision(space.spaceId, revisionId) },
    body: isDocument
      ? await renderBody(context, await reads.pageBlocks(open, pageId, { isDereferenced: true }), references)
      : undefined,
    below: listContents(open.snapshot, entry.type === 'link' ? [page] : itemsOf(page.children), references),
  };
}

async function renderBody(
  { threads }: Pick<Context, 'threads'>,
  document: JSONDocument,
  references: RevisionReferences,
): Promise<Html> {
  const pieces = await drawPiecesOf(threads, document.nodes);
  return renderDocument(document, { references, pieces, inStretches: true }).html;
}

/** The pages above a page, from the top. */
function listCrumbs(pages: PageTree, pageId: string, references: RevisionReferences): Crumb[] {
  const crumbs: Crumb[] = [];
  for (let above = pages.parentIdOf(pageId); above !== undefined; above = pages.parentIdOf(above)) {
    const { entry } = pages.find(above) as PageNode;
    crumbs.unshift({ title: titleOf(entry), href: references.pageHref(above) });
  }
  return crumbs;
}

export function renderPage({ title, description, updatedAt, revision, body, below }: PageData): Html {
  return html`<article class="document">
<h1>${title}</h1>
${description !== undefined && html`<p class="lead">${description}</p>`}
${
  revision &&
  html`<p class="hint" role="note">This is the page in the <a href="${revision.href}">revision</a> of ${renderTime(revision.createdAt)}, which can differ from the current version.</p>`
}
${body}
</article>
${renderBelow(below)}
<p class="note">Updated ${renderTime(updatedAt)}</p>`;
}

const renderBelow = (below: readonly ContentsEntry[]): Insertion =>
  below.length > 0 && html`<nav class="below" aria-label="Child pages">${renderContents(below)}</nav>`;
