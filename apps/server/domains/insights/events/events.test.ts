import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember, addOrganization } from '../../../../../test/factories.ts';
import {
  addTrackedSite,
  aggregate,
  CHROME,
  eventOf,
  track,
} from '../../../../../test/fixtures/insights/insights.ts';

const clock = createTestClock(new Date('2026-11-22T12:00:00Z'));
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { eventsPerDay: 2000 } });
});
afterAll(() => app?.close());

const select = (...columns: string[]) => ({ select: columns.map((column) => ({ column })) });

async function columnsOf(site: { url: string }, ...columns: string[]): Promise<unknown[][]> {
  return aggregate(app, site, select(...columns));
}

describe('recording events', () => {
  test('needs no token, and the events are there at once', async () => {
    const site = await addTrackedSite(app);
    expect((await track(app, site, [eventOf({}), eventOf({ type: 'search_open' })])).statusCode).toBe(204);
    expect(await columnsOf(site, 'eventType', 'visitorBrowser', 'visitorOS', 'visitorDevice')).toEqual([
      ['page_view', 'chrome', 'macos', 'desktop'],
      ['search_open', 'chrome', 'macos', 'desktop'],
    ]);
  });

  test('stores what each type says', async () => {
    const site = await addTrackedSite(app);
    const operation = { path: '/pets', method: 'GET' };
    const ad = { domain: 'ads.example.com', zoneId: 'z', placement: 'aside' };
    const target = { kind: 'url', url: 'https://other.example.com/x?token=1#y' };
    const events = [
      { type: 'page_markdown_request', markdownSource: 'page-action' },
      { type: 'search_type_query', query: 'install', results: 0 },
      { type: 'search_open_result', query: 'install', result: { recordId: 'record-1' } },
      { type: 'page_post_feedback', feedback: { rating: 'bad' } },
      { type: 'page_post_feedback_comment', feedback: { rating: 'bad', comment: 'Too short' } },
      { type: 'agent_feedback' },
      { type: 'ask_question', query: 'How?', goal: 'Install it' },
      { type: 'ask_view' },
      { type: 'ask_rate_response', query: 'How?', rating: -1, responseId: 'r' },
      { type: 'link_click', link: { target, position: 'content' } },
      { type: 'api_client_open', operation },
      { type: 'api_client_request', operation },
      { type: 'ad_click', ad },
      { type: 'ad_display', ad },
      { type: 'trademark_click', placement: 'footer' },
      { type: 'llms_request', llmsVariant: 'full' },
      { type: 'mcp_request' },
      { type: 'rss_request' },
      { type: 'code_copy' },
    ];
    expect((await track(app, site, events.map(eventOf))).statusCode).toBe(204);
    const of = (...columns: string[]) => columnsOf(site, 'eventType', ...columns);
    expect(new Set((await of()).map(([type]) => type))).toEqual(new Set(events.map(({ type }) => type)));
    const where = (type: string) => ({ where: [{ column: 'eventType', values: [type] }] });
    const only = (type: string, ...columns: string[]) =>
      aggregate(app, site, { ...select(...columns), ...where(type) });
    expect(await only('page_markdown_request', 'eventMarkdownSource')).toEqual([['page-action']]);
    expect(await only('search_open_result', 'eventSearchQuery', 'eventSearchResultRecordId')).toEqual([
      ['install', 'record-1'],
    ]);
    expect(
      await only('page_post_feedback_comment', 'eventPageFeedbackRating', 'eventPageFeedbackComment'),
    ).toEqual([['bad', 'Too short']]);
    expect(await only('ask_rate_response', 'eventAskResponseRating')).toEqual([[-1]]);
    expect(
      await only(
        'link_click',
        ...['eventLinkTargetValue', 'eventLinkTargetKind', 'eventLinkTargetDomain', 'eventLinkPosition'],
      ),
    ).toEqual([[{ kind: 'url', url: 'https://other.example.com/x' }, 'url', 'other.example.com', 'content']]);
    expect(await only('api_client_request', 'eventAPIOperationPath', 'eventAPIOperationMethod')).toEqual([
      ['/pets', 'get'],
    ]);
    expect(await only('ad_click', 'eventAdDomain', 'eventAdPlacement')).toEqual([
      ['ads.example.com', 'aside'],
    ]);
    expect(await only('trademark_click', 'eventTrademarkPlacement')).toEqual([['footer']]);
    expect(await only('llms_request', 'eventLLMSVariant')).toEqual([['full']]);
  });

  test('keeps the campaign and the referrer of a visit, and no query of a URL', async () => {
    const site = await addTrackedSite(app);
    const url = 'https://docs.example.com/guide?utm_source=news&utm_medium=mail&jwt_token=secret#part';
    const referrer = 'https://search.example.com/find?q=private';
    await track(app, site, [eventOf({ session: { referrer }, location: { url } })]);
    expect(
      await columnsOf(
        site,
        'url',
        'urlPath',
        'referrer',
        'referrerDomain',
        'utmSource',
        'utmMedium',
        'utmTerm',
      ),
    ).toEqual([
      [
        'https://docs.example.com/guide',
        '/guide',
        'https://search.example.com/find',
        'search.example.com',
        'news',
        'mail',
        '',
      ],
    ]);
  });

  test('counts a host with and without “www.” as one, and referrer spam not at all', async () => {
    const site = await addTrackedSite(app);
    const from = (referrer: string) => eventOf({ session: { referrer } });
    const sent = [
      ...['https://www.google.com/search?q=x', 'https://google.com/', 'https://www.com/'].map(from),
      ...['http://semalt.com/crawler.php', 'https://a.b.semalt.com:8080/', 'http://www.semalt.com/'].map(
        from,
      ),
      from('https://notsemalt.com/'),
    ];
    expect((await track(app, site, sent)).statusCode).toBe(204);
    const domains = (await columnsOf(site, 'referrerDomain')).map(([domain]) => domain);
    expect(domains.toSorted()).toEqual(['google.com', 'google.com', 'notsemalt.com', 'www.com']);
    expect((await track(app, site, [from('http://semalt.com/')])).statusCode).toBe(204);
    expect(await columnsOf(site, 'referrerDomain')).toHaveLength(4);
  });

  test('counts every spelling of a host as one source', async () => {
    const site = await addTrackedSite(app);
    const sources: [referrer: string, source?: string][] = [
      // Case 47: one row for google.com, and none for spam.
      ['https://www.google.com/search?q=x', 'google.com'],
      ['https://google.com/', 'google.com'],
      ['http://semalt.com/crawler.php'],
      // Further spellings of a host.
      ['HTTPS://WWW.Google.COM/', 'google.com'],
      ['https://www.google.com./', 'google.com'],
      ['https://www.google.com:443/', 'google.com'],
      ['http://www.example.com:8080/', 'example.com:8080'],
      ['http://www.example.com.:8080/', 'example.com:8080'],
      ['https://user:secret@www.example.com/', 'example.com'],
      ['https://www.xn--bcher-kva.example/', 'xn--bcher-kva.example'],
      ['android-app://com.google.android.gm/', 'com.google.android.gm'],
      ['android-app://Com.Google.Android.Gm', 'com.google.android.gm'],
      ['ios-app://www.example.com', 'example.com'],
      ['https://www.com/', 'www.com'],
      ['http://localhost:3000/', 'localhost:3000'],
      ['http://[::1]:3000/', '[::1]:3000'],
      // Further spellings of spam.
      ['http://SEMALT.com./'],
      ['https://www.semalt.com.:8443/x'],
      ['https://a.b.semalt.com'],
      ['android-app://semalt.com'],
      ['https://semalt.com.example.org/', 'semalt.com.example.org'],
    ];
    const sent = sources.map(([referrer], at) =>
      eventOf({ session: { referrer }, location: { url: `https://docs.example.com/${at}` } }),
    );
    expect((await track(app, site, sent)).statusCode).toBe(204);
    const rows = new Map((await columnsOf(site, 'urlPath', 'referrerDomain')) as [string, string][]);
    const counted = sources.map(([referrer], at) => [referrer, rows.get(`/${at}`)]);
    expect(counted).toEqual(sources.map(([referrer, source]) => [referrer, source]));
  });

  test('names places of this site, by their ids', async () => {
    const site = await addTrackedSite(app);
    const other = await addTrackedSite(app);
    const page = randomUUID();
    const made = await app.request('POST', `${site.url.replace('/insights', '')}/share-links`, {
      body: { name: 'Reviewers' },
    });
    const { id, urls } = made.json();
    const key = urls.published.split('/').at(-2);
    const locations = [
      { space: site.spaceId, siteSpace: site.siteSpaceId, page, siteShareKey: key },
      { siteShareKey: id },
      { space: other.spaceId, siteSpace: other.siteSpaceId, page, siteSection: 'nothing', siteShareKey: 'x' },
    ];
    for (const location of locations) {
      await track(app, site, [eventOf({ location })]);
      clock.advance(1000);
    }
    expect(await columnsOf(site, 'page', 'siteSpace', 'siteSection', 'siteShareKey')).toEqual([
      [{ page, space: site.spaceId }, site.siteSpaceId, null, id],
      [null, null, null, id],
      [null, null, null, null],
    ]);
  });

  test.each([
    ['a type that does not exist', { type: 'page_watch' }, 'events.0.type'],
    ['a type without its field', { type: 'search_type_query' }, 'events.0.query'],
    ['an old event', { timestamp: '2026-11-20T12:00:00Z' }, 'events.0.timestamp'],
    ['an event of the future', { timestamp: '2026-11-24T12:00:00Z' }, 'events.0.timestamp'],
    [
      'an address that is not of the web',
      { location: { url: 'mailto:x@example.com' } },
      'events.0.location.url',
    ],
  ])('refuses %s, and all that came with it', async (_, wrong, path) => {
    const site = await addTrackedSite(app);
    const response = await track(app, site, [eventOf(wrong), eventOf({})]);
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0].path).toBe(path);
    expect(await columnsOf(site, 'eventsCount')).toEqual([[0]]);
  });

  test('tolerates clocks that differ, and events of the day before', async () => {
    const site = await addTrackedSite(app);
    const now = clock.now().getTime();
    const at = (milliseconds: number) => new Date(now + milliseconds).toISOString();
    await track(app, site, [
      eventOf({ timestamp: at(4 * 60_000) }),
      eventOf({ timestamp: at(-23 * 3_600_000) }),
    ]);
    expect(await columnsOf(site, 'datetime')).toEqual([[at(-23 * 3_600_000)], [at(0)]]);
  });

  test('takes at most 1,000 events and 1 MB', async () => {
    const site = await addTrackedSite(app);
    expect((await track(app, site, Array(1000).fill(eventOf({})))).statusCode).toBe(204);
    expect((await track(app, site, Array(1001).fill(eventOf({})))).statusCode).toBe(400);
    const cookies = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`c${n}`, 'x'.repeat(8000)]));
    expect((await track(app, site, [eventOf({ session: { cookies } })])).statusCode).toBe(413);
    expect(await columnsOf(site, 'eventsCount')).toEqual([[1000]]);
  });

  test('ignores a second event with the same id in a session', async () => {
    const site = await addTrackedSite(app);
    const event = eventOf({ id: 'one' });
    await track(app, site, [event, event]);
    await track(app, site, [event, eventOf({ id: 'two' })]);
    await track(app, site, [eventOf({ id: 'one', session: { sessionId: 'session-2' } })]);
    expect(await columnsOf(site, 'sessionsCount', 'eventsCount')).toEqual([[2, 3]]);
    expect((await app.request('GET', site.url)).json().usage.today).toBe(3);
  });

  test('is bound to the site and its organization', async () => {
    const site = await addTrackedSite(app);
    const stranger = await addOrganization(app, {});
    const body = { events: [eventOf({})] };
    for (const path of [
      `/v1/orgs/${stranger.organizationId}/sites/${site.siteId}`,
      `/v1/orgs/${app.organizationId}/sites/${randomUUID()}`,
    ]) {
      const response = await app.request('POST', `${path}/insights/events`, { token: null, body });
      expect(response.json().error.reason).toBe('site-not-found');
    }
  });

  test('ends with the quota of the site for the day', async () => {
    const site = await addTrackedSite(app);
    const many = Array(1000).fill(eventOf({}));
    expect((await track(app, site, many)).statusCode).toBe(204);
    expect((await track(app, site, many)).statusCode).toBe(204);
    const refused = await track(app, site, [eventOf({})]);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().error.reason).toBe('events-quota-exceeded');
    const seconds = Math.ceil((Date.parse('2026-11-23T00:00:00Z') - clock.now().getTime()) / 1000);
    expect(Number(refused.headers['retry-after'])).toBe(seconds);
    expect((await app.request('GET', site.url)).json().usage).toEqual({
      today: 2000,
      perDay: 2000,
      stored: 2000,
    });
    expect((await track(app, await addTrackedSite(app), [eventOf({})])).statusCode).toBe(204);
  });

  test('forgets events while it is off for the site', async () => {
    const site = await addTrackedSite(app);
    const off = await app.request('PATCH', site.url, { body: { recording: false } });
    expect(off.json()).toMatchObject({ object: 'site-insights', recording: false });
    expect((await track(app, site, [eventOf({})])).statusCode).toBe(204);
    await app.request('PATCH', site.url, { body: { recording: true } });
    await track(app, site, [eventOf({ type: 'search_open' })]);
    expect(await columnsOf(site, 'eventType')).toEqual([['search_open']]);
  });
});

describe('visitors', () => {
  test('without an id are told apart by address and browser, for one day', async () => {
    const site = await addTrackedSite(app);
    const anonymous = (ip: string, userAgent = CHROME) =>
      eventOf({ session: { visitorId: undefined, sessionId: undefined, ip, userAgent } });
    await track(app, site, [anonymous('192.0.2.1'), anonymous('192.0.2.1'), anonymous('192.0.2.2')]);
    await track(app, site, [anonymous('192.0.2.1', 'Mozilla/5.0 Firefox/140.0')]);
    expect(await columnsOf(site, 'visitorsCount', 'sessionsCount', 'eventsCount')).toEqual([[3, 3, 4]]);
    clock.advance(31 * 60_000);
    await track(app, site, [anonymous('192.0.2.1')]);
    expect(await columnsOf(site, 'visitorsCount', 'sessionsCount')).toEqual([[3, 4]]);
    clock.advance(24 * 3_600_000);
    await track(app, site, [anonymous('192.0.2.1')]);
    expect(await columnsOf(site, 'visitorsCount')).toEqual([[4]]);
  });

  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'googlebot'],
    ['Mozilla/5.0 AppleWebKit/537.36; compatible; ClaudeBot/1.0; +claudebot@anthropic.com', 'claudebot'],
    ['claude-code/2.0.1 (cli)', 'claude-code'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0)', 'chatgpt'],
    ['curl/8.5.0', 'unknown'],
    ['', 'unknown'],
    [CHROME, ''],
  ])('who are programs are named: %s', async (userAgent, bot) => {
    const site = await addTrackedSite(app);
    await track(app, site, [eventOf({ session: { userAgent } })]);
    expect(await columnsOf(site, 'visitorProgram')).toEqual([[bot]]);
  });

  test('are deleted by their id', async () => {
    const site = await addTrackedSite(app);
    await track(app, site, [eventOf({}), eventOf({}), eventOf({ session: { visitorId: 'visitor-2' } })]);
    const response = await app.request('POST', `${site.url}/visitors/delete`, {
      body: { visitorId: 'visitor-1' },
    });
    expect(response.json()).toEqual({ deleted: 2 });
    expect(await columnsOf(site, 'visitorsCount', 'eventsCount')).toEqual([[1, 1]]);
  });

  test('leave no address, mail, key or user agent in the database', async () => {
    const site = await addTrackedSite(app, { visibility: 'visitor-auth' });
    const secrets = {
      address: '198.51.100.77',
      mail: 'reader.person@example.org',
      key: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
      cookie: 'cookie-value-7531',
      query: 'jwt-of-the-url-9182',
      agent: 'UniqueAgentOfThisTest/7.7',
    };
    const { address, mail, key, cookie, query, agent } = secrets;
    const session = {
      visitorId: mail,
      ip: address,
      cookies: { session: cookie },
      userAgent: `Mozilla/5.0 ${agent}`,
      referrer: `https://search.example.com/?q=${query}`,
      visitorAuthClaims: { email: mail, sub: mail, plan: 'pro', contact: `ask ${mail}`, token: key },
    };
    const location = { url: `https://docs.example.com/guide?jwt_token=${query}&email=${mail}` };
    const text = `my mail is ${mail}, my key ${key}, my host ${address}`;
    const target = { kind: 'url', url: `mailto:${mail}` };
    const response = await track(app, site, [
      eventOf({ session, location }),
      eventOf({ session, location, type: 'search_type_query', query: text, id: mail }),
      eventOf({
        session,
        location,
        type: 'page_post_feedback_comment',
        feedback: { rating: 'ok', comment: text },
      }),
      eventOf({ session, location, type: 'link_click', link: { target, position: 'content' } }),
    ]);
    expect(response.statusCode).toBe(204);
    expect(await columnsOf(site, 'eventSearchQuery')).toEqual([
      ['my mail is [email], my key [secret], my host [ip]'],
    ]);
    expect((await app.request('GET', `${site.url}/visitor-segments`)).json().items).toMatchObject([
      { claims: { plan: 'pro', contact: 'ask [email]', token: '[secret]' } },
    ]);
    const found = await searchDatabase(Object.values(secrets));
    expect(found).toEqual([]);
  });
});

/** Returns the tables whose rows, as text, contain one of the texts. */
async function searchDatabase(texts: string[]): Promise<string[]> {
  const { db } = app.context;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    for (const text of texts) {
      const { rows } = await sql`
        select 1 from ${sql.table(name)} t where position(${text} in t::text) > 0
          or position(encode(convert_to(${text}, 'UTF8'), 'hex') in t::text) > 0 limit 1`.execute(db);
      if (rows.length > 0) found.push(`${name}: ${text}`);
    }
  }
  return found;
}

describe('access', () => {
  test('numbers are for editors, settings for creators, the deletion of visitors for administrators', async () => {
    const site = await addTrackedSite(app);
    const statuses = async (role: 'read' | 'edit' | 'create' | 'admin') => {
      const { token } = await addMember(app, { role });
      const aggregated = { range: 'last7Days' };
      const calls = [
        app.request('POST', `${site.url}/events/aggregate`, { token, body: aggregated }),
        app.request('GET', `${site.url}/visitor-segments`, { token }),
        app.request('PATCH', site.url, { token, body: {} }),
        app.request('POST', `${site.url}/visitors/delete`, { token, body: { visitorId: 'x' } }),
      ];
      return (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    };
    expect(await statuses('read')).toEqual([403, 403, 403, 403]);
    expect(await statuses('edit')).toEqual([200, 200, 403, 403]);
    expect(await statuses('create')).toEqual([200, 200, 200, 403]);
    expect(await statuses('admin')).toEqual([200, 200, 200, 200]);
  });
});
