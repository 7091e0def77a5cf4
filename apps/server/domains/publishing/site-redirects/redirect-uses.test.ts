import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addSite, addSpace } from '../../../../../test/factories.ts';
import { buildPublishedApp } from '../../../../sites/published-app.ts';
import type { SitePointer } from '../../../platform/access/pointers.ts';
import { createCountedRedirects } from './redirect-uses.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
const HOST = 'sites.example.com';
const OPTIONS = { clock: clock.now, config: { sitesUrl: `https://${HOST}` } };
const log = pino({ level: 'silent' });
let app: TestApp;
let site: SitePointer;
beforeAll(async () => {
  app = await buildTestApp(OPTIONS);
});
afterAll(() => app?.close());
beforeEach(async () => {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Start\n' });
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  site = (await app.context.pointers.sites.find(siteId)) as SitePointer;
});

const urlOf = ({ organizationId, siteId }: SitePointer) =>
  `/v1/orgs/${organizationId}/sites/${siteId}/redirects`;

async function addRedirect(source: string, more: object = {}): Promise<string> {
  const destination = { kind: 'external', url: `https://example.com${source}` };
  const body = { source, destination, ...more };
  const response = await app.request('POST', urlOf(site), { body });
  expect(response.statusCode, response.body).toBe(201);
  expect(response.json().uses).toBeUndefined();
  return response.json().id;
}

/** The uses of the redirects, by their sources. */
async function listUses(): Promise<Record<string, [number, string | undefined]>> {
  const { items } = (await app.request('GET', `${urlOf(site)}?orderBy=source`)).json();
  return Object.fromEntries(
    items.map(({ source, uses, lastUsedAt }: { source: string; uses: number; lastUsedAt?: string }) => [
      source,
      [uses, lastUsedAt],
    ]),
  );
}

const count = () => createCountedRedirects({ db: app.context.db, clock: clock.now, log });

test('readers who are led on count, with the first redirect of a chain, and previews do not', async () => {
  await addRedirect('/old');
  await addRedirect('/unused');
  const chain = { kind: 'external', url: `https://${HOST}/${site.basename}/old` };
  await addRedirect('/older', { destination: chain });
  const other = await buildTestApp({ beside: app, ...OPTIONS });
  const published = buildPublishedApp({ log, ...other.app.published });
  const get = (url: string, headers: object = {}) =>
    published.inject({ method: 'GET', url, headers: { host: HOST, ...headers } });
  const follow = async (path: string, headers = {}): Promise<void> => {
    expect((await get(`/${site.basename}${path}`, headers)).statusCode, path).toBe(307);
  };
  for (const path of ['/old', '/OLD', '/older']) await follow(path);
  const preview = await app.request('GET', urlOf(site).replace(/redirects$/, 'publishing/preview'));
  const { pathname, search } = new URL(preview.json().url);
  const entered = await get(pathname + search);
  await follow('/old', { cookie: String(entered.headers['set-cookie']).split(';')[0] });
  await published.close();
  expect((await listUses())['/old']).toEqual([0, undefined]);
  await other.close();
  const at = clock.now().toISOString();
  expect(await listUses()).toEqual({ '/old': [2, at], '/older': [1, at], '/unused': [0, undefined] });
});

test('counts of all processes are added, and the latest use counts', async () => {
  const id = await addRedirect('/old');
  const [one, other] = [count(), count()];
  one.count(site, id);
  clock.advance(1000);
  const late = clock.now().toISOString();
  other.count(site, id);
  other.count(site, id);
  await other.flush();
  await one.flush();
  await one.flush();
  expect((await listUses())['/old']).toEqual([3, late]);
});

test('what cannot be written now is written at the next flush, with what came meanwhile', async () => {
  const id = await addRedirect('/old');
  const counted = count();
  counted.count(site, id);
  await app.database.sql`alter table site_redirect_use rename to away`;
  const flushing = counted.flush();
  counted.count(site, id);
  await flushing;
  await app.database.sql`alter table away rename to site_redirect_use`;
  await counted.flush();
  expect((await listUses())['/old']?.[0]).toBe(2);
});

test('while nothing can be written, more redirects than are kept do not try again one by one', async () => {
  let failures = 0;
  const failing = { ...log, warn: () => (failures += 1) } as unknown as typeof log;
  const counted = createCountedRedirects({ db: app.context.db, clock: clock.now, log: failing });
  await app.database.sql`alter table site_redirect_use rename to away`;
  for (let at = 0; at < 10_000; at += 1) counted.count(site, randomUUID());
  for (let at = 0; at < 3; at += 1) {
    counted.count(site, randomUUID());
    await expect.poll(() => failures).toBe(1);
  }
  await counted.flush();
  expect(failures).toBe(2);
  await app.database.sql`alter table away rename to site_redirect_use`;
  await counted.flush();
  counted.count(site, randomUUID());
  await counted.flush();
  expect(failures).toBe(2);
});

test('a redirect that was deleted is no obstacle for the others, and one that is changed keeps its uses', async () => {
  const [gone, kept] = [await addRedirect('/gone'), await addRedirect('/kept')];
  const counted = count();
  counted.count(site, gone);
  counted.count(site, kept);
  await app.request('DELETE', `${urlOf(site)}/${gone}`);
  await counted.flush();
  await app.request('PATCH', `${urlOf(site)}/${kept}`, { body: { source: '/moved' } });
  expect(await listUses()).toEqual({ '/moved': [1, clock.now().toISOString()] });
});
