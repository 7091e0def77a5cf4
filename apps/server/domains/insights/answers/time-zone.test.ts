/** The insights of an organization that is not in UTC. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember } from '../../../../../test/factories.ts';
import { addReadSite, ask, type ReadSite } from '../../../../../test/fixtures/insights/answers/answers.ts';
import { aggregate, track } from '../../../../../test/fixtures/insights/insights.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../test/mail-server.ts';
import { WEEKLY_MAILS } from '../weekly/weekly-mails.jobs.ts';

const HOUR_MS = 3_600_000;
const clock = createTestClock(new Date('2026-10-24T12:00:00.000Z'));
let app: TestApp;
let server: MailServer;
let site: ReadSite;
beforeAll(async () => {
  server = await startMailServer();
  app = await buildTestApp({
    clock: clock.now,
    config: { smtpUrl: server.url, mailFrom: 'docs@example.com', baseUrl: 'https://docs.example.com' },
  });
  site = await addReadSite(app);
  // One view each hour, over the end of summer time in Berlin, in the night to Sunday.
  for (let hour = 0; hour < 60; hour += 1) {
    await track(app, site, [
      site.on('install', { session: { sessionId: `s${hour}`, visitorId: `v${hour}` } }),
    ]);
    clock.advance(HOUR_MS);
  }
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});
beforeEach(async () => {
  expect((await setZone('Europe/Berlin')).statusCode).toBe(200);
});

const setClock = (time: string) => clock.advance(Date.parse(time) - clock.now().getTime());

const setZone = (timeZone: string | null, token?: string) =>
  app.request('PATCH', `/v1/orgs/${app.organizationId}`, {
    body: { timeZone },
    ...(token === undefined ? {} : { token }),
  });

const days = (items: Record<string, unknown>[]) => items.map(({ at, pageViews }) => [at, pageViews]);

describe('the days of the time zone', () => {
  test('have 25 hours when summer time ends, and begin at midnight', async () => {
    const answer = await ask(app, site, 'traffic', { from: '2026-10-24', to: '2026-10-27', interval: 'day' });
    expect(answer).toMatchObject({
      range: { from: '2026-10-23T22:00:00.000Z', to: '2026-10-26T23:00:00.000Z' },
      timeZone: 'Europe/Berlin',
    });
    expect(days(answer.items)).toEqual([
      ['2026-10-24T00:00:00.000+02:00', 10],
      ['2026-10-25T00:00:00.000+02:00', 25],
      ['2026-10-26T00:00:00.000+01:00', 24],
    ]);
    const hours = await ask(app, site, 'traffic', { from: '2026-10-25', to: '2026-10-26', interval: 'hour' });
    expect(hours.items).toHaveLength(25);
    expect(days(hours.items).slice(1, 5)).toEqual([
      ['2026-10-25T01:00:00.000+02:00', 1],
      ['2026-10-25T02:00:00.000+02:00', 1],
      ['2026-10-25T02:00:00.000+01:00', 1],
      ['2026-10-25T03:00:00.000+01:00', 1],
    ]);
    const weeks = await ask(app, site, 'traffic', { from: '2026-10-24', to: '2026-10-27', interval: 'week' });
    expect(days(weeks.items)).toEqual([
      ['2026-10-19T00:00:00.000+02:00', 35],
      ['2026-10-26T00:00:00.000+01:00', 24],
    ]);
  });

  test('are those of periods, of groups and of exports', async () => {
    // It is 01:00 on the 27th in Berlin.
    setClock('2026-10-27T00:00:00.000Z');
    const { range } = (await ask(app, site, 'traffic', { range: 'last7Days' })) as never as {
      range: { from: string };
    };
    expect(range.from).toBe('2026-10-20T22:00:00.000Z');
    const byDay = await aggregate(app, site, {
      select: [{ column: 'datetime', interval: 'day' }, { column: 'eventsCount' }],
      range: { from: '2026-10-25', to: '2026-10-26' },
    });
    expect(byDay).toEqual([['2026-10-25T00:00:00.000+02:00', 25]]);
    const twice = await aggregate(app, site, {
      select: [{ column: 'hourOfDay' }, { column: 'eventsCount' }],
      where: [{ column: 'hourOfDay', values: [2] }],
      range: { from: '2026-10-25', to: '2026-10-26' },
    });
    expect(twice).toEqual([[2, 2]]);
    const csv = await app.request(
      'GET',
      `${site.url}/answers/traffic?from=2026-10-26&to=2026-10-27&interval=day&format=csv`,
    );
    expect(csv.body).toBe(
      'at,pageViews,visitors,sessions\r\n2026-10-26T00:00:00.000+01:00,24,24,24\r\n'.replaceAll(
        '\r\n',
        csv.body.includes('\r\n') ? '\r\n' : '\n',
      ),
    );
    const exported = await app.request('GET', `${site.url}/events/export?from=2026-10-25&to=2026-10-26`);
    expect(exported.body.trim().split('\n')).toHaveLength(25);
  });

  test('can begin at any quarter of an hour', async () => {
    await setZone('Asia/Kathmandu');
    const { items } = await ask(app, site, 'traffic', {
      from: '2026-10-25',
      to: '2026-10-26',
      interval: 'day',
    });
    expect(days(items)).toEqual([['2026-10-25T00:00:00.000+05:45', 24]]);
  });

  test('are refused if they do not exist', async () => {
    for (const [query, path] of [
      ['from=2026-02-30&to=2026-03-01', 'from'],
      ['from=2026-10-25&to=2026-10-25', 'to'],
      ['from=0001-01-01&to=2026-10-25', 'from'],
      ['from=yesterday&to=2026-10-25', 'from'],
    ]) {
      const refused = await app.request('GET', `${site.url}/answers/traffic?${query}`);
      expect([query, refused.statusCode, refused.json().error.details[0].path]).toEqual([query, 400, path]);
    }
  });
});

test('the weekly email is sent on Monday morning, about the week before', async () => {
  const { token } = await addMember(app, { role: 'edit' });
  setClock('2026-10-30T12:00:00.000Z');
  await app.request('PUT', `${site.url}/weekly-mail`, { token, body: { subscribed: true } });
  const run = async () => {
    await startJob(app, WEEKLY_MAILS);
    clock.advance(60_000);
    await runJobs(app);
    return server.received.length;
  };
  await setZone('Pacific/Kiritimati');
  setClock('2026-11-01T09:30:00.000Z');
  expect(await run()).toBe(0);
  // It is Monday there, and Sunday in UTC.
  setClock('2026-11-01T10:30:00.000Z');
  expect(await run()).toBe(1);
  expect(server.received[0]?.text).toContain('from 2026-10-26 to 2026-11-01');
  expect(await run()).toBe(1);
});

describe('the setting', () => {
  test('is UTC at first, and again when it is removed', async () => {
    expect((await setZone(null)).json().timeZone).toBe('UTC');
    const organization = await app.request('GET', `/v1/orgs/${app.organizationId}`);
    expect(organization.json().timeZone).toBe('UTC');
    const { items } = await ask(app, site, 'traffic', {
      from: '2026-10-25',
      to: '2026-10-26',
      interval: 'day',
    });
    expect(days(items)).toEqual([['2026-10-25T00:00:00.000Z', 24]]);
  });

  test.each(['Europe/Nowhere', 'CET', '+02:00', "Europe/Berlin';", '', 'x'.repeat(65)])(
    'refuses %o',
    async (timeZone) => {
      const refused = await setZone(timeZone);
      expect([refused.statusCode, refused.json().error.details[0].path]).toEqual([400, 'timeZone']);
    },
  );

  test('is written as the database of time zones does, and changed by administrators alone', async () => {
    expect((await setZone('america/new_york')).json().timeZone).toBe('America/New_York');
    expect((await setZone('Asia/Kolkata')).json().timeZone).toBe('Asia/Kolkata');
    const { token } = await addMember(app, { role: 'create' });
    expect((await setZone('Europe/Paris', token)).statusCode).toBe(403);
    const events = `/v1/orgs/${app.organizationId}/audit-events`;
    const [last] = (await app.request('GET', `${events}?limit=1`)).json().items;
    const { payload } = (await app.request('GET', `${events}/${last.id}`)).json();
    expect(payload.after).toEqual({ timeZone: 'Asia/Kolkata' });
  });
});
