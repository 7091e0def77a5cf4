/** What the service answers to a search in a site. */
export interface SearchAnswer {
  /** The best matches: those of one page follow each other. */
  results: SearchResult[];
  /** The number of pages that match. */
  total: number;
}

export interface SearchResult {
  title: MarkedText;
  /** The address of the page, for this visitor. */
  href: string;
  /** From the section of the site down to the page above. */
  crumbs: string[];
  /** The part of the page that matches; absent where the page itself does. */
  section?: { title: MarkedText; href: string };
  excerpt: MarkedText;
  /** The ids of the page and its space; absent where nothing is recorded. */
  ids?: { spaceId: string; pageId: string };
}

/** A text in pieces, each with whether it matches. It is text, never markup. */
export type MarkedText = [text: string, isMatch: boolean][];
