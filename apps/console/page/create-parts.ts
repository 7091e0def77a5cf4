import type { Schemas } from '@lectern/client/schema';
import { api, PREFIX } from '../api/client.ts';
import { type Place, pagePath, type TextPlace } from '../api/place.ts';
import { pagesQuery, queries } from '../api/queries.ts';
import { announce } from '../app/announce.tsx';
import type { EditorParts, Variable } from '../editor/input/editor-parts.ts';
import type { SendFile } from '../editor/input/sent-file.ts';
import { createUploads } from '../editor/input/uploads.ts';
import { Renderer } from '../editor/views/rendered.ts';
import { t } from '../messages/messages.ts';
import { findPage } from '../tree/pages.ts';
import { linkTargets } from './link-targets.ts';

type Content = Pick<Schemas['Revision'], 'files' | 'reusableContents' | 'variables'>;

/** What the editor needs to know about a space or change request, apart from its pages. */
const contentQuery = ({ spaceId, changeRequestId }: TextPlace) => ({
  queryKey: ['space', spaceId, 'content', changeRequestId ?? ''],
  queryFn: (): Promise<Content> =>
    changeRequestId === undefined
      ? api.get('/v1/spaces/{spaceId}/content', { path: { spaceId } })
      : api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
          path: { spaceId, changeRequestId },
        }),
});

type Blocks = Pick<EditorParts, 'readSource' | 'writeSource' | 'offered'>;

/** The parts of the console that the editor needs. `pageVariables`: those of the page. */
export function createParts(
  place: TextPlace,
  pageVariables: Readonly<Record<string, unknown>>,
  blocks: Blocks,
): EditorParts {
  // Loaded on first use.
  const findTargets = () => import('./find-targets.ts');
  const send: SendFile = async (file, onProgress) =>
    (await import('./send-file.ts')).sendFile(place)(file, onProgress);
  const content = (): Promise<Content> => queries.ensureQueryData(contentQuery(place));
  const targets = linkTargets(place);
  const page = async (query: string) => (await findTargets()).findPages(place, query);
  return {
    ...blocks,
    blockItems: {},
    announce,
    targets,
    cells: async () => (await import('./cell-sources.ts')).cellSources(place, targets),
    uploads: createUploads(send),
    renderer: new Renderer(place),
    find: {
      page,
      operation: async (query) => (await findTargets()).findOperations(place, query),
      'reusable-content': async (query) => (await findTargets()).findReusableContents(place, query),
      target: targets.find,
    },
    async upload(file) {
      const { id } = await send(file, () => undefined);
      await queries.invalidateQueries({ queryKey: contentQuery(place).queryKey });
      return { kind: 'file', file: id };
    },
    async findFiles(query) {
      const words = query.toLocaleLowerCase().split(/\s+/);
      const { files } = await content();
      return files
        .filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)))
        .map(({ id, name, contentType, downloadURL }) => ({
          id,
          name,
          isPicture: contentType.startsWith('image/'),
          url: downloadURL,
        }));
    },
    async addressOf(ref) {
      if (ref.kind === 'url') return String(ref.url);
      const { files } = await content();
      return files.find(({ id }) => id === ref.file)?.downloadURL;
    },
    async variables() {
      const { variables } = await content();
      const of = (prefix: string, values: Readonly<Record<string, unknown>>): Variable[] =>
        Object.entries(values).map(([name, value]) => ({
          path: `${prefix}.vars.${name}`,
          value: String(value),
        }));
      return [...of('space', variables), ...of('page', pageVariables)];
    },
    describe: (ref) => describe(place, ref, content),
  };
}

/** Where the target of a reference is: beside the page, in its change request if it is in one, or in another space. */
const homeOf = (place: TextPlace, { space }: Readonly<Record<string, unknown>>): Place =>
  space === undefined || space === place.spaceId ? place : { spaceId: String(space) };

async function describe(
  place: TextPlace,
  ref: Readonly<Record<string, unknown>>,
  content: () => Promise<Content>,
): Promise<{ title: string; href?: string }> {
  switch (ref.kind) {
    case 'url': {
      const url = String(ref.url);
      return /^https?:/i.test(url) ? { title: url, href: url } : { title: url };
    }
    case 'page':
    case 'anchor': {
      const id = String(ref.page ?? place.pageId);
      const home = homeOf(place, ref);
      const { pages } = await queries.ensureQueryData(pagesQuery(home));
      const title = findPage(pages, id)?.page.title ?? t('notFoundTitle');
      const anchor = ref.anchor === undefined ? '' : `#${String(ref.anchor)}`;
      return { title: title + anchor, href: `${PREFIX}/app${pagePath(home, id)}${anchor}` };
    }
    case 'file': {
      const file = (await content()).files.find(({ id }) => id === ref.file);
      return file ? { title: file.name, href: file.downloadURL } : { title: '' };
    }
    case 'reusable-content': {
      const found = (await content()).reusableContents.find(({ id }) => id === ref.reusableContent);
      return { title: found?.title ?? '' };
    }
    case 'openapi':
      return { title: String(ref.spec) };
    default:
      return { title: '' };
  }
}
