import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { aggregate, CHROME } from '../../../test/fixtures/insights/insights.ts';
import type { SiteVisibility } from '../../server/platform/access/pointers.ts';
import { buildPublishedApp } from '../published-app.ts';

const HOST = 'sites.example.com';
const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';

let app: TestApp;
let published: FastifyInstance;
let spaceId: string;
let pageId: string;
beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  spaceId = await addSpace(app, { title: 'Manual' });
  await putContent(app, spaceId, {
    'README.md': '# Welcome\n\nHello.\n',
    'install.md': '# Install\n\nDo it.\n',
  });
  const { pages } = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json();
  pageId = pages[1].id;
});
afterAll(async () => {
  await published?.close();
  await app?.close();
});

interface Site {
  siteId: string;
  /** The path of the insights in the API. */
  url: string;
  path: string;
}

async function siteOf(visibility: SiteVisibility = 'public'): Promise<Site> {
  const siteId = await addSite(app, { spaceIds: [spaceId], visibility, isPublished: true });
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  return { siteId, url: `/v1/orgs/${app.organizationId}/sites/${siteId}/insights`, path: `/${basename}/` };
}

const OF_BROWSER = { host: HOST, 'user-agent': CHROME, 'sec-fetch-site': 'same-origin' };

const post = (path: string, payload: object | string, headers: Record<string, string> = {}) =>
  published.inject({
    method: 'POST',
    url: path,
    headers: { ...OF_BROWSER, ...headers },
    payload,
  });
const get = (path: string, headers: Record<string, string> = {}) =>
  published.inject({ method: 'GET', url: path, headers: { host: HOST, ...headers } });

const sentFrom = (site: Site, events: object[] = [{ type: 'page_view' }]) => ({
  path: `${site.path}install?utm_source=news`,
  page: pageId,
  referrer: 'https://search.example.com/?q=x',
  language: 'de-CH',
  events,
});

const select = (site: Site, ...columns: string[]) =>
  aggregate(app, site, { select: columns.map((column) => ({ column })) });

/** Waits for events that are stored only after the response. */
const settle = () => app.app.published.pages.programReads.settle();

describe('events of a page', () => {
  test('are those of the visitor at the place', async () => {
    const site = await siteOf();
    const response = await post(`${site.path}~/events`, JSON.stringify(sentFrom(site)), {
      'content-type': 'text/plain;charset=UTF-8',
    });
    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(
      await select(
        site,
        'eventType',
        'url',
        'page',
        'visitorLanguage',
        'referrerDomain',
        'utmSource',
        'visitorAuthenticated',
      ),
    ).toEqual([
      [
        'page_view',
        `https://${HOST}${site.path}install`,
        { page: pageId, space: spaceId },
        'de-CH',
        'search.example.com',
        'news',
        false,
      ],
    ]);
  });

  test('of visitors who are signed in carry their claims', async () => {
    const site = await siteOf('visitor-auth');
    await app.request('PATCH', site.url.replace('/insights', ''), {
      body: { adaptiveContent: { enabled: true } },
    });
    const auth = await app.request(
      'GET',
      `/v1/orgs/${app.organizationId}/sites/${site.siteId}/publishing/auth`,
    );
    const jwt = await new SignJWT({ sub: 'reader-1', plan: 'pro' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(Buffer.from(auth.json().privateKey));
    const entered = await get(`${site.path}install?jwt_token=${jwt}`);
    const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] as string;
    await post(`${site.path}~/events`, sentFrom(site), { cookie });
    const rows = await aggregate(app, site, {
      select: [
        { column: 'visitorClaim', claim: 'plan' },
        { column: 'visitorAuthenticated' },
        { column: 'eventsCount' },
      ],
    });
    expect(rows).toEqual([['pro', true, 1]]);
    const deleted = await app.request('POST', `${site.url}/visitors/delete`, {
      body: { visitorId: 'reader-1' },
    });
    expect(deleted.json()).toEqual({ deleted: 1 });
    expect((await post(`${site.path}~/events`, sentFrom(site))).statusCode).not.toBe(200);
    expect(await select(site, 'eventsCount')).toEqual([[0]]);
  });

  test.each([
    ['who do not want to be followed', { dnt: '1' }],
    ['who say so by another header', { 'sec-gpc': '1' }],
    ['who are programs', { 'user-agent': GPTBOT }],
  ])('of readers %s are not recorded', async (_, headers) => {
    const site = await siteOf();
    expect((await post(`${site.path}~/events`, sentFrom(site), headers)).statusCode).toBe(204);
    expect(await select(site, 'eventsCount')).toEqual([[0]]);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin', { 'sec-fetch-site': '', origin: 'https://evil.example.com' }],
  ])('are refused from %s', async (_, headers) => {
    const site = await siteOf();
    expect((await post(`${site.path}~/events`, sentFrom(site), headers)).statusCode).toBe(403);
    expect(await select(site, 'eventsCount')).toEqual([[0]]);
  });

  test('that are none are refused', async () => {
    const site = await siteOf();
    const view = { type: 'page_view' };
    const plain = { 'content-type': 'text/plain;charset=UTF-8' };
    for (const body of ['', 'no JSON', '[]', '{}'])
      expect((await post(`${site.path}~/events`, body, plain)).statusCode).toBe(400);
    for (const body of [{}, { events: [view] }, sentFrom(site, [{ type: 'search_type_query' }]), []])
      expect((await post(`${site.path}~/events`, body)).statusCode).toBe(400);
    expect((await post('/nothing/~/events', sentFrom(site))).statusCode).toBe(404);
    expect((await post(`${site.path}install`, sentFrom(site))).statusCode).toBe(405);
    expect(await select(site, 'eventsCount')).toEqual([[0]]);
  });

  test('are not sent by pages of a site that records nothing', async () => {
    const site = await siteOf();
    const page = async () => (await get(`${site.path}install`, { 'user-agent': CHROME })).body;
    expect(await page()).toContain(`data-events="${site.path}~/events" data-page="${pageId}"`);
    await app.request('PATCH', site.url, { body: { recording: false } });
    expect(await page()).not.toContain('data-events');
    await post(`${site.path}~/events`, sentFrom(site));
    expect(await select(site, 'eventsCount')).toEqual([[0]]);
  });
});

describe('views of addresses without a page', () => {
  const SECRET = '---\nif: visitor.claims.plan == "pro"\n---\n\n';
  let space: string;
  let site: Site;
  beforeAll(async () => {
    space = await addSpace(app, { title: 'Plans' });
    await putContent(app, space, {
      'README.md': '# Welcome\n',
      'plans/README.md': `${SECRET}# Plans\n`,
      'plans/year.md': '# Next year\n',
      '.gitbook.yaml': 'redirects:\n  old: plans/README.md\n',
    });
    const siteId = await addSite(app, { spaceIds: [space], visibility: 'public', isPublished: true });
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    await app.request('PATCH', url, { body: { adaptiveContent: { enabled: true } } });
    const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
    site = { siteId, url: `${url}/insights`, path: `/${basename}/` };
  });

  const missed = async (filter: object[] = []) =>
    (
      await aggregate(app, site, {
        select: [{ column: 'urlPath' }, { column: 'eventPageNotFoundType' }],
        groupBy: [{ column: 'urlPath' }, { column: 'eventPageNotFoundType' }],
        where: filter,
      })
    )
      .map(([path, why]) => [String(path).slice(site.path.length), why])
      .sort();

  test('tell those of pages that a condition hides, and the reader does not learn of it', async () => {
    const responses = [];
    for (const path of ['plans', 'plans/year', 'old', 'nothing', 'plan']) {
      const sent = { path: `${site.path}${path}?x=1`, events: [{ type: 'page_view' }] };
      const { statusCode, body, headers } = await post(`${site.path}~/events`, sent);
      responses.push(JSON.stringify([statusCode, body, { ...headers, date: '' }]));
    }
    expect(new Set(responses).size).toBe(1);
    // Acknowledged events are stored, whatever is found out about them later.
    expect(await missed()).toHaveLength(5);
    await settle();
    expect(await missed()).toEqual([
      ['nothing', null],
      ['old', 'conditional'],
      ['plan', null],
      ['plans', 'conditional'],
      ['plans/year', 'conditional'],
    ]);
    expect(
      await missed([{ column: 'eventPageNotFoundType', operator: 'notIn', values: ['conditional'] }]),
    ).toEqual([
      ['nothing', null],
      ['plan', null],
    ]);
  });

  test('tell it of programs, too', async () => {
    for (const path of ['plans', 'nowhere']) await get(`${site.path}${path}`, { 'user-agent': GPTBOT });
    await settle();
    const ofPrograms = [{ column: 'visitorBot', values: ['gptbot'] }];
    expect(await missed(ofPrograms)).toEqual([
      ['nowhere', null],
      ['plans', 'conditional'],
    ]);
  });

  test('are no missing pages if a condition hides one', async () => {
    const { items } = (await app.request('GET', `${site.url}/answers/missing-pages`)).json();
    expect(
      items.map(({ url }: { url: string }) => new URL(url).pathname.slice(site.path.length)).sort(),
    ).toEqual(['nothing', 'plan']);
  });

  test('tell it of a variant that a condition hides, but not of a draft', async () => {
    const siteId = await addSite(app, {
      spaceIds: [spaceId, space],
      visibility: 'public',
      isPublished: true,
    });
    const url = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
    await app.request('PATCH', url, { body: { adaptiveContent: { enabled: true } } });
    const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
    const variants = { siteId, url: `${url}/insights`, path: `/${basename}/` };
    const { items } = (await app.request('GET', `${url}/site-spaces`)).json();
    const { id, path } = items[1];
    const view = async (below: string) => {
      const sent = { path: `${variants.path}${path}/${below}`, events: [{ type: 'page_view' }] };
      expect((await post(`${variants.path}~/events`, sent)).statusCode).toBe(204);
      await settle();
    };
    const change = async (body: object) =>
      expect((await app.request('PATCH', `${url}/site-spaces/${id}`, { body })).statusCode).toBe(200);
    await change({ condition: 'visitor.claims.plan == "pro"' });
    await view('plans');
    await view('other');
    await change({ condition: null, draft: true });
    await view('plans/year');
    const rows = await select(variants, 'urlPath', 'eventPageNotFoundType');
    const found = rows.map(([at, why]) => [String(at).slice(variants.path.length + path.length + 1), why]);
    expect(found.sort()).toEqual([
      ['other', null],
      ['plans', 'conditional'],
      ['plans/year', null],
    ]);
  });

  test('of another site say nothing of its pages', async () => {
    const other = await siteOf();
    await post(`${other.path}~/events`, { path: `${site.path}plans`, events: [{ type: 'page_view' }] });
    await settle();
    expect(await select(other, 'eventPageNotFoundType', 'eventsCount')).toEqual([[null, 1]]);
  });
});

describe('feedback', () => {
  const withFeedback = async (): Promise<Site> => {
    const site = await siteOf();
    const url = `/v1/orgs/${app.organizationId}/sites/${site.siteId}/customization`;
    const { statusCode } = await app.request('PUT', url, { body: { feedback: { enabled: true } } });
    expect(statusCode).toBe(200);
    return site;
  };

  test('is asked for where the site wants it, and counted without a script', async () => {
    expect((await get(`${(await siteOf()).path}install`)).body).not.toContain('class="feedback"');
    const site = await withFeedback();
    const { body } = await get(`${site.path}install`);
    expect(body).toContain(`action="${site.path}~/feedback"`);
    const form = new URLSearchParams({ rating: 'good', page: pageId, path: `${site.path}install` });
    const response = await post(`${site.path}~/feedback`, form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      dnt: '1',
    });
    expect([response.statusCode, response.headers.location]).toEqual([303, `${site.path}install#_thanks`]);
    expect(await select(site, 'page', 'pageFeedbackRating')).toEqual([
      [
        { page: pageId, space: spaceId },
        { ok: 0, good: 1, bad: 0 },
      ],
    ]);
  });

  test('leads to no other site, and needs a rating', async () => {
    const site = await withFeedback();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (fields: Record<string, string>) =>
      post(`${site.path}~/feedback`, new URLSearchParams(fields).toString(), type);
    expect((await send({ rating: 'good', path: '//evil.example.com/' })).headers.location).toBe(
      '/evil.example.com/#_thanks',
    );
    expect((await send({ rating: 'good', path: 'https://evil.example.com/' })).headers.location).toBe(
      '/#_thanks',
    );
    expect((await send({ rating: 'great', path: '/' })).statusCode).toBe(400);
  });
});

describe('reads of programs', () => {
  test('are counted where they are answered, by the kind of program', async () => {
    const site = await siteOf();
    const headers = { 'user-agent': GPTBOT };
    await get(`${site.path}install`, headers);
    // This request is answered from memory.
    await get(`${site.path}install`, headers);
    await get(`${site.path}install.md`, headers);
    await get(`${site.path}llms.txt`, headers);
    await get(`${site.path}llms-full.txt`, headers);
    await get(`${site.path}feed.xml`, headers);
    const accept = 'application/json, text/event-stream';
    await post(`${site.path}~/mcp`, { jsonrpc: '2.0', id: 1, method: 'ping' }, { ...headers, accept });
    await settle();
    const rows = await select(site, 'eventType', 'visitorProgram', 'displayContext', 'page', 'eventsCount');
    const page = { page: pageId, space: spaceId };
    const none = { page: null, space: spaceId };
    expect(rows).toEqual(
      expect.arrayContaining([
        ['page_view', 'gptbot', 'server', page, 2],
        ['page_markdown_request', 'gptbot', 'server', page, 1],
        ['llms_request', 'gptbot', 'server', none, 2],
        ['rss_request', 'gptbot', 'server', none, 1],
        ['mcp_request', 'gptbot', 'mcp', none, 1],
      ]),
    );
    expect(rows).toHaveLength(5);
  });

  test('of people count where no script runs', async () => {
    const site = await siteOf();
    await get(`${site.path}install`, { 'user-agent': CHROME });
    await get(`${site.path}install.md`, { 'user-agent': CHROME, 'sec-fetch-site': 'same-origin' });
    await settle();
    expect(await select(site, 'eventType', 'eventMarkdownSource', 'visitorBot')).toEqual([
      ['page_markdown_request', 'page-action', ''],
    ]);
  });
});

test.each([
  ...['', 'x', '0', '-1', '9e12', '1e999', '2026-12-31T23:59:60Z', '2026-02-30T00:00:00Z'],
  ...[
    '+275761-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    9e12,
    -1,
    1.5,
    null,
    {},
  ],
])('an event of a page at %j is refused', async (timestamp) => {
  const site = await siteOf();
  const events = [{ type: 'page_view', timestamp }];
  expect((await post(`${site.path}~/events`, { path: site.path, events })).statusCode).toBe(400);
});
