/** Who sees a change request by a link, for how long, and what else they see. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import { addMember, addSite, addSpace } from '../../../../../../test/factories.ts';
import { buildPublishedApp } from '../../../../../sites/published-app.ts';
import { BY_OPERATOR } from '../../../../platform/access/cause.ts';
import {
  resumeOrganization,
  suspendOrganization,
} from '../../../identity/organizations/suspension.service.ts';

const HOST = 'sites.example.com';
const HOUR_MS = 3_600_000;
const clock = createTestClock();
let app: TestApp;
let published: FastifyInstance;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await published.close();
  await app.close();
});

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object, token?: string) {
  const response = await app.request(method, url, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
  return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
}

const insert = (markdown: string) => ({
  changes: [{ operation: 'insert_page', title: 'Welcome', document: { markdown } }],
});

interface Prepared {
  spaceId: string;
  siteId: string;
  one: string;
}

/** A site, and an open change request of a space on it. */
async function prepare({
  isPublished = true,
  otherSpaceIds = [] as string[],
}: {
  isPublished?: boolean;
  otherSpaceIds?: string[];
} = {}): Promise<Prepared> {
  const spaceId = await addSpace(app, { title: 'Manual' });
  const siteId = await addSite(app, { spaceIds: [spaceId, ...otherSpaceIds], isPublished });
  const space = `/v1/spaces/${spaceId}`;
  await send('POST', `${space}/content`, insert('Published words.'));
  const { id } = (await send('POST', `${space}/change-requests`, { subject: 'Words' })).body;
  const one = `${space}/change-requests/${id}`;
  const { pages } = (await send('GET', `${space}/content`)).body;
  await write(one, pages[0].id, 'Proposed words.');
  await send('PATCH', one, { status: 'open' });
  return { spaceId, siteId, one };
}

const write = (one: string, page: string, markdown: string) =>
  send('POST', `${one}/content`, { changes: [{ operation: 'update_page', page, document: { markdown } }] });

async function createLink(one: string, body: object = { expiresIn: 2 }, token?: string): Promise<string> {
  const { status, body: created } = await send('POST', `${one}/preview-links`, body, token);
  expect(status, JSON.stringify(created)).toBe(201);
  return created.url;
}

const get = (url: string, cookie?: string) => {
  const { host, pathname, search } = new URL(url);
  return published.inject({ url: pathname + search, headers: { host, ...(cookie ? { cookie } : {}) } });
};

/** Opens the link in a new browser. Returns the page after the redirect, its address, and the cookie. */
async function open(url: string) {
  const first = await get(url);
  if (first.statusCode !== 303) return { page: first, url, cookie: undefined };
  const next = new URL(String(first.headers.location), url).href;
  const cookie = String(first.headers['set-cookie']).split(';')[0];
  return { page: await get(next, cookie), url: next, cookie };
}

test('the bar says who sees the preview: everyone who has the link, or only its creator', async () => {
  const { one, siteId, spaceId } = await prepare();
  const { page } = await open(await createLink(one));
  expect(page.body).toContain('Everyone who has the link sees them.');
  expect(page.body).not.toContain('Only you see');
  const query = `space=${spaceId}&changeRequest=${one.split('/').at(-1)}`;
  const own = `/v1/orgs/${app.organizationId}/sites/${siteId}/publishing/preview?${query}`;
  const { page: opened } = await open((await send('GET', own)).body.url);
  expect(opened.body).toContain('Only you see the site like this.');
  expect(opened.body).not.toContain('has the link');
});

test('a link shows the change request as the site draws it, to anyone, and leaves the address', async () => {
  const { one, siteId } = await prepare();
  const created = await send('POST', `${one}/preview-links`, { expiresIn: 2 });
  expect(created).toMatchObject({
    status: 201,
    body: {
      object: 'preview-link',
      site: siteId,
      expiresAt: new Date(clock.now().getTime() + 2 * HOUR_MS).toISOString(),
    },
  });
  const { page, url } = await open(created.body.url);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Proposed words.');
  expect(page.body).not.toContain('Published words.');
  expect(url).not.toContain('jwt_token');
  expect(page.headers).toMatchObject({
    'cache-control': expect.stringMatching(/private|no-store/),
    'x-robots-tag': 'noindex',
  });
  expect(page.headers['cache-control']).not.toContain('s-maxage');
  expect(page.headers).not.toHaveProperty('cdn-cache-control');
  // Without the cookie, there is nothing at that address.
  expect((await get(url)).statusCode).toBe(404);
});

test('the secret is in no other response and not in the database', async () => {
  const { one } = await prepare();
  const secret = new URL(await createLink(one)).searchParams.get('jwt_token') as string;
  expect(secret).toMatch(/^lcp_[\w-]{43}$/);
  const listed = await app.request('GET', `${one}/preview-links`);
  expect(listed.json().items).toHaveLength(1);
  expect(listed.body).not.toContain(secret);
  const rows = await app.context.db.selectFrom('change_request_preview_link').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('later edits are shown, and a site that is not published', async () => {
  const { one } = await prepare({ isPublished: false });
  const { url, cookie } = await open(await createLink(one));
  const { pages } = (await send('GET', `${one}/content`)).body;
  await write(one, pages[0].id, 'Later words.');
  expect((await get(url, cookie)).body).toContain('Later words.');
  const home = new URL(url);
  home.pathname = `${home.pathname.split('~')[0]}`;
  expect((await get(home.href)).statusCode).toBe(404);
});

test('a link tells nothing of other spaces of the site', async () => {
  const hidden = await addSpace(app, { title: 'Hidden plans' });
  await send('POST', `/v1/spaces/${hidden}/content`, insert('To rule the world.'));
  const { one } = await prepare({ isPublished: false, otherSpaceIds: [hidden] });
  const { page, url, cookie } = await open(await createLink(one));
  expect(page.body).toContain('Proposed words.');
  expect(page.body).not.toContain('Hidden plans');
  const base = new URL(url).pathname.split('/').slice(0, 2).join('/');
  for (const path of [`${base}/variant-2/`, `${base}/variant-2`, `${base}/hidden-plans/`]) {
    const other = await get(new URL(path, url).href, cookie);
    expect(other.body).not.toContain('To rule the world.');
  }
  const found = await get(new URL(`${base}/~/search?q=rule`, url).href, cookie);
  expect(found.body).not.toContain('rule the world');
});

const ENDINGS: Record<string, (prepared: Prepared) => Promise<void>> = {
  'its time': async () => clock.advance(3 * HOUR_MS),
  deletion: async ({ one }) => {
    const [link] = (await send('GET', `${one}/preview-links`)).body.items;
    expect((await send('DELETE', `${one}/preview-links/${link.id}`)).status).toBe(204);
    expect((await send('DELETE', `${one}/preview-links/${link.id}`)).status).toBe(404);
  },
  archiving: async ({ one }) => {
    await send('PATCH', one, { status: 'archived' });
  },
  'archiving, also when it is opened again': async ({ one }) => {
    await send('PATCH', one, { status: 'archived' });
    await send('PATCH', one, { status: 'open' });
  },
  merging: async ({ one }) => {
    expect((await send('POST', `${one}/merge`)).body.result).toBe('merge');
  },
  'the deletion of the space': async ({ spaceId }) => {
    await send('DELETE', `/v1/spaces/${spaceId}`);
  },
};

test.each(Object.entries(ENDINGS))('a link ends with %s, also where it is open', async (_name, end) => {
  const prepared = await prepare({ isPublished: false });
  const link = await createLink(prepared.one);
  const { page, url, cookie } = await open(link);
  expect(page.statusCode).toBe(200);
  await end(prepared);
  for (const refused of [await get(url, cookie), await get(link)]) {
    expect(refused.statusCode).toBe(404);
    expect(refused.headers['content-type']).toContain('text/html');
    expect(refused.body).not.toContain('words');
  }
});

test('a link ends with the access of its author', async () => {
  const prepared = await prepare({ isPublished: false });
  const author = await addMember(app, { role: 'edit' });
  const link = await createLink(prepared.one, { expiresIn: 720 }, author.token);
  const { page, url, cookie } = await open(link);
  expect(page.statusCode).toBe(200);
  const member = `/v1/orgs/${app.organizationId}/members/${author.userId}`;
  expect((await send('PATCH', member, { role: 'read' })).status).toBe(200);
  expect((await get(url, cookie)).statusCode).toBe(404);
  await send('PATCH', member, { role: 'edit' });
  expect((await get(url, cookie)).statusCode).toBe(200);
  await send('DELETE', member);
  expect((await get(url, cookie)).statusCode).toBe(404);
  expect((await get(link)).statusCode).toBe(404);
});

test('a link opens only its own change request, and no guess opens one', async () => {
  const mine = await prepare({ isPublished: false });
  const { id: otherId } = (
    await send('POST', `/v1/spaces/${mine.spaceId}/change-requests`, { subject: 'Other' })
  ).body;
  const link = await createLink(mine.one);
  const { cookie, url } = await open(link);
  const id = mine.one.split('/').at(-1) as string;
  expect((await get(url.replace(id, otherId), cookie)).statusCode).toBe(404);
  const guess = new URL(link);
  guess.searchParams.set('jwt_token', `lcp_${'a'.repeat(43)}`);
  expect((await get(guess.href)).statusCode).toBe(404);
  const elsewhere = await prepare({ isPublished: false });
  const there = new URL(await createLink(elsewhere.one));
  there.searchParams.set('jwt_token', new URL(link).searchParams.get('jwt_token') as string);
  expect((await get(there.href)).statusCode).toBe(404);
});

test('a new link replaces an ended one in the same browser', async () => {
  const { one } = await prepare({ isPublished: false });
  const first = await open(await createLink(one));
  const [link] = (await send('GET', `${one}/preview-links`)).body.items;
  await send('DELETE', `${one}/preview-links/${link.id}`);
  const again = await get(await createLink(one), first.cookie);
  const cookie = String(again.headers['set-cookie']).split(';')[0];
  expect((await get(first.url, cookie)).statusCode).toBe(200);
});

test('a space that is on no site is shown with the default look', async () => {
  const space = `/v1/spaces/${await addSpace(app, { title: 'Alone' })}`;
  await send('POST', `${space}/content`, insert('Published words.'));
  await send('POST', `${space}/change-requests`, {});
  const one = `${space}/change-requests/1`;
  const { pages } = (await send('GET', `${space}/content`)).body;
  await write(one, pages[0].id, 'Proposed words.');
  const created = await send('POST', `${one}/preview-links`, { expiresIn: 1 });
  expect(created.body).not.toHaveProperty('site');
  const { page, url, cookie } = await open(created.body.url);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Proposed words.');
  expect(page.headers).toMatchObject({ 'x-robots-tag': 'noindex' });
  const [own] = url.split('~/changes');
  for (const address of [url, own as string]) expect((await get(address)).statusCode).toBe(404);
  const left = await get(`${own}~/logout`, cookie);
  expect(String(left.headers['set-cookie'])).toContain('Max-Age=0');
  const [link] = (await send('GET', `${one}/preview-links`)).body.items;
  await send('DELETE', `${one}/preview-links/${link.id}`);
  expect((await get(url, cookie)).statusCode).toBe(404);
  expect((await get(created.body.url)).statusCode).toBe(404);
});

test.each([true, false])(
  'no link opens while the organization is suspended; on a site: %s',
  async (isOnSite) => {
    const space = `/v1/spaces/${await addSpace(app, { title: 'Alone' })}`;
    await send('POST', `${space}/content`, insert('Published words.'));
    await send('POST', `${space}/change-requests`, {});
    const one = isOnSite ? (await prepare()).one : `${space}/change-requests/1`;
    const link = (await send('POST', `${one}/preview-links`, { expiresIn: 1 })).body.url;
    const { url, cookie } = await open(link);
    expect((await get(url, cookie)).statusCode).toBe(200);
    const { organizationId } = app;
    await suspendOrganization(app.context, BY_OPERATOR, { organizationId, reason: 'Unpaid' });
    expect((await get(url, cookie)).statusCode).toBe(404);
    expect((await get(link)).statusCode).toBe(404);
    await resumeOrganization(app.context, BY_OPERATOR, organizationId);
    expect((await get(url, cookie)).statusCode).toBe(200);
  },
);

test('what cannot be shown, and wrong requests, are refused', async () => {
  const { one, siteId } = await prepare();
  for (const body of [{}, { expiresIn: 0 }, { expiresIn: 721 }, { expiresIn: 1.5 }, { expiresIn: '2 days' }])
    expect((await send('POST', `${one}/preview-links`, body)).status, JSON.stringify(body)).toBe(400);
  const unrelated = await addSite(app, { spaceIds: [await addSpace(app)], isPublished: true });
  for (const site of [unrelated, 'none'])
    expect((await send('POST', `${one}/preview-links`, { expiresIn: 1, site })).status).toBe(404);
  expect((await send('POST', `${one}/preview-links`, { expiresIn: 1, site: siteId })).status).toBe(201);
  const commenter = await addMember(app, { role: 'comment' });
  expect((await send('POST', `${one}/preview-links`, { expiresIn: 1 }, commenter.token)).status).toBe(403);
  expect((await send('GET', `${one}/preview-links`, undefined, commenter.token)).status).toBe(403);
  for (let count = 0; count < 19; count += 1) await createLink(one);
  const tooMany = await send('POST', `${one}/preview-links`, { expiresIn: 1 });
  expect(tooMany).toMatchObject({ status: 409, body: { error: { reason: 'too-many-preview-links' } } });
  await send('PATCH', one, { status: 'archived' });
  const archived = await send('POST', `${one}/preview-links`, { expiresIn: 1 });
  expect(archived).toMatchObject({ status: 409, body: { error: { reason: 'change-request-archived' } } });
});
