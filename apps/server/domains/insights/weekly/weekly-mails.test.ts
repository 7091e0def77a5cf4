import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { addMember } from '../../../../../test/factories.ts';
import { addReadSite, type ReadSite } from '../../../../../test/fixtures/insights/answers/answers.ts';
import { track } from '../../../../../test/fixtures/insights/insights.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { type MailServer, startMailServer } from '../../../../../test/mail-server.ts';
import { WEEKLY_MAILS } from './weekly-mails.jobs.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A Wednesday. */
const clock = createTestClock(new Date('2026-11-18T12:00:00Z'));
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
});
afterAll(async () => {
  await app?.close();
  await server?.close();
});
beforeEach(() => {
  server.received.length = 0;
});

const put = (token: string, subscribed: boolean) =>
  app.request('PUT', `${site.url}/weekly-mail`, { token, body: { subscribed } });
const get = async (token: string) => (await app.request('GET', `${site.url}/weekly-mail`, { token })).json();

/** Starts the hourly job, and advances the clock by an hour. */
async function runHour(): Promise<void> {
  await startJob(app, WEEKLY_MAILS);
  clock.advance(60 * 60_000);
  await runJobs(app);
}

test('who asks for it gets a mail on each Monday after, and no second one', async () => {
  const { token, email } = await addMember(app, { role: 'edit' });
  expect(await get(token)).toEqual({ subscribed: false });
  expect((await put(token, true)).json()).toEqual({ subscribed: true });
  expect(await get(token)).toEqual({ subscribed: true });
  const search = { type: 'search_type_query', results: 0 };
  await track(app, site, [
    site.on('install'),
    site.on('install'),
    site.on('guide', { session: { visitorId: 'visitor-2', sessionId: 'session-2' } }),
    site.on('old/page'),
    site.on('', { ...search, query: 'windows' }),
    site.on('', { ...search, query: 'go to https://evil.example.com/ now' }),
  ]);
  await runHour();
  expect(server.received).toEqual([]);

  clock.advance(5 * DAY_MS); // Monday
  await runHour();
  await runHour();
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail?.to).toEqual([email]);
  expect(mail?.text).toContain('Readers of “A site” from 2026-11-16 to 2026-11-22:');
  expect(mail?.text).toContain('Page views: 4 (none the week before)\nVisitors: 2 (none the week before)');
  expect(mail?.text).toContain('Most viewed pages:\n- “Install”: 2\n- “Guide”: 1\n');
  expect(mail?.text).toContain('Searches without result:\n- “windows”: 1\n\n');
  expect(mail?.text).toContain('Missing pages:\n- “/old/page”: 1\n');
  expect(mail?.text).toContain(
    `https://docs.example.com/app/o/${app.organizationId}/sites/${site.siteId}/insights?from=2026-11-16&to=2026-11-22`,
  );
  expect(mail?.source).not.toContain('evil');

  clock.advance(7 * DAY_MS);
  await runHour();
  expect(server.received).toHaveLength(2);
  expect(server.received[1]?.text).toContain('Page views: 0 (100% less than the week before)');
  await put(token, false);
});

test('the link in the mail ends it, for a person and for a mail program', async () => {
  for (const way of ['person', 'program']) {
    const { token } = await addMember(app, { role: 'edit' });
    const other = await addMember(app, { role: 'edit' });
    await put(token, true);
    await put(other.token, true);
    server.received.length = 0;
    clock.advance(7 * DAY_MS);
    await runHour();
    expect(server.received).toHaveLength(2);
    const ticketOf = (text = '') => /unsubscribe\/(\S+)/.exec(text)?.[1] as string;
    const tickets = server.received.map(({ text }) => ticketOf(text));
    for (const ticket of tickets) {
      if (way === 'person') {
        const page = `/app/unsubscribe/${ticket}`;
        const shown = await app.server.inject({ url: page });
        expect(shown.body).toContain('You get an email every Monday about what the readers of a site do.');
        const headers = {
          origin: app.server.sessions.origin,
          'content-type': 'application/x-www-form-urlencoded',
        };
        const sent = await app.server.inject({ method: 'POST', url: page, headers, payload: '' });
        expect(sent.body).toContain('You no longer get this email');
      } else {
        const sent = await app.request('POST', `/v1/unsubscribe/${ticket}`, { token: null });
        expect(sent.statusCode).toBe(204);
      }
      const forged = ticket.replace('.weekly.', '.mentioned.');
      expect((await app.request('POST', `/v1/unsubscribe/${forged}`, { token: null })).statusCode).toBe(404);
    }
    expect([await get(token), await get(other.token)]).toEqual([
      { subscribed: false },
      { subscribed: false },
    ]);
  }
});

test('who may no longer see what readers do gets no mail', async () => {
  const { token, userId } = await addMember(app, { role: 'edit' });
  await put(token, true);
  const member = `/v1/orgs/${app.organizationId}/members/${userId}`;
  expect((await app.request('PATCH', member, { body: { role: 'read' } })).statusCode).toBe(200);
  clock.advance(7 * DAY_MS);
  await runHour();
  expect(server.received).toEqual([]);
});
