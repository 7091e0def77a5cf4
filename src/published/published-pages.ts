import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SitePointer, SpacePointer } from '../access/pointers.ts';
import type { Audience } from '../content/revisions/audience.ts';
import type { ContentStore, OpenRevision } from '../content/revisions/content-store.ts';
import { type RevisionView, viewRevision } from '../content/revisions/revision-view.ts';
import type { Context } from '../context.ts';
import { createEvaluator } from '../expressions/evaluator.ts';
import { findPreviewedRevision } from '../features/change-requests/previewed-revision.ts';
import { contentNotFound, type ResolvedContent } from '../features/published-content/resolve-url.ts';
import { createAdaptiveReads, type Evaluation, type Needs } from '../features/revisions/adaptive-reads.ts';
import { createDocumentReads } from '../features/revisions/document-reads.ts';
import type { FindRedirect } from '../features/site-redirects/find-redirect.ts';
import { lookAs } from '../features/site-redirects/look-as.ts';
import type { Customization } from '../features/site-settings/customization/customization.schemas.ts';
import type { SiteView } from '../features/site-visitors/site-view.ts';
import { audienceOf } from '../features/site-visitors/site-visitor.ts';
import { listSiteSpaces } from '../features/sites/site-structure.ts';
import { limitEntries } from '../http/entry-limit.ts';
import { siteUrl } from '../http/site-url.ts';
import { nameOf } from '../page-parts/name.ts';
import type { References } from '../rendering/references.ts';
import { type Assets, pageAssets } from './assets.ts';
import { buildPageData, type PageFrame } from './build-page-data.ts';
import { documentWords } from './document-words.ts';
import { findPublishedPage } from './find-page.ts';
import { missingPage } from './missing-page.ts';
import { buildPageContent } from './page-content.ts';
import type { PageData } from './pages/page-data.ts';
import { renderSitePage } from './pages/site-page.ts';
import { styleSource } from './pages/theme-style.ts';
import { createPublishedPlace, type PublishedPlace, previewSegmentsOf } from './published-place.ts';
import { createPublishedReferences, findLinkHref } from './published-references.ts';
import type { SearchAnswer } from './reader/search-answer.ts';
import { searchPage } from './search-page.ts';
import { buildSiteChrome } from './site-chrome.ts';
import { createSiteLooks, type SiteLook } from './site-looks.ts';
import type { SiteRequest } from './site-request.ts';
import type { ReadVisibleContents, VisiblePage } from './visible-contents.ts';

/** A page as it is sent. */
export interface RenderedPage {
  body: Buffer;
  entityTag: string;
  isIndexed: boolean;
  /** The source of its own style, for the content security policy. */
  styleSource: string;
}

export type PublishedAnswer =
  | { page: RenderedPage; isFound: boolean; isShared: boolean }
  /** `isPermanent`: for another spelling of the same place, and for redirects that say so. */
  | { location: string; isPermanent: boolean };

interface PagesParts {
  assets: Assets;
  readVisible: ReadVisibleContents;
  findRedirect: FindRedirect;
}

type ReadPublishedPage = (place: ResolvedContent, request: SiteRequest) => Promise<PublishedAnswer>;

export interface PublishedPages {
  readPage: ReadPublishedPage;
  /** The page that lists what a search found. */
  renderSearch(place: ResolvedContent, query: string, answer: SearchAnswer): Promise<RenderedPage>;
}

/** A visitor at a place, with everything that their pages are made of. */
interface Reading {
  resolved: ResolvedContent;
  open: OpenRevision;
  audience: Audience;
  view: SiteView;
  place: PublishedPlace;
}

/** What is wanted of a place. `page`: undefined for one that there is not. */
interface Wanted {
  page: VisiblePage | undefined;
  evaluation: Evaluation | undefined;
  dress: Dress;
}

interface Dress extends SiteLook {
  /** The links of the header that the visitor sees. */
  headerLinks: Customization['header']['links'];
}

const CACHE_BYTES = 32_000_000;
const MAX_NEEDS = 20_000;

/**
 * Pages of published sites. Kept in memory by everything that they depend on: the site as it is, the revision, and what
 * the conditions come to for the visitor. Each of it is asked anew for every request.
 */
export function createPublishedPages(
  context: Context,
  store: ContentStore,
  { assets, readVisible, findRedirect }: PagesParts,
): PublishedPages {
  const { config, pointers, clock } = context;
  const lookOf = createSiteLooks(context);
  const adaptive = createAdaptiveReads(store);
  const { readHtml } = createDocumentReads(context, store);
  const versionOf = createVersions();
  const needsOf = new LRUCache<string, Needs>(limitEntries(MAX_NEEDS));
  const kept = new LRUCache<string, RenderedPage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + 500,
  });
  const making = new Map<string, Promise<RenderedPage>>();

  async function read(resolved: ResolvedContent): Promise<Reading> {
    const { open: site, visitor } = resolved;
    const space = await pointers.spaces.find(resolved.spaceId);
    if (!space || space.deletedAt) throw contentNotFound();
    const revision = await openRevision(space, resolved);
    const now = clock();
    const readers = audienceOf(site.site, visitor, now);
    const view = site.viewFor(readers);
    const siteSpace = listSiteSpaces(view.structure).find(
      ({ siteSpaceId }) => siteSpaceId === resolved.siteSpaceId,
    );
    if (!siteSpace) throw contentNotFound();
    const audience = { claims: readers.claims, isVisitor: true, now };
    const contents = await readVisible(revision, audience);
    const place = createPublishedPlace({
      structure: site.structure,
      view,
      siteSpace,
      snapshot: revision.snapshot,
      contents,
      siteSegments: resolved.siteBase,
      previewSegments: previewSegmentsOf(resolved),
    });
    return { resolved, open: revision, audience, view, place };
  }

  async function openRevision(space: SpacePointer, resolved: ResolvedContent): Promise<OpenRevision> {
    const { changeRequest, revision } = resolved;
    if (revision !== undefined) return store.open(space, revision);
    if (changeRequest === undefined) return store.open(space, space.revisionId);
    const revisionId = await findPreviewedRevision(context, space, changeRequest);
    if (revisionId === undefined) throw contentNotFound();
    return store.open(space, revisionId);
  }

  async function findNeeds(open: OpenRevision, { entry }: VisiblePage): Promise<Needs> {
    const key = `${open.space.spaceId}/${open.revision.revisionId}/${entry.id}`;
    const known = needsOf.get(key);
    if (known) return known;
    const document = entry.type === 'document' ? entry : undefined;
    const needs = await adaptive.listVisitorNeeds(open, {
      document: {
        hash: document?.document,
        path: document?.git?.path,
        isDereferenced: true,
        page: document,
      },
      hasContent: false,
    });
    needsOf.set(key, needs);
    return needs;
  }

  /** A page of the place; undefined: the one that says that there is no such page. */
  async function render(reading: Reading, page: VisiblePage | undefined): Promise<RenderedPage> {
    const { open, audience } = reading;
    const needs = page && (await findNeeds(open, page));
    const evaluation = needs && adaptive.evaluate(needs, audience, 'true');
    const dress = await dressFor(reading);
    const key = keyOf(reading, { page, evaluation, dress });
    const known = kept.get(key) ?? making.get(key);
    if (known) return known;
    const made = make(reading, { page, evaluation, dress }).finally(() => making.delete(key));
    making.set(key, made);
    const rendered = await made;
    if (!evaluation?.isFleeting) kept.set(key, rendered);
    return rendered;
  }

  /** How the site looks to a visitor: links of the header can have conditions. */
  async function dressFor({ resolved, place, audience }: Reading): Promise<Dress> {
    const found = await lookOf(resolved.open.site, place.siteSpace.siteSpaceId);
    const conditions = createEvaluator({ visitor: { claims: audience.claims } }, { now: audience.now });
    const headerLinks = found.customization.header.links.filter(
      ({ condition }) => condition === undefined || conditions.holds(condition),
    );
    return { ...found, headerLinks };
  }

  function keyOf({ resolved, open, view, place }: Reading, { page, evaluation, dress }: Wanted): string {
    return JSON.stringify([
      versionOf(resolved.open.site),
      place.siteSpace.siteSpaceId,
      open.revision.revisionId,
      open.space.fileEpoch,
      page?.entry.id ?? null,
      hiddenParts(view),
      place.contents.key,
      evaluation?.key ?? null,
      dress.customization.header.links.map((link) => (dress.headerLinks.includes(link) ? 1 : 0)),
      place.siteHref,
      place.previewSegments,
      resolved.visitor.preview !== undefined,
    ]);
  }

  /** What surrounds the text on all pages of the place. */
  async function frameOf(
    { resolved, open, place }: Reading,
    { look, customization, headerLinks }: Dress,
  ): Promise<{ frame: PageFrame; view: RevisionView; references: References }> {
    const { site } = resolved.open;
    const flags = { hasGit: true, isComputed: false };
    const view = await viewRevision(context, store, open, flags, []);
    const references = createPublishedReferences(view, place);
    const isPreview = resolved.visitor.preview !== undefined;
    const language = place.siteSpace.space.language ?? customization.internationalization.locale;
    const frame: PageFrame = {
      place,
      site: { title: nameOf(customization.title ?? site.title), href: place.siteHref },
      look,
      assets: pageAssets(assets),
      language,
      chrome: buildSiteChrome(customization, headerLinks, { references, language }),
      preview: isPreview ? { leaveHref: `${place.siteHref}~/logout` } : undefined,
      linkHref: ({ entry }) => (entry.type === 'link' ? findLinkHref(view, references, entry) : undefined),
    };
    return { frame, view, references };
  }

  async function make(reading: Reading, { page, evaluation, dress }: Wanted): Promise<RenderedPage> {
    const { resolved, open, place } = reading;
    const { site } = resolved.open;
    const { frame, view, references } = await frameOf(reading, dress);
    const { language } = frame;
    const document = page?.entry.type === 'document' ? page.entry : undefined;
    if (!page || !document) {
      const { content, text } = missingPage(frame);
      return toRendered(buildPageData(frame, undefined, content), text);
    }
    const isPublic = site.visibility === 'public' && resolved.visitor.preview === undefined;
    const content = buildPageContent({
      page: { ...page, entry: document },
      place,
      view,
      references,
      customization: dress.customization,
      language,
      publicUrl: isPublic ? new URL(place.pageHref(document.id), siteUrl(config, site)).href : undefined,
    });
    const { html, outline, isWide } = await readHtml(
      { ...open, sight: evaluation?.see(open.snapshot) },
      {
        hash: document.document,
        path: document.git?.path,
        outcomes: evaluation?.outcomes,
        words: documentWords(language),
      },
      references,
    );
    const hasOutline = page.settings?.layout.outline !== false;
    const data = buildPageData(frame, page, {
      ...content,
      layout: { ...content.layout, isWide: content.layout.isWide || isWide },
      outline: hasOutline ? outline : [],
    });
    return toRendered(data, html);
  }

  /** Where a redirect of the site leads from a path at which there is no page. */
  async function followRedirect(
    { resolved, audience, place }: Reading,
    { pathname }: SiteRequest,
  ): Promise<{ location: string; isPermanent: boolean } | undefined> {
    const { open, visitor } = resolved;
    const url = new URL(place.siteHref, siteUrl(config, open.site));
    const found = await findRedirect(open.site, {
      ...lookAs({ open, store }, visitor, audience.now),
      siteUrl: url.href,
      path: pathname.slice(place.siteHref.length),
    });
    if (!found) return undefined;
    const target = new URL(found.target);
    // A path that begins with two slashes would lead to another host.
    const isHere = target.origin === url.origin && !target.pathname.startsWith('//');
    const location = isHere ? target.pathname + target.search + target.hash : target.href;
    return { location, isPermanent: found.redirect.isPermanent };
  }

  async function readPage(resolved: ResolvedContent, request: SiteRequest): Promise<PublishedAnswer> {
    const reading = await read(resolved);
    const { open, place } = reading;
    const { site } = resolved.open;
    const isOpen = site.visibility === 'public' || site.visibility === 'unlisted';
    const isShared = isOpen && !site.isAdaptive && resolved.visitor.preview === undefined;
    const found = findPublishedPage(open.snapshot, place.contents, {
      path: resolved.rest.join('/'),
      homeId: place.siteSpace.pageId,
    });
    if (found && 'moved' in found) {
      const { moved } = found;
      if ('url' in moved) return { location: moved.url, isPermanent: false };
      const anchor = moved.anchor === undefined ? '' : `#${encodeURIComponent(moved.anchor)}`;
      return { location: place.pageHref(moved.page.entry.id) + anchor, isPermanent: false };
    }
    if (found) {
      const href = place.pageHref(found.page.entry.id);
      if (href !== request.pathname)
        return { location: href, isPermanent: isShared && foldPath(href) === foldPath(request.pathname) };
    }
    const redirected = found ? undefined : await followRedirect(reading, request);
    // Browsers keep a permanent redirect: they would follow it for whoever comes next, and after the visitor has left.
    if (redirected) return { ...redirected, isPermanent: isShared && redirected.isPermanent };
    return {
      page: await render(reading, found?.page),
      isFound: found !== undefined,
      isShared,
    };
  }

  return {
    readPage,
    async renderSearch(resolved, query, answer) {
      const reading = await read(resolved);
      const { frame } = await frameOf(reading, await dressFor(reading));
      const { content, text } = searchPage(frame, query, answer);
      return toRendered(buildPageData(frame, undefined, content), text);
    },
  };
}

const foldPath = (path: string): string => path.toLowerCase().replace(/\/$/, '');

/** A number for each pointer: another one after every change of the site. */
function createVersions(): (site: SitePointer) => number {
  const versions = new WeakMap<SitePointer, number>();
  let last = 0;
  return (site) => {
    const known = versions.get(site);
    if (known !== undefined) return known;
    last += 1;
    versions.set(site, last);
    return last;
  };
}

const knownHidden = new WeakMap<SiteView, string>();

/** Names what of the structure is hidden: visitors with the same name see the same parts. */
function hiddenParts(view: SiteView): string {
  const known = knownHidden.get(view);
  if (known !== undefined) return known;
  const name = view.hidden
    .map(({ part }) => {
      if (part.kind === 'site-space') return part.siteSpaceId;
      if (part.kind === 'site-section') return part.siteSectionId;
      return part.kind === 'site-section-group' ? part.siteSectionGroupId : part.siteExternalLinkId;
    })
    .join();
  knownHidden.set(view, name);
  return name;
}

function toRendered(data: PageData, text: string): RenderedPage {
  const { before, after } = renderSitePage(data);
  const body = Buffer.from(`${before}${text}${after}`);
  return {
    body,
    entityTag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    isIndexed: data.isIndexed,
    styleSource: styleSource(data.look.theme),
  };
}
