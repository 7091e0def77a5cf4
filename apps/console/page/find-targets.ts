import { api } from '../api/client.ts';
import type { TextPlace } from '../api/place.ts';
import { pagesQuery, queries, spaceQuery } from '../api/queries.ts';
import type { LinkTarget } from '../editor/links/link-target.ts';

export interface PageItem {
  id: string;
  path?: string;
  title: string;
  type: string;
  pages?: PageItem[];
}

const MOST = 20;

/** The pages of the space whose titles contain all words of a query; those that begin with it come first. */
export async function findPages(place: TextPlace, query: string): Promise<LinkTarget[]> {
  const { pages } = await queries.ensureQueryData(pagesQuery(place));
  const words = query.toLocaleLowerCase().split(/\s+/);
  const found: { target: LinkTarget; isFirst: boolean }[] = [];
  const visit = (items: readonly PageItem[], above: readonly string[]): void => {
    for (const { id, title, type, pages: below = [] } of items) {
      const text = title.toLocaleLowerCase();
      if (type === 'document' && words.every((word) => text.includes(word)))
        found.push({
          target: { title, detail: above.join(' / '), ref: { kind: 'page', page: id } },
          isFirst: text.startsWith(words[0] ?? ''),
        });
      visit(below, [...above, title]);
    }
  };
  visit(pages as PageItem[], []);
  return found
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst))
    .slice(0, MOST)
    .map(({ target }) => target);
}

export const matches = (text: string, query: string): boolean =>
  query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.toLocaleLowerCase().includes(word));

/** Reusable contents of the space, by their titles. */
export async function findReusableContents({ spaceId }: TextPlace, query: string): Promise<LinkTarget[]> {
  const { reusableContents } = await queries.ensureQueryData({
    queryKey: ['space', spaceId, 'reusable-contents'],
    queryFn: () => api.get('/v1/spaces/{spaceId}/content', { path: { spaceId } }),
  });
  return reusableContents
    .filter(({ title }) => matches(title, query))
    .slice(0, MOST)
    .map(({ id, title }) => ({ title, detail: '', ref: { kind: 'reusable-content', reusableContent: id } }));
}

interface Operation {
  spec: string;
  path: string;
  method: string;
  summary: string;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Operations of the OpenAPI specs of the organization, by their paths and summaries. */
export async function findOperations({ spaceId }: TextPlace, query: string): Promise<LinkTarget[]> {
  const operations = await queries.ensureQueryData({
    queryKey: ['space', spaceId, 'operations'],
    queryFn: () => listOperations(spaceId),
  });
  return operations
    .filter(({ spec, path, method, summary }) => matches(`${method} ${path} ${summary} ${spec}`, query))
    .slice(0, MOST)
    .map(({ spec, path, method, summary }) => ({
      title: `${method.toUpperCase()} ${path}`,
      detail: summary || spec,
      ref: { kind: 'openapi', spec, path, method },
    }));
}

async function listOperations(spaceId: string): Promise<Operation[]> {
  const { organization: organizationId } = await queries.ensureQueryData(spaceQuery(spaceId));
  const operations: Operation[] = [];
  for await (const { slug } of api.list('/v1/orgs/{organizationId}/openapi', { path: { organizationId } })) {
    const { filesystem } = await api.get(
      '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
      {
        path: { organizationId, specSlug: slug },
      },
    );
    const entry = filesystem.find(({ isEntrypoint }) => isEntrypoint)?.specification as
      | { paths?: Record<string, Record<string, { summary?: string }>> }
      | undefined;
    for (const [path, item] of Object.entries(entry?.paths ?? {}))
      for (const [method, { summary = '' }] of Object.entries(item))
        if (METHODS.has(method)) operations.push({ spec: slug, path, method, summary });
  }
  return operations;
}
