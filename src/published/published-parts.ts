import { DecisionBasis, joinBases } from '../access/decision-basis.ts';
import type { FindFormerPage } from '../content/references/former-pages.ts';
import type { ContentStore } from '../content/revisions/content-store.ts';
import { createServedFiles } from '../content/revisions/served-file.ts';
import type { Context } from '../context.ts';
import type { TrackingParts } from '../features/insights/events/track-events.ts';
import { createDescribeParts } from '../features/openapi/reference/describe-parts.ts';
import type { SpecFinders } from '../features/openapi/reference/spec-finders.ts';
import { findSiteBasis, findSpacesBasis } from '../features/published-content/site-basis.ts';
import type { FindRedirect } from '../features/site-redirects/find-redirect.ts';
import type { CountRedirect } from '../features/site-redirects/redirect-uses.ts';
import type { SiteSearchParts } from '../features/site-search/search-site.ts';
import type { SiteReaders } from '../features/site-visitors/site-readers.ts';
import { createAnswerApiRequest } from './api-requests/answer-api-request.ts';
import type { Assets } from './assets.ts';
import { createHostsOfFiles } from './files/hosts-of-files.ts';
import { createFindWhyNotFound } from './insights/gated-pages.ts';
import type { ProgramReads } from './insights/program-reads.ts';
import { createLocatePage } from './locating/locate-page.ts';
import { createEnterAsProgram } from './machines/enter-as-program.ts';
import { createPageMarkdown } from './machines/page-markdown.ts';
import { createSiteFiles } from './machines/site-files.ts';
import { createSiteToolsOf } from './machines/site-tools.ts';
import { SERVED } from './outlet.ts';
import type { PublishedDeps } from './published-app.ts';
import { createPublishedPages } from './published-pages.ts';
import { createPublishedSearch } from './published-search.ts';
import { createReadPublishedPage } from './read-published-page.ts';
import { createSiteLooks } from './site-looks.ts';
import { createSiteReadings } from './site-readings.ts';
import type { SiteTraffic } from './site-traffic.ts';
import { createSocialPreviews } from './social-preview/social-previews.ts';
import { createVisibleContents } from './visible-contents.ts';
import { createEnterSite } from './visits/site-visits.ts';

const SERVED_FILES_CACHE_BYTES = 16_000_000;
const PICTURE_SIZES_CACHE_BYTES = 32_000_000;

interface PublishedSources {
  readers: SiteReaders;
  search: SiteSearchParts;
  specs: SpecFinders;
  assets: Assets;
  findRedirect: FindRedirect;
  countRedirect: CountRedirect;
  findFormerPage: FindFormerPage;
  traffic: SiteTraffic;
  tracking: TrackingParts;
  programReads: ProgramReads;
}

/** Creates the parts that the sites origin serves from: the content and the readers that the API has in memory. */
export function createPublishedParts(
  context: Context,
  store: ContentStore,
  {
    readers,
    search,
    specs,
    assets,
    findRedirect,
    countRedirect,
    findFormerPage,
    traffic,
    tracking,
    programReads,
  }: PublishedSources,
): Omit<PublishedDeps, 'log'> {
  const { config, pointers, blobs, clock, threads } = context;
  const describeParts = createDescribeParts(context, specs);
  const readVisible = createVisibleContents(store, specs);
  const lookOf = createSiteLooks(context);
  const readings = createSiteReadings(context, store, { readVisible, readers, outlet: SERVED });
  const { renderPage, renderSearch } = createPublishedPages(context, store, {
    assets,
    readings,
    lookOf,
    outlet: SERVED,
    describeParts,
  });
  const markdown = createPageMarkdown(context, store, readings, describeParts);
  const locate = createLocatePage({
    config,
    store,
    findRedirect,
    countRedirect,
    findFormerPage,
    readings,
  });
  const readPage = createReadPublishedPage({ readings, locate, renderPage, markdown });
  const searchSite = createPublishedSearch({ clock, search, readings });
  return {
    trustProxy: config.trustProxy,
    files: {
      blobs,
      cacheBytes: SERVED_FILES_CACHE_BYTES,
      sizesCacheBytes: PICTURE_SIZES_CACHE_BYTES,
      threads,
      findServedFile: createServedFiles(context, store),
      isServedOn: createHostsOfFiles(pointers, config),
    },
    pages: {
      config,
      assets,
      pointers,
      openSites: readers.openSites,
      enterSite: createEnterSite(context, readers),
      readPage,
      enterAsProgram: createEnterAsProgram(context, readers),
      createSiteTools: createSiteToolsOf({ config, lookOf, readings, readPage, searchSite }),
      readSiteFile: createSiteFiles(context, store, { readings, markdown, lookOf }),
      clock,
      traffic,
      tracking,
      programReads,
      findWhyNotFound: createFindWhyNotFound({ pointers, store, readings, findFormerPage }),
      renderSearch,
      readSocialPreview: createSocialPreviews(context, { readings, lookOf }),
      searchSite,
      answerApiRequest: createAnswerApiRequest(context, store, { readings, describeParts }),
      findBasis({ open, spaceId }) {
        const site = findSiteBasis(pointers, open);
        const spaces = findSpacesBasis(pointers, open.structure);
        const specs = pointers.specs.peekEntry(open.site.organizationId);
        const translation = pointers.translations.peekEntry(spaceId);
        if (!site || !spaces || !specs || !translation) return undefined;
        return joinBases(site, spaces, new DecisionBasis([specs, translation]));
      },
    },
  };
}
