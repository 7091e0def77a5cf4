import { cutText } from '@lectern/std/cut-text';
import type { Caller } from '../../../platform/access/role-sql.ts';
import { searchOrganization } from '../../content/search/search-organization.ts';
import type { SearchParts } from '../../content/search/search-parts.ts';
import { readTerms } from '../clustering/read-terms.ts';

export type FoundSpaces = Awaited<ReturnType<typeof searchOrganization>>['items'];
type FoundPage = FoundSpaces[number]['pages'][number];

const MAX_QUERY_LENGTH = 512;
/** The share of a cluster's words that a page must have to answer it. */
const NEEDED_SHARE = 0.5;

/** The pages that the caller may read and that have the words of a cluster, under their spaces. */
export async function findClusterPages(
  parts: SearchParts,
  caller: Caller,
  { terms, limit }: { terms: readonly string[]; limit: number },
): Promise<FoundSpaces> {
  const query = cutText(terms.join(' '), MAX_QUERY_LENGTH);
  if (query === '') return [];
  const found = await searchOrganization(parts, caller, {
    query,
    after: undefined,
    limit,
    issueNext: () => '',
  });
  return found.items;
}

/** Whether a page answers: its title, its description or the passages that were found have half of the words. */
export function isAnswer(page: FoundPage, terms: readonly string[]): boolean {
  const texts = [page.title, page.description, ...page.sections.flatMap(({ title, body }) => [title, body])];
  const stems = new Set(readTerms(texts.join('.\n')).terms.map(({ stem }) => stem));
  const wanted = readTerms(terms.join('. ')).terms;
  const had = wanted.filter(({ stem }) => stems.has(stem)).length;
  return wanted.length > 0 && had / wanted.length >= NEEDED_SHARE;
}
