import { type ListPictureSizes, listPictureSizes } from '../server/content/files/picture-sizes.ts';
import type { ExternalPicturesMode } from './external-pictures/external-picture-address.ts';
import type { SearchAddresses, Theme } from './pages/page-data.ts';
import { type SocialPreview, socialPreviewHref } from './social-preview/social-preview.ts';

/** The differences between pages that a service sends and pages that are files on any host. */
export interface Delivery {
  /** The end of the address of a page. The address of a space always ends with a slash. */
  pageEnding: '' | '/';
  /** The addresses of the search in the space at an address. */
  searchOf(homeHref: string): SearchAddresses;
  /** The addresses to which pages of the space at an address send events and feedback; undefined if there are none. */
  readerPostsOf(homeHref: string): { eventsHref: string; feedbackHref: string } | undefined;
  /**
   * The address to which pages of the space at an address send requests to APIs; undefined if nothing forwards them.
   */
  apiRequestOf(homeHref: string): string | undefined;
  /** The address of the picture for links to a page of the space at an address; undefined: none is drawn. */
  socialPreviewOf(homeHref: string, pageId: string, preview: SocialPreview): string | undefined;
  /** Lists the smaller sizes of a picture. */
  listPictureSizes: ListPictureSizes;
  /** How pages show pictures on other hosts, given the setting of the site. */
  externalPicturesOf(mode: ExternalPicturesMode): ExternalPicturesMode;
  /** The content security policy that a page itself carries; undefined: a header carries it. */
  policyOf(theme: Theme, loadsExternalPictures: boolean): string | undefined;
}

/** Pages that the sites origin sends. */
export const SERVED: Delivery = {
  pageEnding: '',
  searchOf: (homeHref) => ({ href: `${homeHref}~/search`, answersHref: `${homeHref}~/search.json` }),
  readerPostsOf: (homeHref) => ({ eventsHref: `${homeHref}~/events`, feedbackHref: `${homeHref}~/feedback` }),
  apiRequestOf: (homeHref) => `${homeHref}~/api-request`,
  socialPreviewOf: socialPreviewHref,
  listPictureSizes,
  externalPicturesOf: (mode) => mode,
  policyOf: () => undefined,
};
