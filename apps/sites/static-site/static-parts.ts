import { createFindFormerPage } from '../../server/content/references/former-pages.ts';
import { type ContentStore, createContentStore } from '../../server/content/revisions/content-store.ts';
import {
  createShownDocuments,
  type ShownDocuments,
} from '../../server/domains/content/search/shown-documents.ts';
import { createFindRedirect } from '../../server/domains/publishing/site-redirects/find-redirect.ts';
import {
  createVisibleIndexes,
  type VisibleIndexes,
} from '../../server/domains/publishing/site-search/visible-indexes.ts';
import {
  createSiteReaders,
  type SiteReaders,
} from '../../server/domains/publishing/site-visitors/site-readers.ts';
import { createFindFormerPlace } from '../../server/domains/publishing/sites/former-paths/find-former-place.ts';
import { createDescribeParts } from '../../server/domains/specs/reference/describe-parts.ts';
import { createSpecFinders } from '../../server/domains/specs/reference/spec-finders.ts';
import type { Context } from '../../server/platform/context.ts';
import type { Assets } from '../assets.ts';
import { createFindServedFile, type FindServedFile } from '../files/find-served-file.ts';
import { createLocatePage, type LocatePage } from '../locating/locate-page.ts';
import { createPageMarkdown, type PageMarkdown } from '../machines/page-markdown.ts';
import { createSiteFiles, type ReadSiteFile } from '../machines/site-files.ts';
import type { FontFace } from '../pages/page-data.ts';
import { PublishedPages } from '../published-pages.ts';
import { createSiteLooks, type FindLook } from '../site-looks.ts';
import { createSiteReadings, type SiteReadings } from '../site-readings.ts';
import { createVisibleContents } from '../visible-contents.ts';
import type { BaseUrl } from './base-url.ts';
import { placeAssets, STATIC } from './static-delivery.ts';

/** The functions that a build uses: those of the sites origin, for another address. */
export interface StaticParts {
  readers: SiteReaders;
  readings: SiteReadings;
  pages: PublishedPages;
  markdown: PageMarkdown;
  locate: LocatePage;
  findServedFile: FindServedFile;
  /** The fonts that come with the service and that pages read so far use. */
  usedFonts: ReadonlySet<string>;
  visible: VisibleIndexes;
  shownDocuments: ShownDocuments;
  facts: ContentStore['facts'];
  /** `written` reads the Markdown of pages, which has already been written. */
  readSiteFilesFrom(written: PageMarkdown): ReadSiteFile;
}

const SHOWN_DOCUMENTS_BYTES = 16_000_000;

/** The address of the copy of a file; undefined if the site has no such file. */
export type PlaceFile = (url: string) => Promise<string | undefined>;

/** Creates the functions of a build. They all use one time, so that no condition becomes true between two pages. */
export function createStaticParts(
  context: Context,
  { base, assets, placeFile }: { base: BaseUrl; assets: Assets; placeFile: PlaceFile },
): StaticParts {
  const now = context.clock();
  const config = { ...context.config, sitesUrl: base.origin, sitesSubdomains: false };
  const there: Context = { ...context, config, clock: () => now };
  const store: ContentStore = createContentStore(there);
  const readers = createSiteReaders(there);
  const specs = createSpecFinders(there);
  const describeParts = createDescribeParts(there, specs);
  const readings = createSiteReadings(there, store, {
    readVisible: createVisibleContents(store, specs),
    readers,
    delivery: STATIC,
  });
  // Logos and icons are stored with the addresses that they have on the instance.
  const usedFonts = new Set<string>();
  const lookOf = withPlacedFonts(createSiteLooks(context), { placeFile, usedFonts });
  const markdown = createPageMarkdown(there, store, readings, describeParts);
  return {
    readers,
    readings,
    usedFonts,
    pages: new PublishedPages(there, store, {
      assets: placeAssets(assets, base),
      readings,
      lookOf,
      delivery: STATIC,
      describeParts,
    }),
    markdown,
    locate: createLocatePage({
      config,
      store,
      findRedirect: createFindRedirect(there, store),
      countRedirect: () => {},
      findFormerPage: createFindFormerPage(there.db),
      findFormerPlace: createFindFormerPlace(there),
      readings,
    }),
    findServedFile: createFindServedFile(there, store),
    visible: createVisibleIndexes(there, store),
    facts: store.facts,
    shownDocuments: createShownDocuments(store.facts, SHOWN_DOCUMENTS_BYTES),
    readSiteFilesFrom: (written) =>
      createSiteFiles(there, store, {
        readings,
        markdown: written,
        lookOf,
        sitemapPart: (part) => `sitemap-pages-${part}.xml`,
      }),
  };
}

/**
 * Replaces the addresses of the site's own fonts in its look, and notes the others that it uses. The content security policy contains the digest of the style,
 * so the addresses must be final before a page is written.
 */
const withPlacedFonts =
  (lookOf: FindLook, { placeFile, usedFonts }: { placeFile: PlaceFile; usedFonts: Set<string> }): FindLook =>
  async (site, siteSpaceId) => {
    const { look, customization } = await lookOf(site, siteSpaceId);
    for (const name of look.shippedFonts) usedFonts.add(name);
    const fonts: FontFace[] = [];
    for (const face of look.theme.fonts) {
      const placed = await Promise.all(face.sources.map(placeFile));
      const sources = placed.filter((url) => url !== undefined);
      if (sources.length > 0) fonts.push({ ...face, sources });
    }
    return { look: { ...look, theme: { ...look.theme, fonts } }, customization };
  };
