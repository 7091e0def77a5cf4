import { api } from '../api/client.ts';
import type { PagePlace, TextPlace } from '../api/place.ts';
import { queries } from '../api/queries.ts';
import type { DocumentNode } from '../editor/convert/document-json.ts';
import { addressOf, type FindTargets, isPath, type LinkTarget } from '../editor/links/link-target.ts';
import { t } from '../messages/messages.ts';
import { readPage } from '../saving/save-page.ts';
import { findPages, matches } from './find-targets.ts';
import { recognize, resolveRefs } from './resolve-targets.ts';

const MOST = 20;

/** Addresses, headings, pages and files for what was typed. */
export async function findTargets(place: TextPlace, query: string): Promise<LinkTarget[]> {
  const url = addressOf(query);
  if (url !== undefined) {
    const own = await recognize(place, url).catch(() => undefined);
    return [...(own ? [own] : []), { title: url, detail: t('linkAddress'), ref: { kind: 'url', url } }];
  }
  if (query === '') return [];
  if (query.startsWith('#') && place.pageId !== undefined) {
    const headings = await anchorsOf(place, place.pageId)(query.slice(1));
    if (headings.length > 0) return headings;
  }
  if (isPath(query)) return findByPath(place, query);
  const [pages, files] = await Promise.all([
    findPages(place, query),
    query.length > 1 ? findFiles(place, query).catch(() => []) : [],
  ]);
  const withHeadings = pages.map((page) => ({
    ...page,
    findInside: anchorsOf(place, String(page.ref.page)),
  }));
  return [...withHeadings, ...files];
}

/** A path as it would be written in Markdown, with what it leads to. */
async function findByPath(place: TextPlace, path: string): Promise<LinkTarget[]> {
  const [found] = await resolveRefs(place, [{ kind: 'url', url: path }]);
  const detail = found?.state === 'ok' ? found.title : (found?.reason ?? '');
  return [{ title: path, detail, ref: { kind: 'url', url: path } }];
}

const anchorsQuery = ({ spaceId, changeRequestId, pageId }: PagePlace) => ({
  queryKey: ['space', spaceId, 'anchors', changeRequestId ?? '', pageId],
  queryFn: async () => {
    const { document } = await readPage({ spaceId, pageId, ...(changeRequestId && { changeRequestId }) });
    const found: { id: string; title: string }[] = [];
    const visit = (node: DocumentNode): void => {
      const { id } = (node.meta ?? {}) as { id?: string };
      const title = /^heading-/.test(node.type ?? '') ? textOf(node) : String(node.data?.title ?? '');
      const label = node.type === 'expandable' ? textOf(node.fragments?.[0] ?? {}) : title;
      if (id !== undefined && id !== '') found.push({ id, title: label || id });
      for (const child of [...(node.nodes ?? []), ...(node.fragments ?? [])]) visit(child);
    };
    for (const node of document.nodes) visit(node);
    return found;
  },
  staleTime: 2000,
});

const textOf = ({ leaves = [], nodes = [], fragments = [] }: Partial<DocumentNode>): string =>
  leaves.map(({ text }) => text).join('') + [...nodes, ...fragments].map(textOf).join('');

/** Finds the headings of a page, and whatever else on it can be linked to. */
const anchorsOf =
  (place: TextPlace, pageId: string): FindTargets =>
  async (query) => {
    const anchors = await queries.fetchQuery(anchorsQuery({ ...place, pageId }));
    const isHere = pageId === place.pageId;
    return anchors
      .filter(({ id, title }) => matches(`${title} ${id}`, query))
      .map(({ id, title }) => ({
        title,
        detail: `#${id}`,
        ref: { kind: 'anchor', anchor: id, ...(isHere ? {} : { page: pageId }) },
      }));
  };

/** The files of a space or a change request. */
export const filesQuery = ({ spaceId, changeRequestId }: Omit<PagePlace, 'pageId'>) => ({
  queryKey: ['space', spaceId, 'files', changeRequestId ?? ''],
  queryFn: async () => {
    const files: { id: string; name: string; contentType: string; size: number; downloadURL: string }[] = [];
    const list =
      changeRequestId === undefined
        ? api.list('/v1/spaces/{spaceId}/content/files', { path: { spaceId }, query: { limit: 1000 } })
        : api.list('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files', {
            path: { spaceId, changeRequestId },
            query: { limit: 1000 },
          });
    for await (const file of list) files.push(file);
    return files;
  },
  staleTime: 15_000,
});

async function findFiles(place: TextPlace, query: string): Promise<LinkTarget[]> {
  const files = await queries.fetchQuery(filesQuery(place));
  return files
    .filter(({ name }) => matches(name, query))
    .slice(0, MOST)
    .map(({ id, name }) => ({ title: name, detail: t('blockFile'), ref: { kind: 'file', file: id } }));
}
