/**
 * Built sites with parts of OpenAPI specs: their pages and their search contain the same parts as those of the service.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { writeComputedEntry } from '../../../test/fixtures/published/computed/computed-pages.ts';
import { buildSiteGround, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import {
  buildSite,
  createScratch,
  readFolder,
} from '../../../test/fixtures/published/static-site/static-site.ts';
import { runJobs } from '../../../test/jobs.ts';
import type { SearchResponse } from '../reader/search-response.ts';
import type { PlaceIndex } from '../static-reader/index-format.ts';
import { openIndex } from '../static-reader/open-index.ts';
import { searchSpaces } from '../static-reader/search-spaces.ts';

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        tags: ['pets'],
        summary: 'List pets',
        parameters: [{ name: 'maxAge', in: 'query', schema: { type: 'integer' } }],
      },
      post: { tags: ['pets'], summary: 'Add a pet' },
    },
    '/pets/{id}': {
      get: { tags: ['pets'], summary: 'Read a pet' },
      put: { tags: ['pets'], summary: 'Change a pet' },
    },
    '/owners/{id}': { get: { tags: ['owners'], operationId: 'getOwner' } },
  },
  webhooks: { petAdded: { post: { summary: 'A pet has arrived' } } },
  components: { schemas: { Kennel: { type: 'object' } } },
};

let setup: SiteGround;
let scratch: Awaited<ReturnType<typeof createScratch>>;
let path: string;
let files: Map<string, Buffer>;

async function publish(spec: object): Promise<void> {
  const url = `/v1/orgs/${setup.app.organizationId}/openapi/pets`;
  const response = await setup.app.request('PUT', url, { body: { source: { text: JSON.stringify(spec) } } });
  expect(response.statusCode).toBeLessThan(300);
  await runJobs(setup.app);
}

beforeAll(async () => {
  scratch = await createScratch();
  setup = await buildSiteGround();
  const spaceId = await addSpace(setup.app, { title: 'Reference' });
  await putContent(setup.app, spaceId, {
    'SUMMARY.md': `* [Welcome](README.md)\n* [Written](written.md)\n${writeComputedEntry('pets', { models: true })}`,
    'README.md': '# Welcome\n\nHello.\n\n{% openapi-changelog spec="pets" %}\n',
    'written.md':
      '# Written\n\nText.\n\n{% openapi-operation spec="pets" path="/owners/{id}" method="get" %}\n[Pets](https://example.com)\n{% endopenapi-operation %}\n',
  });
  const { get, post } = SPEC.paths['/pets'];
  await publish({ ...SPEC, paths: { ...SPEC.paths, '/pets': { get, post, delete: { tags: ['pets'] } } } });
  await publish(SPEC);
  const site = await setup.addPublishedSite({ spaceIds: [spaceId] });
  path = site.path;
  const folder = scratch.path('site');
  await buildSite(setup, site.siteId, { folder });
  files = await readFolder(folder);
});
afterAll(async () => {
  await setup?.close();
  await scratch?.remove();
});

const textOf = (file: string): string => String(files.get(file));

async function searchFiles(query: string): Promise<SearchResponse> {
  const { spaces } = JSON.parse(textOf('~/search/index.json')) as PlaceIndex;
  const opened = spaces.map(async (space) => ({
    space,
    index: await openIndex(async (file) => JSON.parse(textOf(`${space.index.slice(1)}${file}`))),
  }));
  return searchSpaces(await Promise.all(opened), query);
}

async function searchService(query: string): Promise<SearchResponse> {
  const { text } = await setup.visit(`${path}/~/search.json?q=${encodeURIComponent(query)}`);
  return JSON.parse(text) as SearchResponse;
}

/** The addresses of sections, relative to the site, without the slashes after the pages of a built site. */
const sectionsOf = ({ results }: SearchResponse, base: string): string[] =>
  results
    .flatMap(({ section }) => (section ? section.href.slice(base.length) : []))
    .map((href) => href.replace('/#', '#'))
    .sort();

test('the search finds what the search of the service finds of specs', async () => {
  const found: Record<string, string[]> = {
    'add a pet': ['pets#post-pets', 'webhooks#post-petadded'],
    pets: ['pets#get-pets', 'pets#get-pets-id', 'pets#post-pets', 'pets#put-pets-id'],
    arrived: ['webhooks#post-petadded'],
    maxAge: ['pets#get-pets'],
    kennel: ['models#kennel'],
    getOwner: ['owners#get-owners-id', 'written#get-owners-id'],
  };
  for (const [query, sections] of Object.entries(found)) {
    expect(sectionsOf(await searchService(query), `${path}/`), query).toEqual(
      expect.arrayContaining(sections),
    );
    expect(sectionsOf(await searchFiles(query), '/'), query).toEqual(expect.arrayContaining(sections));
  }
  const [first] = (await searchFiles('add a pet')).results.flatMap(({ section }) => section?.href ?? []);
  expect(first).toBe('/pets/#post-pets');
  const [ofService] = (await searchService('add a pet')).results.flatMap(
    ({ section }) => section?.href ?? [],
  );
  expect(ofService).toBe(`${path}/pets#post-pets`);
  // The excerpt does not show the words by which the section was found.
  const { results } = await searchFiles('maxAge');
  const plain = (text: unknown): string => JSON.stringify(text);
  expect(plain(results.find(({ section }) => section)?.excerpt)).toContain('GET /pets');
  expect(plain(results)).not.toContain('maxAge');
});

test('pages list what changed', () => {
  expect(textOf('index.html')).toContain('operation removed <code>DELETE /pets</code>');
  expect(textOf('readme.md')).toContain('**Breaking:** operation removed `DELETE /pets`');
});
