import type { ContentStore } from '../content/revisions/content-store.ts';
import { createServedFiles } from '../content/revisions/served-file.ts';
import type { Context } from '../context.ts';
import type { FindRedirect } from '../features/site-redirects/find-redirect.ts';
import type { SiteSearchParts } from '../features/site-search/search-site.ts';
import type { SiteReaders } from '../features/site-visitors/site-readers.ts';
import type { Assets } from './assets.ts';
import { createHostsOfFiles } from './hosts-of-files.ts';
import type { PublishedDeps } from './published-app.ts';
import { createPublishedPages } from './published-pages.ts';
import { createPublishedSearch } from './published-search.ts';
import { createEnterSite } from './site-visits.ts';
import { createVisibleContents } from './visible-contents.ts';

const SERVED_FILES_CACHE_BYTES = 16_000_000;

interface PublishedSources {
  readers: SiteReaders;
  search: SiteSearchParts;
  assets: Assets;
  findRedirect: FindRedirect;
}

/** What the sites origin serves from: the content and the readers that the API has in memory. */
export function createPublishedParts(
  context: Context,
  store: ContentStore,
  { readers, search, assets, findRedirect }: PublishedSources,
): Omit<PublishedDeps, 'log'> {
  const { config, pointers, blobs } = context;
  const readVisible = createVisibleContents(store);
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
      ...createPublishedPages(context, store, { assets, readVisible, findRedirect }),
      searchSite: createPublishedSearch({ context, store, search, readVisible }),
    },
  };
}
