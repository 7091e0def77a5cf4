import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember } from '../../../../../test/factories.ts';
import {
  type AnswerBody,
  addReadSite,
  ask,
  type ReadSite,
} from '../../../../../test/fixtures/insights/answers/answers.ts';
import { addTrackedSite, aggregate, CHROME, track } from '../../../../../test/fixtures/insights/insights.ts';

const NOW = '2026-11-22T12:00:00.000Z';
const clock = createTestClock(new Date(NOW));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
});
afterAll(() => app?.close());

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** An event of a session, that many minutes before now. */
const ago = (minutes: number, session = 'session-1', fields: object = {}) => ({
  timestamp: new Date(Date.parse(NOW) - minutes * 60_000).toISOString(),
  session: { visitorId: `visitor of ${session}`, sessionId: session, ...fields },
});

async function recorded(events: (site: ReadSite) => unknown[], options = {}): Promise<ReadSite> {
  const site = await addReadSite(app, options);
  const response = await track(app, site, events(site));
  if (response.statusCode !== 204) throw new Error(response.body);
  return site;
}

const pageOf = ({ page }: Record<string, unknown>) => page as { title: string | null; path: string };

describe('traffic', () => {
  test('is counted in all and by interval, with intervals without a view', async () => {
    const site = await recorded((it) => [
      it.on('', ago(0)),
      it.on('install', ago(5)),
      it.on('install', ago(20 * 60, 'session-2')),
      it.on('install', { ...ago(1, 'bot'), session: { ...ago(1, 'bot').session, userAgent: GOOGLEBOT } }),
      it.on('install', { ...ago(2), type: 'search_open' }),
    ]);
    const answer = await ask(app, site, 'traffic', { range: 'last7Days' });
    expect(answer.totals).toEqual({ pageViews: 3, visitors: 2, sessions: 2 });
    expect(answer).toMatchObject({ range: { from: '2026-11-16T00:00:00.000Z' } });
    const none = { pageViews: 0, visitors: 0, sessions: 0 };
    expect(answer.items).toHaveLength(7);
    expect(answer.items.slice(4)).toEqual([
      { at: '2026-11-20T00:00:00.000Z', ...none },
      { at: '2026-11-21T00:00:00.000Z', pageViews: 1, visitors: 1, sessions: 1 },
      { at: '2026-11-22T00:00:00.000Z', pageViews: 2, visitors: 1, sessions: 1 },
    ]);
    const [hours] = (await ask(app, site, 'traffic', { range: 'last24Hours' })).items.slice(-1);
    expect(hours).toEqual({ at: '2026-11-22T12:00:00.000Z', pageViews: 1, visitors: 1, sessions: 1 });
    expect((await ask(app, site, 'traffic', { bots: 'only' })).totals).toMatchObject({ pageViews: 1 });
    expect((await ask(app, site, 'traffic', { bots: 'include' })).totals).toMatchObject({ pageViews: 4 });
  });

  test('is told apart by section, variant, language and claim, and narrowed by them', async () => {
    const claims = (plan: string) => ({ visitorAuthClaims: { plan } });
    const site = await recorded(
      (it) => [
        it.on('', ago(0, 'a', { language: 'de', ...claims('pro') })),
        it.on('', ago(1, 'a', { language: 'de', ...claims('pro') })),
        it.on('install', ago(2, 'b', { language: 'en-US', ...claims('free') })),
        it.on('install', { ...ago(3, 'c', { language: null }), location: { siteSpace: null } }),
      ],
      { visibility: 'visitor-auth' },
    );
    const by = async (name: string, query = {}) =>
      (await ask(app, site, 'breakdown', { by: name, ...query })).items.map(({ value, title, pageViews }) => [
        value,
        title,
        pageViews,
      ]);
    expect(await by('variant')).toEqual([
      [site.siteSpaceId, 'Guide', 3],
      [null, '', 1],
    ]);
    expect(await by('section')).toEqual([[null, '', 4]]);
    expect(await by('language')).toEqual([
      ['de', 'de', 2],
      ['en-US', 'en-US', 1],
      [null, '', 1],
    ]);
    const trusted = await by('claim', { claim: 'plan' });
    expect(trusted.map(([, , views]) => views).reduce((sum, views) => Number(sum) + Number(views), 0)).toBe(
      4,
    );
    const views = async (query: Record<string, string>) =>
      (await ask(app, site, 'traffic', query)).totals.pageViews;
    expect(await views({ language: 'de' })).toBe(2);
    expect(await views({ variant: site.siteSpaceId })).toBe(3);
    expect(await views({ section: site.siteSpaceId })).toBe(0);
    for (const [value, , count] of trusted)
      expect(await views({ claim: 'plan', claimValue: String(value) })).toBe(count);
  });

  test('by referrer leaves out views that follow a page of the site itself', async () => {
    const from = (referrer: string) => ({ session: { referrer } });
    const site = await recorded((it) => [
      it.on('', { ...ago(0), ...from('https://www.example.org/list') }),
      it.on('', { ...ago(4), ...from('https://www.example.org/other') }),
      it.on('install', { ...ago(1), ...from(`${it.address}/`) }),
      it.on('guide', { ...ago(2), ...from(`${it.address}/install`) }),
      it.on('guide', { ...ago(3), ...from('') }),
    ]);
    const { totals, items } = await ask(app, site, 'breakdown', { by: 'referrer' });
    expect(totals.pageViews).toBe(5);
    expect(items.map(({ value, pageViews }) => [value, pageViews])).toEqual([
      ['example.org', 2],
      ['', 1],
    ]);
  });
});

describe('pages', () => {
  test('are listed by views under their current titles, and by path where they are gone', async () => {
    const gone = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
    const site = await recorded((it) => [
      it.on('install/linux', ago(0)),
      it.on('install/linux', ago(1)),
      it.on('install/linux', ago(2, 'session-2')),
      it.on('old', { ...ago(3), location: { page: gone } }),
      it.on('old', { ...ago(4), location: { page: gone } }),
      it.on('', ago(5)),
      it.on('missing', ago(6)),
    ]);
    const { totals, items } = await ask(app, site, 'top-pages');
    const base = new URL(site.address).pathname;
    expect(totals).toEqual({ pageViews: 7 });
    expect(items).toEqual([
      {
        page: {
          id: site.pages['install/linux'],
          space: site.spaceId,
          title: 'Linux',
          path: `${base}/install/linux`,
        },
        pageViews: 3,
        visitors: 2,
        sessions: 2,
      },
      {
        page: { id: gone, space: site.spaceId, title: null, path: `${base}/old` },
        pageViews: 2,
        visitors: 1,
        sessions: 1,
      },
      { page: expect.objectContaining({ title: 'Home' }), pageViews: 1, visitors: 1, sessions: 1 },
    ]);
    expect((await ask(app, site, 'top-pages', { limit: '1' })).items).toHaveLength(1);
  });

  test('have no titles for those who cannot read their space', async () => {
    const site = await recorded((it) => [it.on('install', ago(0)), it.on('gone', ago(1))]);
    const { token } = await addMember(app, { role: 'edit' });
    const space = `/v1/spaces/${site.spaceId}`;
    await app.request('PATCH', space, { body: { defaultLevel: null } });
    expect((await app.request('GET', space, { token })).statusCode).toBe(404);
    const read = async (name: string) =>
      (await app.request('GET', `${site.url}/answers/${name}`, { token })).json() as AnswerBody;
    expect((await read('top-pages')).items.map(pageOf)).toEqual([
      expect.objectContaining({ title: null, path: `${new URL(site.address).pathname}/install` }),
    ]);
    expect(await read('unread-pages')).toMatchObject({ totals: { pages: 0, unread: 0 }, items: [] });
  });

  test('with which visits begin and end are those of the first and last view', async () => {
    const site = await recorded((it) => [
      it.on('', ago(9, 'a')),
      it.on('install', ago(8, 'a')),
      it.on('guide', ago(7, 'a')),
      it.on('guide', { ...ago(6, 'a'), type: 'search_open' }),
      it.on('', ago(9, 'b')),
      it.on('guide', ago(9, 'c')),
      it.on('nowhere', ago(8, 'c')),
    ]);
    const base = new URL(site.address).pathname;
    const ends = async (name: string) => {
      const { totals, items } = await ask(app, site, name);
      return [totals, items.map((item) => [pageOf(item).title ?? pageOf(item).path, item.sessions])];
    };
    expect(await ends('entry-pages')).toEqual([
      { sessions: 3 },
      [
        ['Home', 2],
        ['Guide', 1],
      ],
    ]);
    const [totals, exits] = await ends('exit-pages');
    expect(totals).toEqual({ sessions: 3 });
    expect(new Set((exits as unknown[][]).map(String))).toEqual(
      new Set(['Guide,1', 'Home,1', `${base}/nowhere,1`]),
    );
  });

  test('that nobody reads are those without a view in the range', async () => {
    const site = await recorded((it) => [it.on('install', ago(0)), it.on('', ago(20 * 60))]);
    const unread = async (query = {}) => {
      const { totals, items } = await ask(app, site, 'unread-pages', query);
      return { totals, titles: items.map((item) => pageOf(item).title) };
    };
    expect(await unread()).toEqual({ totals: { pages: 4, unread: 2 }, titles: ['Linux', 'Guide'] });
    expect((await unread({ limit: '1' })).titles).toEqual(['Linux']);
    const today = { from: '2026-11-22T00:00:00Z', to: '2026-11-23T00:00:00Z' };
    expect((await unread(today)).titles).toEqual(['Home', 'Linux', 'Guide']);
    expect((await unread({ variant: site.siteSpaceId })).totals.pages).toBe(4);
    expect((await unread({ section: site.siteSpaceId })).totals.pages).toBe(0);
  });

  test('that are rated poorly come first, with their latest comments', async () => {
    const rate = (it: ReadSite, path: string, rating: string, minutes: number) =>
      it.on(path, { ...ago(minutes, `s${minutes}`), type: 'page_post_feedback', feedback: { rating } });
    const comment = (it: ReadSite, path: string, rating: string, minutes: number, text: string) =>
      it.on(path, {
        ...ago(minutes),
        type: 'page_post_feedback_comment',
        feedback: { rating, comment: text },
      });
    const site = await recorded((it) => [
      ...[1, 2, 3, 4].map((n) => rate(it, 'install', 'bad', n)),
      rate(it, 'guide', 'bad', 5),
      ...[6, 7, 8].map((n) => rate(it, 'install/linux', 'good', n)),
      rate(it, '', 'ok', 9),
      comment(it, 'install', 'bad', 1, 'Fourth'),
      comment(it, 'install', 'bad', 2, 'Third'),
      comment(it, 'install', 'ok', 3, 'Second'),
      comment(it, 'install', 'bad', 4, 'First'),
      comment(it, 'install/linux', 'good', 4, 'Thanks'),
    ]);
    const { totals, items } = await ask(app, site, 'feedback');
    expect(totals).toEqual({ pages: 4, bad: 5, ok: 1, good: 3 });
    expect(items.map((item) => [pageOf(item).title, item.score, item.bad, item.ok, item.good])).toEqual([
      ['Install', 0.25, 4, 0, 0],
      ['Guide', 0.4, 1, 0, 0],
      ['Home', 0.5, 0, 1, 0],
      ['Linux', 0.714, 0, 0, 3],
    ]);
    expect(items[0]?.comments).toEqual([
      { at: '2026-11-22T11:59:00.000Z', rating: 'bad', comment: 'Fourth' },
      { at: '2026-11-22T11:58:00.000Z', rating: 'bad', comment: 'Third' },
      { at: '2026-11-22T11:57:00.000Z', rating: 'ok', comment: 'Second' },
    ]);
    expect(items[3]?.comments).toMatchObject([{ comment: 'Thanks' }]);
  });

  test('that are missing are listed with their referrers and the redirect that leads on by now', async () => {
    const from = (referrer: string | null) => ({ referrer });
    const site = await recorded((it) => [
      it.on('old/page', ago(0, 'a', from('https://one.example.com/list?q=secret'))),
      it.on('old/page', ago(1, 'a', from('https://one.example.com/list'))),
      it.on('old/page', ago(2, 'b', from('https://two.example.com/'))),
      it.on('old/page', ago(3, 'c', from(null))),
      it.on('how-to/install_LINUX.html', ago(4, 'c')),
      it.on('install', ago(5, 'c')),
    ]);
    const { totals, items } = await ask(app, site, 'missing-pages');
    expect(totals).toEqual({ pages: 2, pageViews: 5 });
    expect(items).toEqual([
      {
        url: `${site.address}/old/page`,
        source: '/old/page',
        redirect: null,
        pageViews: 4,
        sessions: 3,
        suggestion: null,
        referrers: [
          { referrer: 'https://one.example.com/list', pageViews: 2 },
          { referrer: 'https://two.example.com/', pageViews: 1 },
        ],
      },
      expect.objectContaining({
        source: '/how-to/install_LINUX.html',
        suggestion: {
          id: site.pages['install/linux'],
          space: site.spaceId,
          title: 'Linux',
          path: `${new URL(site.address).pathname}/install/linux`,
        },
        pageViews: 1,
      }),
    ]);
    const destination = {
      kind: 'site-page',
      siteSpaceId: site.siteSpaceId,
      pageId: site.pages['install/linux'],
    };
    await app.request('POST', `/v1/orgs/${app.organizationId}/sites/${site.siteId}/redirects`, {
      body: { source: '/old/*', destination },
    });
    expect((await ask(app, site, 'missing-pages')).items.map(({ redirect }) => redirect)).toEqual([
      `${site.address}/install/linux`,
      null,
    ]);
  });
});

describe('searches', () => {
  const search = (it: ReadSite, query: string, when: object, results?: number) =>
    it.on('', { ...when, type: 'search_type_query', query, ...(results === undefined ? {} : { results }) });
  const open = (it: ReadSite, query: string, when: object) =>
    it.on('', {
      ...when,
      type: 'search_open_result',
      query,
      result: { spaceId: it.spaceId, pageId: it.pages.install },
    });

  test('without result or without a later click are told, and spellings are one query', async () => {
    const site = await recorded((it) => [
      search(it, 'Install', ago(9, 'a'), 3),
      search(it, ' install ', ago(8, 'a'), 3),
      open(it, 'INSTALL', ago(7, 'a')),
      search(it, 'install', ago(9, 'b'), 3),
      search(it, 'Über  ЁЛКА', ago(9, 'b'), 0),
      search(it, 'über ёлка', ago(8, 'c'), 0),
      open(it, 'nowhere', ago(9, 'c')),
      search(it, 'nowhere', ago(8, 'c')),
      it.on('', { ...ago(1, 'c'), type: 'ask_question', query: 'install' }),
    ]);
    const all = await ask(app, site, 'searches');
    expect(all.totals).toEqual({ queries: 3, searches: 6, sessions: 5, withoutResult: 2, withoutClick: 4 });
    expect(all.items).toEqual([
      { query: 'install', searches: 3, sessions: 2, withoutResult: 0, withoutClick: 1 },
      { query: 'über ёлка', searches: 2, sessions: 2, withoutResult: 2, withoutClick: 2 },
      { query: 'nowhere', searches: 1, sessions: 1, withoutResult: 0, withoutClick: 1 },
    ]);
    const only = async (kind: string) =>
      (await ask(app, site, 'searches', { only: kind })).items.map(({ query }) => query);
    expect(await only('without-result')).toEqual(['über ёлка']);
    expect(await only('without-click')).toEqual(['über ёлка', 'install', 'nowhere']);
    expect((await ask(app, site, 'searches', { limit: '1' })).totals.queries).toBe(3);
  });

  test.skipIf(inject('eventsAreInClickHouse'))('are found by the index of searches', async () => {
    const site = await recorded((it) => [search(it, 'install', ago(0))]);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select 1 from site_event where organization_id = ${app.organizationId} and site_id = ${site.siteId}
        and occurred_at >= '2026-11-01' and occurred_at < '2026-12-01' and search_query is not null`.execute(
      app.context.db,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/search/);
  });
});

test('agents are listed beside people, by what they request', async () => {
  const agent = (minutes: number, userAgent: string) => ago(minutes, userAgent, { userAgent });
  const site = await recorded((it) => [
    it.on('', ago(0)),
    it.on('install', ago(1)),
    it.on('', agent(2, GOOGLEBOT)),
    it.on('', { ...agent(3, 'Claude-User/1.0'), type: 'page_markdown_request' }),
    it.on('', { ...agent(4, 'Claude-User/1.0'), type: 'llms_request', llmsVariant: 'full' }),
    it.on('', { ...agent(5, 'Claude-User/1.0'), type: 'mcp_request' }),
    it.on('', { ...agent(6, CHROME), type: 'search_open' }),
  ]);
  const none = { pageViews: 0, markdownRequests: 0, llmsRequests: 0, mcpRequests: 0 };
  expect(await ask(app, site, 'agents')).toMatchObject({
    totals: { people: 2, agents: 4 },
    items: [
      { agent: 'claude', requests: 3, pageViews: 0, markdownRequests: 1, llmsRequests: 1, mcpRequests: 1 },
      { agent: null, requests: 2, ...none, pageViews: 2 },
      { agent: 'googlebot', requests: 1, ...none, pageViews: 1 },
    ],
  });
});

test('answers agree with aggregation', async () => {
  const site = await recorded((it) =>
    ['', 'install', 'install', 'guide', 'lost'].flatMap((path, n) => [
      it.on(path, ago(n, `session-${n % 3}`)),
      it.on(path, { ...ago(n, `session-${n % 3}`), type: 'search_type_query', query: `query ${n % 2}` }),
      it.on(path, {
        ...ago(n, `session-${n % 3}`),
        type: 'page_post_feedback',
        feedback: { rating: n % 2 ? 'bad' : 'good' },
      }),
    ]),
  );
  const views = { where: [{ column: 'eventType', values: ['page_view'] }] };
  const counts = ['eventsCount', 'visitorsCount', 'sessionsCount'].map((column) => ({ column }));
  const listed = async (name: string, columns: string[]) =>
    (await ask(app, site, name)).items.map((item) => columns.map((column) => item[column]));
  const visits = ['pageViews', 'visitors', 'sessions'];
  const rows = await aggregate(app, site, { select: [{ column: 'page' }, ...counts], ...views });
  const byPage = rows.filter(([page]) => (page as { page: string | null } | null)?.page);
  const top = (await ask(app, site, 'top-pages')).items.map(({ page, ...item }) => [
    { page: (page as { id: string }).id, space: (page as { space: string }).space },
    ...visits.map((column) => item[column]),
  ]);
  expect(top).toEqual(byPage);
  const days = await aggregate(app, site, {
    select: [{ column: 'datetime', interval: 'day' }, ...counts],
    ...views,
  });
  expect((await listed('traffic', ['at', ...visits])).filter(([, pageViews]) => pageViews !== 0)).toEqual(
    days,
  );
  const queries = await aggregate(app, site, {
    select: [{ column: 'eventSearchQuery' }, { column: 'eventsCount' }, { column: 'sessionsCount' }],
    where: [{ column: 'eventType', values: ['search_type_query'] }],
  });
  expect(await listed('searches', ['query', 'searches', 'sessions'])).toEqual(queries);
  const [[ratings]] = (await aggregate(app, site, {
    select: [{ column: 'pageFeedbackRating' }],
    where: [{ column: 'eventType', values: ['page_post_feedback'] }],
  })) as [[object]];
  expect((await ask(app, site, 'feedback')).totals).toMatchObject(ratings);
  const urls = await aggregate(app, site, {
    select: [{ column: 'url' }, counts[0], counts[2]],
    where: [...views.where, { column: 'page', values: [null, { page: null, space: site.spaceId }] }],
  });
  expect(await listed('missing-pages', ['url', 'pageViews', 'sessions'])).toEqual(urls);
});

const NAMES = [
  ...['traffic', 'breakdown', 'top-pages', 'entry-pages', 'exit-pages', 'searches', 'feedback'],
  ...['missing-pages', 'agents', 'unread-pages'],
];

test.each(NAMES)('%s of a site without events has no rows, and wrong questions are refused', async (name) => {
  const site = await addTrackedSite(app);
  const { items } = await ask(app, site, name);
  expect(name === 'traffic' ? items.every(({ pageViews }) => pageViews === 0) : items.length === 0).toBe(
    name !== 'unread-pages' || items.length === 0,
  );
  const wrong = async (query: string) => {
    const response = await app.request('GET', `${site.url}/answers/${name}?${query}`);
    return [response.statusCode, response.json().error.details?.[0]?.path];
  };
  expect(await wrong('range=always')).toEqual([400, 'range']);
  expect(await wrong('from=2026-11-01T00:00:00Z')).toEqual([400, 'to']);
  expect(await wrong('to=2026-11-01T00:00:00Z')).toEqual([400, 'from']);
  expect(await wrong('from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z')).toEqual([400, 'to']);
  expect(await wrong('range=last7Days&from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z')).toEqual([
    400,
    'range',
  ]);
  expect(await wrong('claimValue=pro')).toEqual([400, 'claim']);
  expect(await wrong('limit=1001')).toEqual([400, 'limit']);
});

test('too many intervals are refused', async () => {
  const site = await addTrackedSite(app);
  const response = await app.request('GET', `${site.url}/answers/traffic?range=lastYear&interval=hour`);
  expect([response.statusCode, response.json().error.details[0].path]).toEqual([400, 'interval']);
});
