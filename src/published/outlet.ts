import { type ListPictureSizes, listPictureSizes } from '../content/files/picture-sizes.ts';
import type { SearchAddresses, Theme } from './pages/page-data.ts';
import { type SocialPreview, socialPreviewHref } from './social-preview/social-preview.ts';

/** Where pages go: what differs between a service that answers requests and files on any host. */
export interface Outlet {
  /** What the address of a page ends with, apart from that of a space, which always ends with a slash. */
  pageEnding: '' | '/';
  /** The search from the space at an address. */
  searchOf(homeHref: string): SearchAddresses;
  /** Where pages of the space at an address send what readers do and say; undefined: nobody takes it. */
  readerPostsOf(homeHref: string): { eventsHref: string; feedbackHref: string } | undefined;
  /** Where pages of the space at an address send requests to APIs; undefined: nobody sends them on. */
  apiRequestOf(homeHref: string): string | undefined;
  /** The address of the picture for links to a page of the space at an address; undefined: none is drawn. */
  socialPreviewOf(homeHref: string, pageId: string, preview: SocialPreview): string | undefined;
  /** The smaller sizes in which pictures are there. */
  listPictureSizes: ListPictureSizes;
  /** The content security policy that a page itself carries; undefined: a header carries it. */
  policyOf(theme: Theme): string | undefined;
}

/** The sites origin. */
export const SERVED: Outlet = {
  pageEnding: '',
  searchOf: (homeHref) => ({ href: `${homeHref}~/search`, answersHref: `${homeHref}~/search.json` }),
  readerPostsOf: (homeHref) => ({ eventsHref: `${homeHref}~/events`, feedbackHref: `${homeHref}~/feedback` }),
  apiRequestOf: (homeHref) => `${homeHref}~/api-request`,
  socialPreviewOf: socialPreviewHref,
  listPictureSizes,
  policyOf: () => undefined,
};
