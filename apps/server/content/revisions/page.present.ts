import type { GitBlob, PageEntry, PageNode } from '@lectern/content/tree/entries';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import { findTag } from '@lectern/markdown/page-condition';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { Pause } from '../../platform/threads/pause.ts';
import type { ContentRef, DocumentPage, LinkPage, Page, TreePage } from './content.schemas.ts';
import type { RevisionView } from './revision-view.ts';
import { HIDDEN_TARGET, isPageSeen, resolveSeenTarget } from './visible-revision.ts';

/** The parts of a page that come from its source, in the requested format. */
export type PageContent = Pick<DocumentPage, 'document' | 'markdown'>;

/** The pages of a revision, or those below one page, as the API shows them. */
function presentPages(view: RevisionView, pages: Iterable<PageNode>): Page[] {
  const shown: Page[] = [];
  for (const page of pages) {
    const presented = presentPage(view, page);
    if (presented) shown.push(presented);
    else shown.push(...presentComputed(view, page));
  }
  return shown;
}

/** The pages of a computed entry that the reader sees. */
const presentComputed = (view: RevisionView, { entry }: PageNode): Page[] =>
  entry.type === 'computed' && view.isComputed && isPageSeen(view, entry.id)
    ? (view.computedPages?.(entry.id) ?? [])
    : [];

/** The work that one page counts as: it takes a few tens of microseconds. */
const WORK_OF_PAGE = 8;
/** That of a page with only what the tree shows. */
const WORK_OF_TREE_PAGE = 3;

/** Presents a tree that may be large, and pauses so that other requests have their turn. */
export async function presentPagesInTurns(
  view: RevisionView,
  pages: Iterable<PageNode>,
  pause: Pause,
): Promise<Page[]> {
  const shown: Page[] = [];
  for (const page of pages) {
    const presented = presentPage(view, page, {
      pages: await presentPagesInTurns(view, itemsOf(page.children), pause),
    });
    if (presented) shown.push(presented);
    else shown.push(...presentComputed(view, page));
    await pause(WORK_OF_PAGE);
  }
  return shown;
}

/** Presents only what a table of contents shows, and pauses so that other requests have their turn. */
export async function presentTreeInTurns(
  view: RevisionView,
  pages: Iterable<PageNode>,
  pause: Pause,
): Promise<TreePage[]> {
  const shown: TreePage[] = [];
  for (const page of pages) {
    const below = await presentTreeInTurns(view, itemsOf(page.children), pause);
    const presented = presentTreePage(view, page.entry);
    if (presented) shown.push({ ...presented, ...(below.length > 0 ? { pages: below } : {}) });
    else shown.push(...presentComputed(view, page).map(toTreePage));
    await pause(WORK_OF_TREE_PAGE);
  }
  return shown;
}

/** Undefined for a page that the reader does not see, and for a computed entry whose pages are shown in its place. */
function presentTreePage(view: RevisionView, entry: PageEntry): TreePage | undefined {
  if (!isPageSeen(view, entry.id) || (entry.type === 'computed' && view.isComputed)) return undefined;
  const { createdAt: _createdAt, updatedAt: _updatedAt, ...base } = presentBase(entry);
  const page: TreePage = { ...base, type: entry.type };
  if (entry.type === 'link') return { ...page, ...presentLinkTarget(view, entry) };
  if (entry.type !== 'document' || entry.document === undefined) return page;
  const { icon, hidden } = readPageSettings(view.factsOf(entry.document));
  return { ...page, ...(icon ? { icon } : {}), ...(hidden ? { hidden } : {}) };
}

/** A computed page as the tree shows it. */
const toTreePage = (page: Page): TreePage => {
  const below = 'pages' in page ? page.pages.map(toTreePage) : [];
  const { id, type, title } = page;
  return { id, type, title, ...(below.length > 0 ? { pages: below } : {}) };
};

/**
 * Undefined for a page that the reader does not see, and for a computed entry if its pages are shown in its place.
 * `pages`: those below it, if they are presented already.
 */
export function presentPage(
  view: RevisionView,
  page: PageNode,
  { pages, ...content }: PageContent & { pages?: Page[] } = {},
): Page | undefined {
  const { entry } = page;
  if (!isPageSeen(view, entry.id)) return undefined;
  const below = (): Page[] => pages ?? presentPages(view, itemsOf(page.children));
  switch (entry.type) {
    case 'document':
      return { ...presentDocumentPage(view, entry, below()), ...content };
    case 'group':
      return {
        ...presentBase(entry),
        type: 'group',
        kind: 'group',
        slug: entry.slug,
        path: view.snapshot.pages.pathOf(entry.id),
        hidden: false,
        noIndex: false,
        noRobotsIndex: false,
        pages: below(),
      };
    case 'link':
      return {
        ...presentBase(entry),
        type: 'link',
        kind: 'link',
        hidden: false,
        ...presentLinkTarget(view, entry),
      };
    case 'computed':
      return view.isComputed
        ? undefined
        : { ...presentBase(entry), type: 'computed', computed: JSON.parse(entry.source) };
  }
}

type DocumentEntry = Extract<PageEntry, { type: 'document' }>;

function presentDocumentPage(view: RevisionView, entry: DocumentEntry, pages: Page[]): DocumentPage {
  const settings = readPageSettings(entry.document === undefined ? {} : view.factsOf(entry.document));
  return {
    ...presentBase(entry),
    ...(settings.icon ? { icon: settings.icon } : {}),
    type: 'document',
    kind: 'sheet',
    urls: { app: `${view.baseUrl}/app/s/${view.space.spaceId}/${entry.id}` },
    slug: entry.slug,
    path: view.snapshot.pages.pathOf(entry.id),
    ...(settings.description ? { description: settings.description } : {}),
    ...(entry.document === undefined ? {} : { documentId: view.documentId(entry, entry.document) }),
    pages,
    ...presentGit(view, entry.git),
    layout: settings.layout,
    ...presentCover(view, entry, settings.cover),
    ...(settings.variables ? { variables: presentVariables(view, settings.variables) } : {}),
    hidden: settings.hidden,
    noIndex: settings.noIndex,
    noRobotsIndex: settings.noRobotsIndex,
    ...presentMetaLinks(view, entry, settings),
    tags: settings.tags.map(({ slug, isPrimary }) => ({
      tag: { kind: 'tag', tag: slug },
      ...(isPrimary ? { primary: true } : {}),
    })),
    ...(settings.condition && !view.sight ? { condition: settings.condition } : {}),
  };
}

/** Visitors do not get the values that mention a condition. */
export const presentVariables = ({ sight }: RevisionView, variables: Variables): Variables =>
  sight
    ? Object.fromEntries(Object.entries(variables).filter(([, value]) => findTag(value) === undefined))
    : variables;

type Variables = Record<string, string | number | boolean>;

const presentBase = (entry: PageEntry) => ({
  id: entry.id,
  title: entry.title,
  ...(entry.linkTitle ? { linkTitle: entry.linkTitle } : {}),
  ...(entry.emoji ? { emoji: entry.emoji } : {}),
  createdAt: entry.createdAt,
  updatedAt: entry.updatedAt,
});

export const presentGit = (view: RevisionView, git: GitBlob | undefined): { git?: GitBlob } =>
  git && view.hasGit ? { git } : {};

function presentLinkTarget(
  view: RevisionView,
  entry: Extract<PageEntry, { type: 'link' }>,
): Pick<LinkPage, 'target' | 'href'> {
  if (entry.page) {
    const { page, anchor } = entry;
    return { target: anchor ? { kind: 'anchor', page, anchor } : { kind: 'page', page } };
  }
  const { repository } = view.snapshot.settings;
  const target = resolveSeenTarget(view, repository?.summaryPath, entry.href);
  return {
    target: target ?? { kind: 'url', url: entry.href },
    ...(target && target.kind !== 'url' ? {} : { href: entry.href }),
  };
}

function presentCover(
  view: RevisionView,
  entry: DocumentEntry,
  cover: ReturnType<typeof readPageSettings>['cover'],
): Pick<DocumentPage, 'cover'> {
  if (!cover) return {};
  const ref = (raw: string): ContentRef => {
    const target = resolveSeenTarget(view, entry.git?.path, raw);
    return target?.kind === 'file' ? target : { kind: 'url', url: raw };
  };
  return {
    cover: {
      ref: ref(cover.light),
      ...(cover.dark ? { refDark: ref(cover.dark) } : {}),
      yPos: cover.yPos,
      ...(cover.height === undefined ? {} : { height: cover.height }),
    },
  };
}

/** Canonical and alternate addresses of a page, as references; empty when the page names none. */
export function presentMetaLinks(
  view: RevisionView,
  entry: DocumentEntry,
  settings: Pick<ReturnType<typeof readPageSettings>, 'alternates' | 'canonical'>,
): Pick<DocumentPage, 'metaLinks'> {
  /** Addresses of hidden pages are left out. */
  const refs = (raw: string): ContentRef[] => {
    const target = resolveSeenTarget(view, entry.git?.path, raw);
    if (target?.kind === 'page') return [target];
    return view.sight && target?.kind === 'url' && target.url === HIDDEN_TARGET
      ? []
      : [{ kind: 'url', url: raw }];
  };
  const [canonical] = settings.canonical ? refs(settings.canonical) : [];
  const alternates = settings.alternates.flatMap(refs);
  if (!canonical && alternates.length === 0) return {};
  return {
    metaLinks: { ...(canonical ? { canonical } : {}), ...(alternates.length > 0 ? { alternates } : {}) },
  };
}
