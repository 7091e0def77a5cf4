import { contentNotFound } from '../apps/server/domains/publishing/published-content/resolve-url.ts';
import type { BlobStore } from '../apps/server/platform/storage/blob-store.ts';
import type { PublishedDeps } from '../apps/sites/published-app.ts';
import { SiteTraffic } from '../apps/sites/site-traffic.ts';
import { testAssets } from './assets.ts';
import { testThreads } from './threads.ts';

/** A sites origin without sites, for tests of the files that it serves. */
export const filesOnly = (
  blobs: BlobStore,
  findServedFile: PublishedDeps['files']['findServedFile'],
): Pick<PublishedDeps, 'files' | 'pages'> => ({
  files: {
    blobs,
    findServedFile,
    cacheBytes: 10_000_000,
    sizesCacheBytes: 10_000_000,
    threads: testThreads(),
    isServedOn: async () => true,
  },
  pages: {
    assets: testAssets(),
    config: {
      baseUrl: 'http://127.0.0.1:3000',
      sitesUrl: 'http://127.0.0.1:3001',
      sitesSubdomains: false,
      sitesCdnSeconds: 0,
      securityContact: undefined,
    },
    findDependencies: () => undefined,
    answerApiRequest: () => Promise.reject(new Error('There are no pages.')),
    clock: () => new Date(),
    pointers: undefined as never,
    openSites: undefined as never,
    entry: undefined as never,
    recordUse: () => {},
    refusals: { send: async () => false, sendFarewell: undefined as never },
    enterSite: async () => {
      throw contentNotFound();
    },
    enterAsProgram: async () => {
      throw contentNotFound();
    },
    drawFramedPage: async () => {
      throw contentNotFound();
    },
    createSiteTools: undefined as never,
    readSocialPreview: async () => {
      throw contentNotFound();
    },
    readExternalPicture: async () => {
      throw contentNotFound();
    },
    traffic: new SiteTraffic(),
    tracking: undefined as never,
    programReads: { settle: async () => {} } as never,
    findWhyNotFound: undefined as never,
    renderSearch: async () => {
      throw contentNotFound();
    },
    readSiteFile: async () => {
      throw contentNotFound();
    },
    searchSite: async () => {
      throw contentNotFound();
    },
    readPage: async () => {
      throw contentNotFound();
    },
  },
});
