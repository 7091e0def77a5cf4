/**
 * Random sites with random conditions, some of them in spellings that are not understood: everything that visitors can
 * read shows exactly the words that the conditions allow.
 */
import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  FRONT_MATTERS,
  PLACES,
  SPELLINGS,
} from '../../../../../packages/markdown/test/condition-spellings.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { testAssets } from '../../../../../test/assets.ts';
import { putContent } from '../../../../../test/content.ts';
import { addSite, addSpace } from '../../../../../test/factories.ts';
import { createScratch, readFolder } from '../../../../../test/fixtures/published/static-site/static-site.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { createRandom } from '../../../../../test/random.ts';
import { buildPublishedApp } from '../../../../sites/published-app.ts';
import { buildStaticSite } from '../../../../sites/static-site/build-static-site.ts';

const isSoak = process.env.LECTERN_SOAK !== undefined;
/** `npm run soak` generates other sites each time. A failure names the seed. */
const SEED = isSoak ? randomInt(2 ** 31) : 13;
const ROUNDS = isSoak ? 10 : 1;

type Random = () => number;
const below = (random: Random, count: number): number => Math.floor(random() * count);
const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[below(random, items.length)] as Item;

let app: TestApp;
let published: FastifyInstance;
beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await published.close();
  await app.close();
});

interface Claims {
  plan?: 'pro' | 'free';
  beta?: boolean;
}

const VISITORS: (Claims | undefined)[] = [
  undefined,
  { plan: 'pro' },
  { plan: 'free', beta: true },
  { plan: 'pro', beta: true },
];

/** Conditions with the same rule in JavaScript. */
const CONDITIONS: [text: string, holds: (claims: Claims) => boolean][] = [
  ['visitor.claims.plan === "pro"', ({ plan }) => plan === 'pro'],
  ['visitor.claims.beta', ({ beta }) => beta === true],
  ['!visitor.claims.beta', ({ beta }) => beta !== true],
  [
    'visitor.claims.plan === "free" && visitor.claims.beta',
    ({ plan, beta }) => plan === 'free' && beta === true,
  ],
  ['["pro", "free"].includes(visitor.claims.plan)', ({ plan }) => plan !== undefined],
  ['visitor.claims.unknown', () => false],
];

type Condition = (typeof CONDITIONS)[number] | undefined;

/** A word, and the conditions that must all hold for a visitor to read it. */
interface Secret {
  word: string;
  conditions: Condition[];
}

/** All entries of a space, as a page that refers to each in every form that shows something of its target. */
const linkAll = (paths: readonly string[]): string =>
  paths
    .flatMap((path) => [
      `{% content-ref url="${path}" %}\n[x](${path})\n{% endcontent-ref %}`,
      `See [](${path}), [x](${path}), [x](${path} "mention") and <a href="${path}">x</a>.`,
    ])
    .concat(
      '<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th></tr></thead><tbody>' +
        paths.map((path) => `<tr><td>x</td><td><a href="${path}">${path}</a></td></tr>`).join('') +
        '</tbody></table>',
    )
    .join('\n\n');

interface RandomPage {
  path: string;
  title: string;
  source: string;
}

interface RandomSpace {
  spaceId: string;
  condition: Condition;
  secrets: Secret[];
  /** The titles of the pages with a condition that is not understood, or that holds for nobody. */
  unclear: string[];
  /** The words in the descriptions of pages, which are shown with the pages and in lists. */
  descriptions: Secret[];
}

const holds = (conditions: readonly Condition[], claims: Claims): boolean =>
  conditions.every((condition) => condition === undefined || condition[1](claims));

function createWords(random: Random): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `q${below(random, 1_000_000).toString(36)}x${count}z`;
  };
}

const drawCondition = (random: Random): Condition =>
  below(random, 2) === 0 ? undefined : pick(random, CONDITIONS);

/** Writes a page with a word in its title, its text, and a block that only some see. */
function drawPage(random: Random, word: () => string, above: readonly Condition[], path: string) {
  const condition = drawCondition(random);
  const block = pick(random, CONDITIONS);
  const inner = pick(random, CONDITIONS);
  const page = [...above, condition];
  const secrets: Secret[] = [
    { word: word(), conditions: page },
    { word: word(), conditions: page },
    { word: word(), conditions: [...page, block] },
    { word: word(), conditions: [...page, block, inner] },
  ];
  const [title, text, shown, nested] = secrets.map((secret) => secret.word) as [
    string,
    string,
    string,
    string,
  ];
  const description: Secret = { word: word(), conditions: page };
  const rule = condition ? `if: '${condition[0].replaceAll("'", "''")}'\n` : '';
  const front = `---\n${rule}description: About ${description.word}\n---\n\n`;
  const source = `${front}# ${title}\n\nText ${text}.\n\n{% if ${block[0]} %}\nBlock ${shown}.\n\n{% if ${inner[0]} %}\nNested ${nested}.\n{% endif %}\n{% endif %}\n`;
  return { page: { path, title, source }, condition, secrets, description };
}

const NOBODY: Condition = ['false', () => false];
/** The number of pages of each space whose conditions are spelled in a way of their own. */
const SPELLED = 6;

/** Writes a page with a condition in one of the spellings that writers use. */
function drawSpelled(random: Random, word: () => string, path: string) {
  const [title, ...words] = [word(), word(), word(), word()] as [string, ...string[]];
  const condition = pick(random, CONDITIONS);
  if (below(random, 4) === 0) {
    const source = `---\n${pick(random, FRONT_MATTERS)}\n---\n\n# ${title}\n\n${words.join(' ')}\n`;
    const secrets = [title, ...words].map((one) => ({ word: one, conditions: [NOBODY] }));
    return { page: { path, title, source }, secrets, isUnderstood: false };
  }
  const spelling = pick(random, SPELLINGS);
  const place = pick(random, PLACES);
  const isUnderstood = spelling.isUnderstood && place.isCrossed !== true;
  const source = `# ${title}\n\n${place.write(spelling.tags(condition[0]), words)}\n`;
  const conditions = [isUnderstood ? condition : NOBODY];
  const secrets = [{ word: title, conditions: [] }, ...words.map((one) => ({ word: one, conditions }))];
  return { page: { path, title, source }, secrets, isUnderstood };
}

/** The tags before and after something that end within it, or at the end of the file. */
const AROUND_ENTRIES = SPELLINGS.filter(({ name, isValue }) => !isValue && !/^(?: |\{% else)/.test(name));

/** Writes entries of SUMMARY.md with a condition around them, in one of the forms that writers use. */
function drawHiddenEntries(random: Random, word: () => string) {
  const pages = ['h0', 'h1', 'h2'].map((name) => {
    const [title, ...words] = [word(), word(), word(), word()] as [string, ...string[]];
    return { path: `${name}.md`, title, source: `# ${title}\n\n${words.join(' ')}\n`, words };
  });
  const [first, second, third] = pages.map(({ title, path }) => `[${title}](${path})`);
  const [opening, closing] = pick(random, AROUND_ENTRIES).tags(pick(random, CONDITIONS)[0]);
  const lines = pick(random, [
    [opening, `* ${first}`, `  * ${second}`, `* ${third}`, closing],
    [`* ${opening}${first}${closing}`, `  * ${second}`, `    * ${third}`],
    [`* ${first} ${opening}`, `* ${second}`, `* ${third} ${closing}`],
    [`* ${first}{if="true"}`, `  * ${second}`, `  * ${third}`],
    ['', `## Group ${opening}x${closing}`, '', `* ${first}`, `* ${second}`, `* ${third}`],
  ]);
  const secrets = pages.flatMap(({ title, words }) =>
    [title, ...words].map((one) => ({ word: one, conditions: [NOBODY] })),
  );
  return { pages, secrets, lines };
}

async function drawSpace(random: Random, word: () => string, isFirst: boolean): Promise<RandomSpace> {
  const spaceId = await addSpace(app, { title: word() });
  const pages: RandomPage[] = [];
  const secrets: Secret[] = [];
  const descriptions: Secret[] = [];
  const lines = ['# Table of contents', '', '* [Start](README.md)', '* [All](all.md)'];
  for (let at = 0; at < 3; at += 1) {
    const parent = drawPage(random, word, [], `p${at}/README.md`);
    const child = drawPage(random, word, [parent.condition], `p${at}/child.md`);
    for (const { page, secrets: own, description } of [parent, child]) {
      pages.push(page);
      secrets.push(...own);
      descriptions.push(description);
    }
    lines.push(`* [${parent.page.title}](p${at}/README.md)`, `  * [${child.page.title}](p${at}/child.md)`);
  }
  const unclear: string[] = [];
  for (let at = 0; at < SPELLED; at += 1) {
    const { page, secrets: own, isUnderstood } = drawSpelled(random, word, `s${at}.md`);
    pages.push(page);
    secrets.push(...own);
    if (!isUnderstood) unclear.push(page.title);
    lines.push(`* [${page.title}](${page.path})`);
  }
  const entries = drawHiddenEntries(random, word);
  pages.push(...entries.pages);
  secrets.push(...entries.secrets);
  lines.push(...entries.lines);
  unclear.push(...entries.pages.map(({ title }) => title));
  const files = Object.fromEntries(pages.map(({ path, source }) => [path, source]));
  await putContent(app, spaceId, {
    'README.md': '# Start\n\nSee [one](p0/README.md), [two](p1/child.md).\n',
    'all.md': `# All\n\n${linkAll(pages.map(({ path }) => path))}\n`,
    'SUMMARY.md': `${lines.join('\n')}\n`,
    ...files,
  });
  const condition = isFirst ? undefined : drawCondition(random);
  return { spaceId, condition, secrets, descriptions, unclear };
}

async function drawSite(random: Random) {
  const word = createWords(random);
  const spaces: RandomSpace[] = [];
  for (let at = 0; at < 3; at += 1) spaces.push(await drawSpace(random, word, at === 0));
  await runJobs(app);
  const siteId = await addSite(app, { spaceIds: spaces.map(({ spaceId }) => spaceId), isPublished: true });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  await app.request('PATCH', site, { body: { adaptiveContent: { enabled: true } } });
  const { items } = (await app.request('GET', `${site}/site-spaces`)).json();
  for (const { id, space } of items as { id: string; space: { id: string } }[]) {
    const condition = spaces.find(({ spaceId }) => spaceId === space.id)?.condition;
    if (condition)
      await app.request('PATCH', `${site}/site-spaces/${id}`, { body: { condition: condition[0] } });
  }
  const { privateKey } = (await app.request('GET', `${site}/publishing/auth`)).json();
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  return {
    site,
    siteId,
    spaces,
    privateKey: privateKey as string,
    address: `https://sites.example.com/${basename}/`,
  };
}

const signVisitor = (privateKey: string, claims: Claims): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(Buffer.from(privateKey));

async function arrive(address: string, jwtToken: string | undefined): Promise<string> {
  const response = await app.request('POST', '/v1/urls/published', {
    token: null,
    body: { url: address, visitor: jwtToken ? { jwtToken } : {} },
  });
  expect(response.statusCode).toBe(200);
  return response.json().apiToken;
}

/** Reads everything in a space that a visitor can read, as text. Requests all pages by id, including hidden ones. */
async function readAll(
  token: string,
  spaceId: string,
  pageIds: readonly string[],
): Promise<{ tree: string; text: string }> {
  const get = async (url: string) => {
    const { statusCode, body } = await app.request('GET', url, { token });
    expect([200, 404]).toContain(statusCode);
    return statusCode === 200 ? body : '';
  };
  const space = JSON.parse((await get(`/v1/spaces/${spaceId}`)) || '{}');
  if (!space.revision) return { tree: '', text: '' };
  const at = `/v1/spaces/${spaceId}/revisions/${space.revision}`;
  const tree = [await get(at), await get(`${at}/pages`), await get(`/v1/spaces/${spaceId}/content`)];
  const text: string[] = [];
  for (const pageId of pageIds) {
    text.push(
      await get(`${at}/page/${pageId}/document?evaluated=deterministic-only&dereferenced=reusable-contents`),
    );
    text.push(await get(`${at}/page/${pageId}?format=markdown&format.markdown.refs=stable`));
    text.push(await get(`${at}/page/${pageId}`));
    tree.push(await get(`${at}/page/${pageId}/meta-links`));
  }
  return { tree: tree.join('\n'), text: text.join('\n') };
}

/** Returns the page that the site shows to the visitor with a cookie. */
async function visit(address: string, cookie: string): Promise<string> {
  const { pathname } = new URL(address);
  const headers = { host: 'sites.example.com', cookie };
  return (await published.inject({ method: 'GET', url: pathname, headers })).body;
}

/** Comes to the site as a visitor. Returns the cookie. */
async function enter(address: string, jwtToken: string | undefined): Promise<string> {
  const entered = await published.inject({
    method: 'GET',
    url: new URL(address).pathname + (jwtToken === undefined ? '' : `?jwt_token=${jwtToken}`),
    headers: { host: 'sites.example.com' },
  });
  return [entered.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
}

/** Reads the whole site from the sites origin as a visitor: lists, feeds, and every page in both formats. */
async function readSite(
  address: string,
  jwtToken: string | undefined,
): Promise<{ list: string; text: string }> {
  const cookie = await enter(address, jwtToken);
  const list = await visit(`${address}llms.txt`, cookie);
  const whole = await visit(`${address}llms-full.txt`, cookie);
  const others = ['sitemap.xml', 'feed.xml', 'feed.json'];
  const lists = await Promise.all(others.map((name) => visit(address + name, cookie)));
  const pages = [...list.matchAll(/\]\((\S+)\.md\)/g)].map(([, page]) => page as string);
  const texts: string[] = [whole];
  for (const page of pages) texts.push(await visit(page, cookie), await visit(`${page}.md`, cookie));
  return { list: [list, ...lists].join('\n'), text: texts.join('\n') };
}

/** Calls a tool that the site offers to programs. */
async function callTool(address: string, name: string, values: object): Promise<string> {
  const { statusCode, body } = await published.inject({
    method: 'POST',
    url: `${new URL(address).pathname}~/mcp`,
    headers: { host: 'sites.example.com', accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: values } },
  });
  expect(statusCode).toBe(200);
  return body;
}

/** Reads what is for everybody: the lists of the tools for programs, and all static files with the names of both. */
async function readPublic(address: string, siteId: string): Promise<string> {
  const scratch = await createScratch();
  try {
    const site = await app.context.pointers.sites.find(siteId);
    if (!site) throw new Error('There is no such site.');
    const folder = scratch.path('site');
    const baseUrl = 'https://docs.example.com/';
    await buildStaticSite(app.context, { site, assets: testAssets(), baseUrl, folder });
    const files = [...(await readFolder(folder))].map(([name, bytes]) => `${name}\n${bytes}`);
    return [await callTool(address, 'list_pages', {}), ...files].join('\n');
  } finally {
    await scratch.remove();
  }
}

/** Proposes a change to each page, and reads what a preview of the proposal shows to a visitor with these claims. */
async function createProposal(spaceId: string, pageIds: readonly string[]): Promise<string> {
  const requests = `/v1/spaces/${spaceId}/change-requests`;
  const { id } = (await app.request('POST', requests, { body: { subject: 'Everything' } })).json();
  const changes = pageIds.map((page) => ({ operation: 'update_page', page, emoji: '1f600' }));
  const changed = await app.request('POST', `${requests}/${id}/content`, { body: { changes } });
  expect(changed.statusCode, changed.body).toBeLessThan(300);
  return id;
}

async function readPreview(
  {
    site,
    spaceId,
    changeRequest,
    paths,
  }: { site: string; spaceId: string; changeRequest: string; paths: readonly string[] },
  claims: Claims,
): Promise<{ text: string; changes: string }> {
  const { items } = (await app.request('GET', `${site}/site-spaces`)).json();
  const siteSpace = items.find(({ space }: { space: { id: string } }) => space.id === spaceId).id;
  const query = new URLSearchParams({ siteSpace, changeRequest, claims: JSON.stringify(claims) });
  const { url } = (await app.request('GET', `${site}/publishing/preview?${query}`)).json();
  const entrance = new URL(url);
  const jwtToken = entrance.searchParams.get('jwt_token') as string;
  entrance.search = '';
  const cookie = await enter(entrance.href, jwtToken);
  const shown = await Promise.all(['', ...paths].map((path) => visit(entrance.href + path, cookie)));
  const token = await arrive(entrance.href, jwtToken);
  const at = `/v1/spaces/${spaceId}/change-requests/${changeRequest}`;
  const changes = [`${at}`, `${at}/changes?limit=1000`, `${at}/content/pages`].map(
    async (path) => (await app.request('GET', path, { token })).body,
  );
  return { text: shown.join('\n'), changes: (await Promise.all(changes)).join('\n') };
}

/** Whether the picture with which others show links to a page is drawn: it has the title and the description. */
async function isPictured(address: string, pageId: string): Promise<boolean> {
  const { statusCode } = await published.inject({
    method: 'GET',
    url: `${new URL(address).pathname}~/social/${pageId}.png`,
    headers: { host: 'sites.example.com' },
  });
  expect([200, 404]).toContain(statusCode);
  return statusCode === 200;
}

interface ListedPage {
  id: string;
  path: string;
  title: string;
  pages?: ListedPage[];
}

/** The titles of the pages of which the writer is told that a condition is not understood or never holds. */
async function listUnclear(site: string, spaceId: string): Promise<string[]> {
  const url = `${site}/conditions?space=${spaceId}&problems=true&limit=1000`;
  const { items } = (await app.request('GET', url)).json();
  const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  const told = new Set((items as { place: { page?: string } }[]).map(({ place }) => place.page));
  const titlesOf = (list: ListedPage[]): string[] =>
    list.flatMap(({ id, title, pages: children = [] }) => [
      ...(told.has(id) ? [title] : []),
      ...titlesOf(children),
    ]);
  return titlesOf(pages);
}

const flatten = (pages: readonly ListedPage[]): ListedPage[] =>
  pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);

const listIds = (pages: { id: string; pages?: [] }[]): string[] =>
  pages.flatMap(({ id, pages: below = [] }) => [id, ...listIds(below)]);

test('what a visitor reads is what the conditions allow', async () => {
  const random = createRandom(SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { site, siteId, spaces, privateKey, address } = await drawSite(random);
    const [first] = spaces as [RandomSpace];
    const listed: ListedPage[] = flatten(
      (await app.request('GET', `/v1/spaces/${first.spaceId}/content/pages`)).json().pages,
    );
    const changeRequest = await createProposal(
      first.spaceId,
      listed.map(({ id }) => id),
    );
    const paths = listed.map(({ path }) => path);
    // Pictures are drawn only for sites that show everybody the same.
    await app.request('PATCH', site, { body: { adaptiveContent: { enabled: false } } });
    for (const { id, title } of listed) {
      // Start and All are for everybody.
      // A group with a tag in its title is for nobody.
      const isGroup = title.startsWith('Group ');
      const conditions = isGroup
        ? [NOBODY]
        : (first.secrets.find(({ word }) => word === title)?.conditions ?? []);
      expect(await isPictured(address, id), `seed ${SEED} ${title}`).toBe(holds(conditions, {}));
    }
    await app.request('PATCH', site, { body: { adaptiveContent: { enabled: true } } });
    for (const { spaceId, unclear } of spaces)
      expect(await listUnclear(site, spaceId), `seed ${SEED}`).toEqual(expect.arrayContaining(unclear));
    for (const visitor of VISITORS) {
      const claims = visitor ?? {};
      const jwtToken = visitor && (await signVisitor(privateKey, visitor));
      const token = await arrive(address, jwtToken);
      const shown = await readSite(address, jwtToken);
      const ofEverybody = visitor ? undefined : await readPublic(address, siteId);
      const bundle = (await app.request('GET', `${site}/published`, { token })).body;
      const previewed = await readPreview({ site, spaceId: first.spaceId, changeRequest, paths }, claims);
      for (const [index, { word, conditions }] of first.secrets.entries()) {
        const isAllowed = holds(conditions, claims);
        const where = JSON.stringify({
          seed: SEED,
          claims,
          word,
          conditions: conditions.map((one) => one?.[0]),
        });
        expect(previewed.text.includes(word), `preview ${where}`).toBe(isAllowed);
        if (!isAllowed) expect(previewed.changes.includes(word), `changes ${where}`).toBe(false);
        else if (index % 4 === 0) expect(previewed.changes.includes(word), `changes ${where}`).toBe(true);
      }
      for (const { spaceId, condition, secrets, descriptions } of spaces) {
        const whole = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
        const { tree, text } = await readAll(token, spaceId, listIds(whole.pages));
        const isShown = holds([condition], claims);
        expect(bundle.includes(spaceId), `seed ${SEED}`).toBe(isShown);
        for (const { word, conditions } of descriptions) {
          const isAllowed = isShown && holds(conditions, claims);
          const where = `seed ${SEED} ${JSON.stringify(claims)} ${word}`;
          for (const [name, part] of Object.entries({ ...shown, tree }))
            expect(part.includes(word), `description in ${name} ${where}`).toBe(isAllowed);
          if (ofEverybody !== undefined) expect(ofEverybody.includes(word), where).toBe(isAllowed);
        }
        for (const [index, { word, conditions }] of secrets.entries()) {
          const isAllowed = isShown && holds(conditions, claims);
          const where = JSON.stringify({
            seed: SEED,
            claims,
            word,
            conditions: conditions.map((one) => one?.[0]),
          });
          expect(text.includes(word), where).toBe(isAllowed);
          expect(shown.text.includes(word), `site ${where}`).toBe(isAllowed);
          if (index % 4 === 0) expect(shown.list.includes(word), `list ${where}`).toBe(isAllowed);
          else expect(shown.list.includes(word), `list ${where}`).toBe(false);
          // The first word of each page is its title.
          if (index % 4 === 0) expect(tree.includes(word), where).toBe(isAllowed);
          else expect(tree.includes(word), where).toBe(false);
          if (ofEverybody !== undefined) {
            expect(ofEverybody.includes(word), `static files ${where}`).toBe(isAllowed);
            // A program may call only so often.
            if (!isAllowed && round === 0)
              expect(await callTool(address, 'search', { query: word }), where).not.toContain(word);
          }
          const body = { query: word, mode: 'all' };
          // A search also finds other words that differ by a typo.
          const found = (await app.request('POST', `${site}/search`, { token, body })).body;
          expect(found.includes(word), `search ${where}`).toBe(isAllowed);
        }
      }
    }
  }
}, 300_000);
