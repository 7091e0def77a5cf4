/** The response of the service to a search in a site. */
export interface SearchResponse {
  /** The best matches; those in one page follow each other. */
  results: SearchResult[];
  /** The number of pages that match. */
  total: number;
  /** The sections that the reader can choose from; absent if there are not several. */
  sections?: { id: string; title: string }[];
}

export interface SearchResult {
  title: MarkedText;
  /** The address of the page, for this visitor. */
  href: string;
  /** The titles from the section of the site down to the parent page. */
  crumbs: string[];
  /** The part of the page that matches; absent if the page itself does. */
  section?: { title: MarkedText; href: string };
  excerpt: MarkedText;
  /** The ids of the page and its space; absent if nothing is recorded. */
  ids?: { spaceId: string; pageId: string };
}

/** A text in pieces, each with whether it matches. It is text, never markup. */
export type MarkedText = [text: string, isMatch: boolean][];
