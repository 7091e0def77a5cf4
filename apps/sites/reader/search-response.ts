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
  /** Of an operation or a webhook, which is the section. */
  operation?: { method: string; path: MarkedText };
  excerpt: MarkedText;
  /** The ids of the page and its space; absent if nothing is recorded. */
  ids?: { spaceId: string; pageId: string };
}

/** The operation with a label such as `GET /pets`; undefined for the empty label of a schema. */
export function readOperation(
  label: string,
  mark: (text: string) => MarkedText,
): SearchResult['operation'] | undefined {
  const end = label.indexOf(' ');
  return end < 0 ? undefined : { method: label.slice(0, end), path: mark(label.slice(end + 1)) };
}

/** What is above a result; above an operation, its page too. */
export const listCrumbs = ({ crumbs, title, section, operation }: SearchResult): string[] => {
  const page = title.map(([text]) => text).join('');
  return operation && section ? [...crumbs, page] : crumbs;
};

/** A text in pieces, each with whether it matches. It is text, never markup. */
export type MarkedText = [text: string, isMatch: boolean][];
