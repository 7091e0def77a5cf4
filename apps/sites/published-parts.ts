import type { App } from '../server/app/app.ts';
import {
  findSiteDependencies,
  findSpacesDependencies,
} from '../server/domains/publishing/published-content/site-dependencies.ts';
import { createFindFormerPlace } from '../server/domains/publishing/sites/former-paths/find-former-place.ts';
import { createDescribeParts } from '../server/domains/specs/reference/describe-parts.ts';
import { createWriteRequest } from '../server/domains/specs/reference/write-request.ts';
import { Dependencies, joinDependencies } from '../server/platform/fast-path/dependencies.ts';
import { createApiRequestHandler } from './api-requests/handle-api-request.ts';
import { createAssets, pageAssets } from './assets.ts';
import { SERVED } from './delivery.ts';
import { PageEmbeds } from './embeds/page-embeds.ts';
import { ExternalPictures } from './external-pictures/external-pictures.ts';
import { createReadExternalPicture } from './external-pictures/send-external-picture.ts';
import { createFindServedFile } from './files/find-served-file.ts';
import { createHostsOfFiles } from './files/hosts-of-files.ts';
import { createDrawFramedPage } from './framed-pages/framed-pages.ts';
import { createFindWhyNotFound } from './insights/gated-pages.ts';
import { ProgramReads } from './insights/program-reads.ts';
import { createLocatePage } from './locating/locate-page.ts';
import { createFindNearPages } from './locating/near-pages.ts';
import { createEnterAsProgram } from './machines/enter-as-program.ts';
import { createPageMarkdown } from './machines/page-markdown.ts';
import { createSiteFiles } from './machines/site-files.ts';
import { createSiteToolsOf } from './machines/site-tools.ts';
import type { PublishedDeps } from './published-app.ts';
import { PublishedPages } from './published-pages.ts';
import { createPublishedSearch } from './published-search.ts';
import { createReadPublishedPage } from './read-published-page.ts';
import { createRefusals } from './refusals/refusals.ts';
import { createSiteLooks } from './site-looks.ts';
import { createSiteReadings } from './site-readings.ts';
import { SiteTraffic } from './site-traffic.ts';
import { createSocialPreviews } from './social-preview/social-previews.ts';
import { createVisibleContents } from './visible-contents.ts';
import { createEnterSite } from './visits/site-visits.ts';

const SERVED_FILES_CACHE_BYTES = 16_000_000;
const PICTURE_SIZES_CACHE_BYTES = 32_000_000;
const EXTERNAL_PICTURES_CACHE_BYTES = 32_000_000;

/** Creates the parts that the sites origin serves from: the content and the readers that the API has in memory. */
export function createPublishedParts(
  { parts, server: { metrics } }: Pick<App, 'parts' | 'server'>,
  assets = createAssets(),
): Omit<PublishedDeps, 'log'> {
  const { context, store, readers, search, specs, findRedirect, countRedirect, findFormerPage } = parts;
  const { tracking, recordUse } = parts;
  const traffic = new SiteTraffic();
  metrics.addMetric({
    name: 'site_responses_total',
    help: 'Responses of published sites, by the id of the site and what was asked for.',
    type: 'counter',
    read: () => traffic.list(),
  });
  const programReads = new ProgramReads(tracking, context);
  metrics.addMetric({
    name: 'events_lost_total',
    help: 'Reads of programs and of missing pages on published sites that could not be recorded.',
    type: 'counter',
    read: () => programReads.lost,
  });
  const { config, pointers, blobs, clock, threads } = context;
  const describeParts = createDescribeParts(context, specs);
  const readVisible = createVisibleContents(store, specs);
  const lookOf = createSiteLooks(context);
  const readings = createSiteReadings(context, store, { readVisible, readers, delivery: SERVED });
  const externalPictures = new ExternalPictures({
    policy: { allowPrivate: config.allowPrivateNetworks },
    clock,
    maxBytes: EXTERNAL_PICTURES_CACHE_BYTES,
  });
  const pages = new PublishedPages(context, store, {
    assets,
    readings,
    lookOf,
    delivery: SERVED,
    describeParts,
    externalPictures,
    embeds: new PageEmbeds(context),
  });
  const markdown = createPageMarkdown(context, store, readings, describeParts);
  const locate = createLocatePage({
    config,
    store,
    findRedirect,
    countRedirect,
    findFormerPage,
    findFormerPlace: createFindFormerPlace(context),
    readings,
  });
  const findNear = createFindNearPages({ readings, findFormerPage });
  const readPage = createReadPublishedPage({ readings, locate, findNear, pages, markdown });
  const searchSite = createPublishedSearch({ clock, search, readings });
  return {
    trustProxy: config.trustProxy,
    replicas: context.replicas,
    files: {
      blobs,
      cacheBytes: SERVED_FILES_CACHE_BYTES,
      sizesCacheBytes: PICTURE_SIZES_CACHE_BYTES,
      threads,
      findServedFile: createFindServedFile(context, store),
      isServedOn: createHostsOfFiles(pointers, config),
    },
    pages: {
      config,
      assets,
      pointers,
      openSites: readers.openSites,
      enterSite: createEnterSite(context, readers),
      entry: { context, readers },
      recordUse,
      refusals: createRefusals({
        config,
        pointers,
        openSites: readers.openSites,
        lookOf,
        assets: pageAssets(assets),
      }),
      readPage,
      drawFramedPage: createDrawFramedPage(context, { readers, readings, pages }),
      enterAsProgram: createEnterAsProgram(context, readers),
      createSiteTools: createSiteToolsOf({ config, lookOf, readings, readPage, searchSite }),
      readSiteFile: createSiteFiles(context, store, { readings, markdown, lookOf }),
      clock,
      traffic,
      tracking,
      programReads,
      findWhyNotFound: createFindWhyNotFound({ pointers, store, readings, findFormerPage }),
      renderSearch: (place, query, response) => pages.renderSearch(place, query, response),
      readSocialPreview: createSocialPreviews(context, { readings, lookOf }),
      readExternalPicture: createReadExternalPicture(context, { lookOf, pictures: externalPictures }),
      searchSite,
      answerApiRequest: createApiRequestHandler(context, store, {
        readings,
        describeParts,
        writeRequest: createWriteRequest(context),
      }),
      findDependencies({ open, spaceId }) {
        const site = findSiteDependencies(pointers, open);
        const spaces = findSpacesDependencies(pointers, open.structure);
        const specs = pointers.specs.peekEntry(open.site.organizationId);
        const translation = pointers.translations.peekEntry(spaceId);
        if (!site || !spaces || !specs || !translation) return undefined;
        return joinDependencies(site, spaces, new Dependencies([specs, translation]));
      },
    },
  };
}
