import type { ContentStore } from '../content/revisions/content-store.ts';
import { createServedFiles } from '../content/revisions/served-file.ts';
import type { Context } from '../context.ts';
import type { FindRedirect } from '../features/site-redirects/find-redirect.ts';
import type { SiteReaders } from '../features/site-visitors/site-readers.ts';
import type { Assets } from './assets.ts';
import { createHostsOfFiles } from './hosts-of-files.ts';
import type { PublishedDeps } from './published-app.ts';
import { createPublishedPages } from './published-pages.ts';
import { createEnterSite } from './site-visits.ts';

const SERVED_FILES_CACHE_BYTES = 16_000_000;

/** What the sites origin serves from: the content and the readers that the API has in memory. */
export function createPublishedParts(
  context: Context,
  store: ContentStore,
  { readers, assets, findRedirect }: { readers: SiteReaders; assets: Assets; findRedirect: FindRedirect },
): Omit<PublishedDeps, 'log'> {
  const { config, pointers, blobs } = context;
  return {
    trustProxy: config.trustProxy,
    files: {
      blobs,
      cacheBytes: SERVED_FILES_CACHE_BYTES,
      findServedFile: createServedFiles(context, store),
      isServedOn: createHostsOfFiles(pointers, config),
    },
    pages: {
      config,
      assets,
      pointers,
      openSites: readers.openSites,
      enterSite: createEnterSite(context, readers),
      readPage: createPublishedPages(context, store, { assets, findRedirect }),
    },
  };
}
