import type { SearchAddresses, Theme } from './pages/page-data.ts';

/** Where pages go: what differs between a service that answers requests and files on any host. */
export interface Outlet {
  /** What the address of a page ends with, apart from that of a space, which always ends with a slash. */
  pageEnding: '' | '/';
  /** The search from the space at an address. */
  searchOf(homeHref: string): SearchAddresses;
  /** The content security policy that a page itself carries; undefined: a header carries it. */
  policyOf(theme: Theme): string | undefined;
}

/** The sites origin. */
export const SERVED: Outlet = {
  pageEnding: '',
  searchOf: (homeHref) => ({ href: `${homeHref}~/search`, answersHref: `${homeHref}~/search.json` }),
  policyOf: () => undefined,
};
