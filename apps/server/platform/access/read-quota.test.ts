import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { buildBareTestApp } from '../../../../test/bare-app.ts';
import { createTestClock, type TestClock } from '../../../../test/clock.ts';
import { putContent } from '../../../../test/content.ts';
import { addServiceToken, addSpace } from '../../../../test/factories.ts';
import { networkOf } from '../http/client-network.ts';
import { ReadQuota } from './read-quota.ts';

const PAGES = Array.from({ length: 8 }, (_, n) => `page-${n}`);
const FILES = {
  'SUMMARY.md': PAGES.map((name) => `* [${name}](${name}.md)`).join('\n'),
  ...Object.fromEntries(PAGES.map((name) => [`${name}.md`, `# ${name}\n\nSome words.\n`])),
};
/** Much more than a quota. */
const TOO_MUCH_MS = 1e9;

let app: TestApp;
let clock: TestClock;
let spaceId: string;
let userId: string;
let other: string;

beforeEach(async () => {
  clock = createTestClock();
  app = await buildTestApp({ clock: clock.now });
  spaceId = await addSpace(app);
  await putContent(app, spaceId, FILES);
  userId = (await app.request('GET', '/v1/user')).json().id;
  other = await addServiceToken(app, { role: 'admin' });
});
afterEach(() => app.close());

const readPage = (n: number, token = app.adminToken) =>
  app.request('GET', `/v1/spaces/${spaceId}/content/path/${PAGES[n]}`, { token });

/** The user has used up the quota while another caller was reading. */
async function exceed(): Promise<void> {
  expect((await readPage(7, other)).statusCode).toBe(200);
  app.context.readQuota.spend(`user ${userId}`, TOO_MUCH_MS);
}

describe('a caller who used too much of the processor while others needed it', () => {
  test('is refused until the time that the response says, while others are served', async () => {
    await exceed();
    const refused = await readPage(1);
    expect(refused.statusCode, refused.body).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json().error).toMatchObject({
      code: 429,
      reason: 'read-quota-exceeded',
      message: 'You have exceeded your share of CPU time while the server is busy. Try again in 60 seconds.',
    });
    expect((await readPage(2, other)).statusCode).toBe(200);
    clock.advance(59_000);
    expect((await readPage(3, other)).statusCode).toBe(200);
    expect((await readPage(1)).headers['retry-after']).toBe('1');
    clock.advance(1000);
    expect((await readPage(1)).statusCode).toBe(200);
  });

  test('still gets what is in memory', async () => {
    await readPage(1);
    await exceed();
    expect((await readPage(7)).statusCode).toBe(200);
    expect((await readPage(1)).statusCode).toBe(200);
    expect((await readPage(2)).statusCode).toBe(429);
  });

  test('is served when the others have stopped reading', async () => {
    await exceed();
    expect((await readPage(1)).statusCode).toBe(429);
    clock.advance(5001);
    expect((await readPage(1)).statusCode).toBe(200);
  });

  test('is counted in the metrics', async () => {
    await exceed();
    await readPage(1);
    const { body } = await app.request('GET', '/metrics');
    expect(body).toContain('# TYPE lectern_read_quota_refusals_total counter\n');
    expect(body).toContain('\nlectern_read_quota_refusals_total 1\n');
    expect(body).toMatch(/\nlectern_read_work_seconds_total 1000000\.\d+\n/);
  });

  test('is refused on every read that has to be computed', async () => {
    const page = (await readPage(0)).json();
    const { revision } = (await app.request('GET', `/v1/spaces/${spaceId}`)).json();
    await exceed();
    const space = `/v1/spaces/${spaceId}`;
    const paths = [
      `${space}/content`,
      `${space}/content/pages`,
      `${space}/content/files`,
      `${space}/content/page/${page.id}`,
      `${space}/content/page/${page.id}/meta-links`,
      `${space}/revisions/${revision}/page/${page.id}/document`,
      `${space}/documents/${page.documentId}`,
      `${space}/search?query=words`,
      `/v1/orgs/${app.organizationId}/search?query=words`,
      `${space}/links`,
      `${space}/content/page/${page.id}/links`,
      `${space}/content/page/${page.id}/backlinks`,
    ];
    for (const path of paths) {
      const refused = await app.request('GET', path);
      expect([path, refused.statusCode, refused.json().error?.reason]).toEqual([
        path,
        429,
        'read-quota-exceeded',
      ]);
    }
  });
});

test('a caller who is alone is never refused, nor for what they used while alone', async () => {
  app.context.readQuota.spend(`user ${userId}`, TOO_MUCH_MS);
  expect((await readPage(1)).statusCode).toBe(200);
  await readPage(0, other);
  expect((await readPage(2)).statusCode).toBe(200);
});

test('what a read computes is counted, and what is in memory costs nothing', async () => {
  const { readQuota } = app.context;
  const countCost = async (read: () => Promise<{ statusCode: number }>): Promise<number> => {
    const before = readQuota.usedMs;
    expect((await read()).statusCode).toBe(200);
    return readQuota.usedMs - before;
  };
  expect(await countCost(() => readPage(0))).toBeGreaterThan(0);
  expect(await countCost(() => readPage(0))).toBe(0);
});

test('a caller without a token is known by the network', async () => {
  const clock = createTestClock();
  const quota = new ReadQuota({ secondsPerMinute: 30, clock: clock.now });
  const server = await buildBareTestApp({
    addRoutes: (routes) => {
      routes.get('/v1/read', { config: { access: 'public' }, schema: { hide: true } }, async (request) =>
        quota.measure(request, async () => ({})),
      );
    },
  });
  const read = async (remoteAddress: string) =>
    (await server.inject({ url: '/v1/read', remoteAddress })).statusCode;
  expect(await read('2001:db8:0:1::1')).toBe(200);
  quota.spend(`network ${networkOf('2001:db8::')}`, TOO_MUCH_MS);
  expect(await read('2001:db8::7')).toBe(429);
  expect(await read('2001:db8:0:1::2')).toBe(200);
  await server.close();
});
