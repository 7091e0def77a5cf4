import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../../test/clock.ts';
import { addMember, addSite, addSpace } from '../../../../../../test/factories.ts';
import { runJobs } from '../../../../../../test/jobs.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../../../test/webhook-receiver.ts';
import { createKeyRing, seal, unseal } from '../../../../platform/access/keys.ts';
import { resealRendererSecrets } from './reseal-secrets.ts';

const SECRET = 'a-secret-of-the-renderer';

let app: TestApp;
let clock: TestClock;
let renderer: WebhookReceiver;
beforeAll(async () => {
  clock = createTestClock(new Date('2030-01-01T00:00:00Z'));
  app = await buildTestApp({ clock: clock.now, config: { allowPrivateNetworks: true } });
  renderer = await startWebhookReceiver();
});
afterAll(async () => {
  await app?.close();
  await renderer?.close();
});

let siteId: string;
let spaceId: string;
let otherSpaceId: string;
beforeEach(async () => {
  [spaceId, otherSpaceId] = [await addSpace(app), await addSpace(app)];
  siteId = await addSite(app, { spaceIds: [spaceId, await addSpace(app)] });
  renderer.answer = () => ({ status: 200 });
});

const site = () => `/v1/orgs/${app.organizationId}/sites/${siteId}`;
const put = (body: object) => app.request('PUT', `${site()}/renderer`, { body });
const get = async () => (await app.request('GET', `${site()}/renderer`)).json();

/** Connects the renderer, and forgets the call that this makes. */
async function connect(): Promise<void> {
  expect((await put({ url: `${renderer.url}/docs/`, secret: SECRET })).statusCode).toBe(200);
  await calls();
}

/** Runs the jobs; returns the tags that the renderer has received since the last call. */
async function calls(): Promise<string[][]> {
  await runJobs(app);
  return renderer.requests.splice(0).map(({ body }) => JSON.parse(body).tags);
}

async function edit(id = spaceId): Promise<void> {
  const body = { changes: [{ operation: 'insert_page', title: 'A page', document: { markdown: 'Text' } }] };
  const response = await app.request('POST', `/v1/spaces/${id}/content`, { body });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

test('a new version of an OpenAPI spec is told, and that it is gone', async () => {
  await connect();
  const spec = `/v1/orgs/${app.organizationId}/openapi/pets`;
  const tags = [`organization:${app.organizationId}:openapi:pets`, `site:${siteId}`];
  const text = (title: string) =>
    JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} });
  await app.request('PUT', spec, { body: { source: { text: text('Pets') } } });
  expect(await calls()).toEqual([tags]);
  await app.request('PUT', spec, { body: { source: { text: text('Pets') } } });
  expect(await calls()).toEqual([]);
  // And once more when it is known what changed.
  await app.request('PUT', spec, { body: { source: { text: text('Dogs') } } });
  expect(await calls()).toEqual([tags, tags]);
  await app.request('DELETE', spec);
  expect(await calls()).toEqual([tags]);
});

const waitingJobs = () =>
  app.context.db.selectFrom('job').select('run_at').where('kind', '=', 'site-renderer').execute();

describe('the connection', () => {
  test('is made, shown without its secret, changed and removed', async () => {
    const missing = await app.request('GET', `${site()}/renderer`);
    expect([missing.statusCode, missing.json().error.reason]).toEqual([404, 'renderer-not-found']);
    const made = await put({ url: `${renderer.url}/docs/`, secret: SECRET });
    expect(made.json()).toEqual({ object: 'site-renderer', url: `${renderer.url}/docs` });
    expect(await calls()).toEqual([[`site:${siteId}`]]);
    expect(await get()).toEqual({ ...made.json(), lastCall: { at: clock.now().toISOString() } });
    expect((await put({ url: renderer.url })).json()).toEqual({ object: 'site-renderer', url: renderer.url });
    expect(await calls()).toEqual([[`site:${siteId}`]]);
    expect((await app.request('DELETE', `${site()}/renderer`)).statusCode).toBe(204);
    expect((await app.request('DELETE', `${site()}/renderer`)).statusCode).toBe(404);
    await edit();
    expect(await calls()).toEqual([]);
    expect((await put({ url: renderer.url })).statusCode).toBe(400);
    const rows = await app.context.db
      .selectFrom('audit_event')
      .select('payload')
      .where('target_id', '=', siteId)
      .where('action', '=', 'site.renderer-changed')
      .execute();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
  });

  test.each([
    ['an address that is none', { url: 'renderer', secret: SECRET }],
    ['another protocol', { url: 'ftp://example.com', secret: SECRET }],
    ['credentials', { url: 'https://a:b@example.com', secret: SECRET }],
    ['a query', { url: 'https://example.com/?a=b', secret: SECRET }],
    ['a short secret', { url: 'https://example.com', secret: 'short' }],
    ['no secret', { url: 'https://example.com' }],
  ])('is refused with %s', async (_what, body) => {
    expect((await put(body)).statusCode).toBe(400);
    expect((await app.request('GET', `${site()}/renderer`)).statusCode).toBe(404);
  });

  test('is a matter of administrators', async () => {
    await connect();
    const { token } = await addMember(app, { role: 'create' });
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { body: { url: renderer.url } } : {};
      expect((await app.request(method, `${site()}/renderer`, { token, ...body })).statusCode).toBe(403);
    }
  });

  test('has its secret sealed again under a new secret of the instance', async () => {
    await connect();
    const stored = async () =>
      (
        await app.context.db
          .selectFrom('site')
          .select('renderer_secret')
          .where('site_id', '=', siteId)
          .executeTakeFirstOrThrow()
      ).renderer_secret as Buffer;
    const [old] = app.context.keyRing.keys('credentials') as [Buffer];
    const [fresh] = createKeyRing(['another secret of the instance, long enough']).keys('credentials') as [
      Buffer,
    ];
    await resealRendererSecrets({ db: app.context.db, keyRing: { keys: () => [fresh, old] } });
    expect(unseal([fresh], await stored())).toBe(SECRET);
    await app.context.db
      .updateTable('site')
      .set({ renderer_secret: seal(old, SECRET) })
      .where('site_id', '=', siteId)
      .execute();
  });
});

describe('a renderer is told', () => {
  beforeEach(connect);

  test('of edits of the spaces on the site, by a signed call', async () => {
    await edit();
    await runJobs(app);
    const [call, ...others] = renderer.requests.splice(0);
    expect(others).toEqual([]);
    expect(call).toMatchObject({ method: 'POST', path: '/docs/~gitbook/revalidate' });
    expect(JSON.parse(call?.body ?? '')).toEqual({ tags: [`space:${spaceId}`, `site:${siteId}`] });
    const signature = createHmac('sha256', SECRET)
      .update(call?.body ?? '')
      .digest('hex');
    expect(call?.headers['x-gitbook-signature']).toBe(signature);
  });

  test('once of several edits, and not of spaces that are on no site', async () => {
    for (let n = 0; n < 3; n += 1) await edit();
    await edit(otherSpaceId);
    expect(await calls()).toEqual([[`space:${spaceId}`, `site:${siteId}`]]);
  });

  test('of changes of the site', async () => {
    const changes = [
      () => app.request('PATCH', site(), { body: { title: 'Another title' } }),
      () => app.request('PUT', `${site()}/customization`, { body: { title: 'A title' } }),
      () => app.request('POST', `${site()}/publish`),
      () => app.request('POST', `${site()}/unpublish`),
      () => app.request('PATCH', `/v1/spaces/${spaceId}`, { body: { title: 'A title' } }),
      () => app.request('DELETE', `/v1/spaces/${spaceId}`),
    ];
    for (const change of changes) {
      const response = await change();
      expect(response.statusCode, response.body).toBeLessThan(300);
      expect(await calls()).toEqual([[`site:${siteId}`]]);
    }
    await app.request('PATCH', `/v1/spaces/${otherSpaceId}`, { body: { title: 'Another title' } });
    expect(await calls()).toEqual([]);
  });

  test('again after a call was lost, with pauses, and until it hears', async () => {
    let failures: ('cut' | { status: number; headers?: Record<string, string> })[] = [
      'cut',
      { status: 500 },
      { status: 307, headers: { location: `${renderer.url}/elsewhere` } },
    ];
    renderer.answer = () => failures.shift() ?? { status: 204 };
    await edit();
    const told = [`space:${spaceId}`, `site:${siteId}`];
    expect(await calls()).toEqual([told]);
    expect((await get()).lastCall.problem).toEqual(expect.any(String));
    expect(await calls()).toEqual([]);
    clock.advance(5000);
    expect(await calls()).toEqual([told]);
    expect((await get()).lastCall.problem).toContain('500');
    clock.advance(30_000);
    expect(await calls()).toEqual([told]);
    expect((await get()).lastCall.problem).toContain('307');
    clock.advance(120_000);
    expect(await calls()).toEqual([told]);
    expect((await get()).lastCall).toEqual({ at: clock.now().toISOString() });
    expect(await waitingJobs()).toEqual([]);
    // A later change does not wait for the pause of an earlier failure.
    failures = [{ status: 500 }];
    await edit();
    expect(await calls()).toEqual([told]);
    await edit();
    expect(await calls()).toEqual([told]);
    expect(await waitingJobs()).toEqual([]);
  });

  test('no more after many lost calls, until the next change', async () => {
    renderer.answer = () => ({ status: 503 });
    await edit();
    let count = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      count += (await calls()).length;
      clock.advance(3_600_000);
    }
    expect(count).toBe(7);
    expect(await waitingJobs()).toEqual([]);
    renderer.answer = () => ({ status: 200 });
    await edit();
    expect(await calls()).toHaveLength(1);
  });
});

test('a private address is not called unless the instance allows it', async () => {
  const other = await buildTestApp({ beside: app, config: { allowPrivateNetworks: false } });
  await connect();
  await edit();
  await runJobs(other);
  expect(renderer.requests.splice(0)).toEqual([]);
  expect((await get()).lastCall.problem).toEqual(expect.any(String));
  await other.close();
});
