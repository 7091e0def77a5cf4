/**
 * The searches of one space agree: those of the API, of the console (which asks for the whole organization), of the
 * published site, of its tool for programs, and of the built site.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../../test/content.ts';
import { addSpace } from '../../test/factories.ts';
import { writeComputedEntry } from '../../test/fixtures/published/computed/computed-pages.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../test/fixtures/published/machines/site.ts';
import {
  buildSite,
  createScratch,
  readFolder,
} from '../../test/fixtures/published/static-site/static-site.ts';
import { runJobs } from '../../test/jobs.ts';
import type { SearchResponse } from './reader/search-response.ts';
import type { PlaceIndex } from './static-reader/index-format.ts';
import { openIndex } from './static-reader/open-index.ts';
import { searchSpaces } from './static-reader/search-spaces.ts';

const operation = (summary: string, more: object = {}): object => ({
  tags: ['animals'],
  summary,
  responses: { 200: { description: 'Done.' } },
  ...more,
});

const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Shelter', version: '1' },
  paths: {
    '/animals': {
      get: operation('List animals', {
        parameters: [
          { name: 'status', in: 'query', schema: { type: 'string', enum: ['adoptable', 'quarantined'] } },
        ],
      }),
      post: operation('Register an animal', { operationId: 'registerAnimal' }),
    },
    '/animals/{id}': {
      get: operation('Read an animal'),
      delete: operation('Remove an animal'),
    },
    '/visits': { post: { tags: ['visits'], summary: 'Plan a visit' } },
  },
};

const GUIDES = {
  'README.md': '# Welcome\n\nThe shelter keeps animals until somebody adopts them.\n',
  'adoption.md':
    '# Adoption\n\nWhoever adopts an animal signs a contract.\n\n## Before the visit\n\nPlan a visit and bring your identity card.\n\n## Fees\n\nAn adoption costs 80 euros.\n',
  'register.md':
    '# Register an animal\n\nUse the form at the entrance, or `registerAnimal`.\n\n## Vaccinations\n\nWrite down the date of each vaccination.\n',
  'feeding.md': '# Feeding\n\nDogs are fed twice a day.\n\n## Diets\n\nOld cats get soft food.\n',
  'members.md':
    '# Members\n\nMembers help at the shelter.\n\n## Remove a member\n\nThe board removes members who do not pay.\n',
  'tokens.md':
    '# Access tokens\n\nPrograms send a token with every request.\n\n## Create a token\n\nTokens are shown once.\n\n## Errors\n\nA request without a token is refused with `401`.\n',
  'chinese.md': '# 领养动物\n\n领养之前请先预约参观。\n\n## 费用\n\n领养费用为八十欧元。\n',
};

const QUERIES = [
  'adoption',
  'vaccination',
  'vacination',
  'access tokens',
  'create a token',
  'soft food',
  'register an animal',
  'registerAnimal',
  'quarantined',
  'DELETE /animals',
  'list animals',
  'plan a visit',
  'how do I get rid of a member',
  'how much does it cost to adopt',
  'what does 401 mean',
  '领养费用',
  '怎么预约参观',
  'feed',
];

let setup: SiteGround;
let scratch: Awaited<ReturnType<typeof createScratch>>;
let spaceId: string;
let path: string;
let files: Map<string, Buffer>;

beforeAll(async () => {
  scratch = await createScratch();
  setup = await buildSiteGround();
  const { app } = setup;
  spaceId = await addSpace(app, { title: 'Shelter' });
  const listed = Object.keys(GUIDES).map((file) => `* [${file}](${file})\n`);
  await putContent(app, spaceId, {
    'SUMMARY.md': listed.join('') + writeComputedEntry('shelter', {}),
    ...GUIDES,
  });
  const url = `/v1/orgs/${app.organizationId}/openapi/shelter`;
  const response = await app.request('PUT', url, { body: { source: { text: JSON.stringify(SPEC) } } });
  expect(response.statusCode).toBeLessThan(300);
  await runJobs(app);
  const site = await setup.addPublishedSite({ spaceIds: [spaceId] });
  path = site.path;
  await buildSite(setup, site.siteId, { folder: scratch.path('site') });
  files = await readFolder(scratch.path('site'));
});
afterAll(async () => {
  await setup?.close();
  await scratch?.remove();
});

const encoded = (query: string): string => encodeURIComponent(query);

async function searchSite(query: string): Promise<SearchResponse> {
  const { text } = await setup.visit(`${path}/~/search.json?q=${encoded(query)}`);
  return JSON.parse(text) as SearchResponse;
}

async function searchFiles(query: string): Promise<SearchResponse> {
  const read = (file: string) => JSON.parse(String(files.get(file)));
  const { spaces } = read('~/search/index.json') as PlaceIndex;
  const opened = spaces.map(async (space) => ({
    space,
    index: await openIndex(async (file) => read(`${space.index.slice(1)}${file}`)),
  }));
  return searchSpaces(await Promise.all(opened), query);
}

async function searchAsProgram(query: string): Promise<string[]> {
  const response = await setup.published.inject({
    method: 'POST',
    url: `${path}/~/mcp`,
    headers: { host: HOST, accept: 'application/json, text/event-stream' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search', arguments: { query } },
    },
  });
  const { result } = response.json() as { result: { content: { text: string }[] } };
  return [...String(result.content[0]?.text).matchAll(/^ {2}(https:\S+)$/gm)].map(
    ([, address = '']) => address,
  );
}

interface ApiPage {
  path: string;
  sections: { path: string }[];
}

async function searchSpace(query: string): Promise<ApiPage[]> {
  const response = await setup.app.request('GET', `/v1/spaces/${spaceId}/search?query=${encoded(query)}`);
  return response.json().items;
}

/** As the console searches. */
async function searchOrganization(query: string): Promise<ApiPage[]> {
  const url = `/v1/orgs/${setup.app.organizationId}/search?query=${encoded(query)}`;
  const { items } = (await setup.app.request('GET', url)).json() as {
    items: { id: string; pages: ApiPage[] }[];
  };
  return items.find(({ id }) => id === spaceId)?.pages ?? [];
}

/** The results of a site, each once: pages, and operations with their anchors. */
const resultsOf = ({ results }: SearchResponse, base: string): string[] => [
  ...new Set(
    results.map(({ href, section, operation: found }) =>
      (found && section ? section.href : href).slice(base.length).replace(/\/(?=#|$)/, ''),
    ),
  ),
];

const isOfGuides = (page: string): boolean => `${page}.md` in GUIDES || page === '' || page === 'readme';

describe('for each of many queries', () => {
  test.each(QUERIES)(
    'the site, its tool and the built site have the same first results: %s',
    async (query) => {
      const found = await searchSite(query);
      const [first, second] = resultsOf(found, `${path}/`);
      expect(first).toBeDefined();
      expect(await searchAsProgram(query)).toEqual(
        found.results.map(({ href, section }) => `https://${HOST}${section?.href ?? href}`),
      );
      const built = resultsOf(await searchFiles(query), '/');
      expect(built.slice(0, 2)).toEqual(second === undefined ? [first] : [first, second]);
    },
  );

  test.each(QUERIES)('the space and the organization have the same pages: %s', async (query) => {
    const pages = await searchSpace(query);
    expect(pages.length).toBeGreaterThan(0);
    expect(await searchOrganization(query)).toMatchObject(pages.map((page) => ({ path: page.path })));
  });

  // The API lists pages: the operations of a page are its sections there, and results of their own on a site. Rarities
  // of words are counted in other texts for that reason, so that behind an operation, guides may change places.
  test.each(QUERIES)(
    'the site and the API have the same pages, and the same first one: %s',
    async (query) => {
      const ofSite = resultsOf(await searchSite(query), `${path}/`).map((one) => one.replace(/#.*/, ''));
      const ofApi = (await searchSpace(query)).map((page) => (page.path === 'readme' ? '' : page.path));
      expect(new Set(ofApi)).toEqual(new Set(ofSite));
      expect(ofApi[0]).toBe(ofSite[0]);
      if (isOfGuides(ofApi[0] ?? '')) expect(ofApi.filter(isOfGuides)).toEqual(ofSite.filter(isOfGuides));
    },
  );

  test.each(['zebra', '斑马', '§§'])('none finds what is not there: %s', async (query) => {
    expect((await searchSite(query)).results).toEqual([]);
    expect(await searchAsProgram(query)).toEqual([]);
    expect((await searchFiles(query)).results).toEqual([]);
    expect(await searchSpace(query)).toEqual([]);
    expect(await searchOrganization(query)).toEqual([]);
  });
});
