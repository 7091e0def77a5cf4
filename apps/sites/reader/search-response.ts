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

/** A result, and whether it is shown as a part of the page before it. */
export interface PlacedResult {
  result: SearchResult;
  isPart: boolean;
}

/** A part is shown below its page if that is a result, too. Schemas of a spec are found without their page. */
export function placeResults(results: readonly SearchResult[]): PlacedResult[] {
  let page: string | undefined;
  return results.map((result) => {
    if (!result.section) page = result.href;
    return { result, isPart: result.section !== undefined && !result.operation && result.href === page };
  });
}

/** What is above a result: its page, too, if the result is in one that is not shown above it. */
export function listCrumbs({ result: { crumbs, title, section }, isPart }: PlacedResult): string[] {
  if (isPart) return [];
  return section ? [...crumbs, title.map(([text]) => text).join('')] : crumbs;
}

/** A text in pieces, each with whether it matches. It is text, never markup. */
export type MarkedText = [text: string, isMatch: boolean][];
