import { createHash } from 'node:crypto';
import { createEvaluator } from '@lectern/expressions/evaluator';
import type { References } from '@lectern/render/references';
import type { DescribeParts } from '@lectern/render/spec-parts';
import { type DocumentWords, ENGLISH_WORDS } from '@lectern/render/words';
import type { ContentStore } from '../server/content/revisions/content-store.ts';
import { type RevisionView, viewRevision } from '../server/content/revisions/revision-view.ts';
import { createPageContributors } from '../server/domains/content/history/page-contributors.ts';
import { withAnchorsOfContents } from '../server/domains/content/links/resolution/load-anchors.ts';
import type { Evaluation } from '../server/domains/content/revisions/adaptive-reads.ts';
import { DocumentReads, drawIcons } from '../server/domains/content/revisions/document-reads.ts';
import { findChosenNames } from '../server/domains/identity/users/users.queries.ts';
import type { ResolvedContent } from '../server/domains/publishing/published-content/resolve-url.ts';
import type { Customization } from '../server/domains/publishing/site-settings/customization/customization.schemas.ts';
import type { Context } from '../server/platform/context.ts';
import { siteUrl } from '../server/platform/http/site-url.ts';
import { MeteredCache } from '../server/platform/metrics/metered-cache.ts';
import { type Assets, pageAssets } from './assets.ts';
import { buildPageData, type PageContent, type PageFrame } from './build-page-data.ts';
import type { Delivery } from './delivery.ts';
import { fillEmbeds, listEmbeds } from './embeds/fill-embeds.ts';
import type { PageEmbeds } from './embeds/page-embeds.ts';
import {
  createFindExternalPicture,
  type ExternalPicturesMode,
  type FindExternalPicture,
  listProxied,
} from './external-pictures/external-picture-address.ts';
import type { ExternalPictures } from './external-pictures/external-pictures.ts';
import { findLinksElsewhere, type LinksElsewhere, withLinksElsewhere } from './links-elsewhere.ts';
import type { NearPage } from './locating/near-pages.ts';
import { buildPageMeta } from './machines/build-page-meta.ts';
import { type LanguageVariant, readLanguageVariants } from './machines/language-variants.ts';
import { knownLanguage } from './messages/known-language.ts';
import { messagesOf } from './messages/messages.ts';
import { missingPage } from './missing-page.ts';
import { buildPageContent } from './page-content.ts';
import type { NavigationEntry, NavigationTab, PageData } from './pages/page-data.ts';
import { renderSitePage } from './pages/site-page.ts';
import { styleSource } from './pages/theme-style.ts';
import { previewKindOf } from './preview-kind.ts';
import { createPublishedReferences, findLinkHref } from './published-references.ts';
import type { SearchResponse } from './reader/search-response.ts';
import type { KeptBody } from './responses/send-compressed.ts';
import { searchPage } from './search-page.ts';
import { buildSiteChrome } from './site-chrome.ts';
import { type FindLook, type SiteLook, withExternalPictures } from './site-looks.ts';
import { isPublicSite, type Reading, type SiteReadings } from './site-readings.ts';
import { titleOfSite } from './site-title.ts';
import { type PageNotice, readTranslationNotice } from './translation-notice.ts';
import type { VisiblePage } from './visible-page.ts';

/** The names of the icons on a page outside of its text, each once. */
function listIcons({ icon, tabs, navigation }: Pick<PageData, 'icon' | 'tabs' | 'navigation'>): string[] {
  const names = new Set<string>();
  const visit = (entries: readonly (NavigationEntry | NavigationTab)[]): void => {
    for (const entry of entries) {
      if (entry.icon !== undefined) names.add(entry.icon);
      visit(entry.children);
    }
  };
  if (icon !== undefined) names.add(icon);
  visit(tabs);
  visit(navigation);
  return [...names];
}

/** Returns the texts that documents contain on their own, in the language of the page. */
function documentWords(language: string): DocumentWords {
  const messages: Record<string, string> = messagesOf(language);
  const names = Object.keys(ENGLISH_WORDS);
  const words = Object.fromEntries(names.map((name) => [name, messages[name]])) as unknown as DocumentWords;
  return { ...words, locale: knownLanguage(language) };
}

/**
 * The names of the members who changed a page, the latest first. Asked for anew each time: people rename themselves and
 * leave, and no revision shows.
 */
function createFindContributors(
  { db }: Pick<Context, 'db'>,
  store: Pick<ContentStore, 'openAll'>,
): (reading: Pick<Reading, 'open'>, page: VisiblePage) => Promise<readonly string[]> {
  const readContributors = createPageContributors(db, store);
  return async ({ open }, { entry }) => {
    const userIds = (await readContributors(open)).get(entry.id) ?? [];
    const names = await findChosenNames(db, open.space.organizationId, userIds);
    return userIds.flatMap((userId) => names.get(userId) ?? []);
  };
}

/** A page as it is sent. */
export interface RenderedPage extends KeptBody {
  entityTag: string;
  isIndexed: boolean;
  /** Whether the page stays the same until something is changed: none of its conditions depends on the time. */
  isLasting: boolean;
  /** The source of its own style, for the content security policy. */
  styleSource: string;
  /** Whether browsers load pictures from other hosts. */
  loadsExternalPictures: boolean;
  /** Whether browsers send requests to API servers of readers. */
  callsOwnServers: boolean;
  /** The addresses of its pictures on other hosts whose sizes were unknown. */
  unsized: readonly string[];
  /** The embedded addresses about which nothing was known. */
  unknownEmbeds: readonly string[];
}

/** Writes the content of a page that belongs to the site itself. */
type WriteOwnPage = (frame: PageFrame) => { content: PageContent; text: string };

/** A page to render, with everything that it depends on. `page`: undefined if the page does not exist. */
interface PageInput {
  page: VisiblePage | undefined;
  evaluation: Evaluation | undefined;
  look: VisibleLook;
  /** The page in other languages. */
  variants: readonly LanguageVariant[];
  /** The notice about the translation. */
  notice: PageNotice | undefined;
  /** The names of the contributors, if the site shows them. */
  contributors: readonly string[];
  isLasting: boolean;
  framed?: PageData['framed'];
}

/** How a page for a frame is drawn. Without a look, it has that of its site. */
interface FramedLook {
  look: SiteLook | undefined;
  mode: 'light' | 'dark' | undefined;
  siteUrl: string;
}

interface VisibleLook extends SiteLook {
  /** The links of the header that the visitor sees. */
  headerLinks: Customization['header']['links'];
  elsewhere: LinksElsewhere;
}

/** The data around the text of a page, and what its text is rendered with. */
interface SurroundedFrame {
  frame: PageFrame;
  view: RevisionView;
  references: References;
  /** The addresses of pictures whose sizes were asked for and are unknown. */
  unsized: ReadonlySet<string>;
  /** How pictures of other hosts are shown whose place has a size of its own. */
  findPicture: FindExternalPicture;
  pictureMode: ExternalPicturesMode;
}

interface PublishedPagesParts {
  assets: Assets;
  readings: SiteReadings;
  lookOf: FindLook;
  delivery: Delivery;
  describeParts: DescribeParts;
  /** Undefined: no service fetches them. */
  externalPictures?: Pick<ExternalPictures, 'sizeOf'>;
  /** Undefined: embedded addresses are shown plainly. */
  embeds?: Pick<PageEmbeds, 'get' | 'ask'>;
}

const CACHE_BYTES = 32_000_000;

/**
 * Renders pages of published sites. Pages are kept in memory by everything that they depend on, such as the state of
 * the site, the revision, and the results of the conditions for the visitor. All of these are determined anew for every
 * request.
 */
export class PublishedPages {
  readonly #context: Context;
  readonly #store: ContentStore;
  readonly #parts: PublishedPagesParts;
  readonly #documents: DocumentReads;
  readonly #findContributors: ReturnType<typeof createFindContributors>;
  readonly #kept = new MeteredCache<string, RenderedPage>('site-pages', {
    maxSize: CACHE_BYTES,
    // The compressed forms add about a quarter.
    sizeCalculation: ({ body }) => Math.ceil(body.length * 1.25) + 500,
  });
  readonly #making = new Map<string, Promise<RenderedPage>>();

  constructor(context: Context, store: ContentStore, parts: PublishedPagesParts) {
    this.#context = context;
    this.#store = store;
    this.#parts = parts;
    this.#documents = new DocumentReads(context, store, parts.describeParts);
    this.#findContributors = createFindContributors(context, store);
  }

  /** Renders a page of the place; undefined: the page that says that there is no such page. */
  async renderPage(reading: Reading, page: VisiblePage | undefined): Promise<RenderedPage> {
    const input = await this.#inputOf(reading, page);
    const key = this.#keyOf(reading, input);
    const kept = this.#kept.get(key);
    if (kept && !this.#knowsMore(reading, kept)) return kept;
    const making = this.#making.get(key);
    if (making) return making;
    const made = this.#render(reading, input).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    const rendered = await made;
    if (!input.evaluation?.isFleeting) this.#kept.set(key, rendered);
    return rendered;
  }

  /**
   * Renders the page that says that there is no such page, with those that the reader may have meant. With such pages it
   * is not kept: anybody can ask for any address.
   */
  async renderMissing(reading: Reading, near: readonly NearPage[]): Promise<RenderedPage> {
    if (near.length === 0) return this.renderPage(reading, undefined);
    return this.renderOwn(reading, (frame) => missingPage(frame, near));
  }

  /** Whether the size of a picture has become known, for which the page should reserve space, or an embedded address. */
  #knowsMore({ open }: Reading, { unsized, unknownEmbeds }: RenderedPage): boolean {
    const { organizationId } = open.space;
    if (unknownEmbeds.some((url) => this.#parts.embeds?.get(url) !== undefined)) return true;
    return unsized.some((url) => this.#parts.externalPictures?.sizeOf({ organizationId, url }) !== undefined);
  }

  /** Renders a page for a frame, with the look that is given, if any. Nothing of it is kept. */
  async renderFramed(
    reading: Reading,
    page: VisiblePage | undefined,
    { look, mode, siteUrl }: FramedLook,
  ): Promise<RenderedPage> {
    const input = await this.#inputOf(reading, page);
    const chosen = look ? await this.#seeLook(reading, look) : input.look;
    const shown = mode ? { ...chosen, look: { ...chosen.look, mode } } : chosen;
    const hasContributors = page !== undefined && shown.customization.contributors.enabled;
    const contributors = hasContributors ? await this.#findContributors(reading, page) : [];
    return this.#render(reading, { ...input, look: shown, contributors, framed: { siteUrl } });
  }

  /** Renders the page with the results of a search. */
  async renderSearch(place: ResolvedContent, query: string, response: SearchResponse): Promise<RenderedPage> {
    const reading = await this.#parts.readings.read(place);
    return this.renderOwn(reading, (frame) => searchPage(frame, query, response));
  }

  /** Renders a page that belongs to the site itself, not to its content. */
  async renderOwn(reading: Reading, write: WriteOwnPage): Promise<RenderedPage> {
    const { frame } = await this.#frameOf(reading, await this.#lookFor(reading));
    const { content, text } = write(frame);
    return this.#finish(buildPageData(frame, undefined, content), text, false);
  }

  async #inputOf(reading: Reading, page: VisiblePage | undefined): Promise<PageInput> {
    const { readings } = this.#parts;
    const { pointers } = this.#context;
    const evaluation = page && (await readings.evaluate(reading, page));
    const look = await this.#lookFor(reading);
    const languages = page && (await readLanguageVariants(readings, reading, page));
    const isTimed =
      evaluation?.isTimed || reading.place.contents.isTimed || languages?.isTimed || look.elsewhere.isTimed;
    const hasContributors = page !== undefined && look.customization.contributors.enabled;
    const contributors = hasContributors ? await this.#findContributors(reading, page) : [];
    // Conditions of links are rare, so it is not worth examining whether they depend on the time.
    const isLasting = !isTimed && !hasContributors && look.customization.header.links.every(isUnconditional);
    const notice = page && (await readTranslationNotice({ pointers, readings }, reading, page));
    const variants = languages?.variants ?? [];
    return { page, evaluation, look, variants, notice, contributors, isLasting };
  }

  /** Finds the look of the site for a visitor: links of the header can have conditions. */
  async #lookFor(reading: Reading): Promise<VisibleLook> {
    const { resolved, place } = reading;
    return this.#seeLook(reading, await this.#parts.lookOf(resolved.open.site, place.siteSpace.siteSpaceId));
  }

  async #seeLook(reading: Reading, found: SiteLook): Promise<VisibleLook> {
    const { audience } = reading;
    const conditions = createEvaluator({ visitor: { claims: audience.claims } }, { now: audience.now });
    const { customization } = found;
    const headerLinks = customization.header.links.filter(
      ({ condition }) => condition === undefined || conditions.holds(condition),
    );
    const { readings } = this.#parts;
    const elsewhere = await findLinksElsewhere(readings, reading, customization, headerLinks);
    return { ...found, headerLinks, elsewhere };
  }

  #keyOf(reading: Reading, { page, evaluation, look, variants, notice, contributors }: PageInput): string {
    return JSON.stringify([
      ...this.#parts.readings.keyOf(reading),
      page?.entry.id ?? null,
      evaluation?.key ?? null,
      variants,
      notice ?? null,
      contributors,
      look.customization.header.links.map((link) => (look.headerLinks.includes(link) ? 1 : 0)),
      [...look.elsewhere.hrefs],
    ]);
  }

  /** Builds the parts around the text that are the same on all pages of the place. */
  async #frameOf(
    { resolved, open, place }: Reading,
    { look: plainLook, customization, headerLinks, elsewhere }: VisibleLook,
    framed?: PageData['framed'],
  ): Promise<SurroundedFrame> {
    const { assets, delivery } = this.#parts;
    const { site } = resolved.open;
    const flags = { hasGit: true, isComputed: false };
    const view = await viewRevision(this.#context, this.#store, open, flags, []);
    const unsized = new Set<string>();
    const pictureMode = delivery.externalPicturesOf(customization.externalPictures.mode);
    const shown = { mode: pictureMode, siteId: site.siteId, homeHref: place.homeHref };
    const findSizedPicture = createFindExternalPicture(this.#context, {
      ...shown,
      sizeOf: (url) => {
        const { organizationId } = open.space;
        const size = this.#parts.externalPictures?.sizeOf({ organizationId, url });
        if (size === undefined) unsized.add(url);
        return size ?? undefined;
      },
    });
    const references = createPublishedReferences(view, place, {
      listPictureSizes: delivery.listPictureSizes,
      findExternalPicture: findSizedPicture,
    });
    // Logos have the height of the header, whatever their size.
    const findPicture = createFindExternalPicture(this.#context, { ...shown, sizeOf: () => undefined });
    const look = withExternalPictures(plainLook, customization, findPicture);
    const linkReferences = await withAnchorsOfContents(this.#store, open, references);
    const preview = previewKindOf(resolved.visitor);
    const language = place.siteSpace.space.language ?? customization.internationalization.locale;
    const isRecorded = site.isRecording && (preview === undefined || framed !== undefined);
    const posts = isRecorded ? delivery.readerPostsOf(place.homeHref) : undefined;
    const frame: PageFrame = {
      place,
      site: { title: titleOfSite(site, customization, language), href: place.siteHref },
      look,
      assets: pageAssets(assets, look.shippedFonts),
      search: delivery.searchOf(place.homeHref),
      loadsExternalPictures: pictureMode === 'direct',
      callsOwnServers: site.allowsOwnServers,
      policy: delivery.policyOf(look.theme, pictureMode === 'direct'),
      eventsHref: framed ? undefined : posts?.eventsHref,
      feedbackHref: customization.feedback.enabled ? posts?.feedbackHref : undefined,
      language,
      chrome: buildSiteChrome(customization, headerLinks, {
        references: withLinksElsewhere(references, elsewhere),
        language,
        footerLogo: look.footerLogo,
      }),
      hasTurns: customization.pagination.enabled,
      framed,
      // The console says around the frame what it shows.
      preview: framed ? undefined : preview && { kind: preview, leaveHref: `${place.siteHref}~/logout` },
      linkHref: ({ entry }) =>
        entry.type === 'link' ? findLinkHref(view, linkReferences, entry) : undefined,
    };
    return { frame, view, references, unsized, findPicture, pictureMode };
  }

  async #render(
    reading: Reading,
    { page, evaluation, look, variants, notice, contributors, isLasting, framed }: PageInput,
  ): Promise<RenderedPage> {
    const { config } = this.#context;
    const { delivery } = this.#parts;
    const { resolved, open, place } = reading;
    const { site } = resolved.open;
    const around = await this.#frameOf(reading, look, framed);
    const { frame, view, references, unsized } = around;
    const { language } = frame;
    const document = page?.entry.type === 'document' ? page.entry : undefined;
    if (!page || !document) {
      const { content, text } = missingPage(frame);
      return this.#finish(buildPageData(frame, undefined, content), text, isLasting);
    }
    const isPublic = isPublicSite(resolved);
    const content = buildPageContent({
      page: { ...page, entry: document },
      place,
      view,
      references,
      customization: look.customization,
      language,
      notice,
      contributors,
      publicUrl: isPublic ? new URL(place.pageHref(document.id), siteUrl(config, site)).href : undefined,
    });
    const drawn = await this.#documents.html(
      { ...open, sight: evaluation?.see(open.snapshot) },
      { hash: document.document, blocks: page.computed?.blocks, path: document.git?.path },
      {
        outcomes: evaluation?.outcomes,
        words: documentWords(language),
        apiRequestHref: site.allowsApiRequests ? delivery.apiRequestOf(place.homeHref) : undefined,
        hasOwnServers: true,
        inStretches: true,
        title: document.title,
      },
      references,
    );
    const { outline, isWide } = drawn;
    const { html, unknownEmbeds } = this.#fillEmbeds(drawn.html, site.siteId, around);
    const hasOutline = page.settings?.layout.outline !== false;
    const data = buildPageData(frame, page, {
      ...content,
      layout: { ...content.layout, isWide: content.layout.isWide || isWide },
      outline: hasOutline ? outline : [],
      meta: undefined,
    });
    // A framed page is for nobody else.
    const meta = framed
      ? undefined
      : buildPageMeta(config, { reading, page, variants, look, delivery, data });
    // A thread asks about links, too.
    const waiting = unsized.size === 0 ? [] : [...listProxied(html)].filter((url) => unsized.has(url));
    const isComplete = waiting.length + unknownEmbeds.length === 0;
    const rendered = await this.#finish({ ...data, meta }, html, isLasting && isComplete);
    return { ...rendered, unsized: waiting, unknownEmbeds };
  }

  /**
   * Shows what is known about embedded addresses, and asks about the others. Sites whose pictures of other hosts do not
   * come through the service ask nothing.
   */
  #fillEmbeds(
    html: string,
    siteId: string,
    { findPicture, pictureMode }: SurroundedFrame,
  ): { html: string; unknownEmbeds: readonly string[] } {
    const { embeds } = this.#parts;
    if (!embeds || pictureMode !== 'proxy') return { html, unknownEmbeds: [] };
    const urls = listEmbeds(html);
    if (urls.length === 0) return { html, unknownEmbeds: [] };
    for (const url of urls) embeds.ask(url, siteId);
    return {
      html: fillEmbeds(
        html,
        (url) => embeds.get(url),
        (url) => findPicture(url)?.src,
      ),
      unknownEmbeds: urls.filter((url) => embeds.get(url) === undefined),
    };
  }

  /** Icons are drawn when it is known which ones the page shows. */
  async #finish(data: Omit<PageData, 'icons'>, text: string, isLasting: boolean): Promise<RenderedPage> {
    const icons = await drawIcons(this.#context.threads, listIcons(data));
    return toRendered({ ...data, icons }, text, isLasting);
  }
}

const isUnconditional = ({ condition }: Customization['header']['links'][number]): boolean =>
  condition === undefined;

function toRendered(data: PageData, text: string, isLasting: boolean): RenderedPage {
  const { before, after } = renderSitePage(data);
  const body = Buffer.from(`${before}${text}${after}`);
  return {
    body,
    entityTag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    isIndexed: data.isIndexed,
    isLasting,
    unsized: [],
    unknownEmbeds: [],
    compressed: {},
    styleSource: styleSource(data.look.theme),
    loadsExternalPictures: data.loadsExternalPictures,
    callsOwnServers: data.callsOwnServers,
  };
}
