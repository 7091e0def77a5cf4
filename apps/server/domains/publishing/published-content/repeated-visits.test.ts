/** Repeated reads of a published site are answered before the framework, until something changes. */
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { putContent } from '../../../../../test/content.ts';
import { addSite, addSpace } from '../../../../../test/factories.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
const RESOLVE = '/v1/urls/published';
let app: TestApp;
let origin: string;
/** The number of requests that reached a handler of the framework. */
let handled = 0;
const count = () => {
  handled += 1;
};

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { sitesUrl: 'https://sites.example.com' } });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  diagnostics.subscribe('tracing:fastify.request.handler:start', count);
});
afterAll(async () => {
  diagnostics.unsubscribe('tracing:fastify.request.handler:start', count);
  await app.close();
});

interface Published {
  spaceId: string;
  siteId: string;
  /** The path of the site in the API. */
  path: string;
  url: string;
  token: string;
}

async function publish(): Promise<Published> {
  const spaceId = await addSpace(app, { title: 'Docs' });
  await putContent(app, spaceId, { 'README.md': '# Home\n\nBefore.\n' });
  const siteId = await addSite(app, { spaceIds: [spaceId], isPublished: true });
  const { basename } = (await app.context.pointers.sites.find(siteId)) as { basename: string };
  const url = `https://sites.example.com/${basename}/`;
  const { apiToken } = (await (await resolve({ url })).json()) as { apiToken: string };
  return { spaceId, siteId, path: `/v1/orgs/${app.organizationId}/sites/${siteId}`, url, token: apiToken };
}

const get = (path: string, token?: string): Promise<Response> =>
  fetch(origin + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

const resolve = (body: object): Promise<Response> =>
  fetch(origin + RESOLVE, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ visitor: {}, ...body }),
  });

/** Returns the last of three responses, and whether it was sent before the framework. */
async function repeat(
  ask: () => Promise<Response>,
): Promise<{ status: number; text: string; isShort: boolean }> {
  for (let turn = 0; turn < 2; turn += 1) await (await ask()).arrayBuffer();
  const before = handled;
  const response = await ask();
  return { status: response.status, text: await response.text(), isShort: handled === before };
}

const change = (siteId: string, columns: { title?: string; visibility?: string; published_at?: null }) =>
  app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set(columns).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });

describe('a visitor who reads the same again', () => {
  test('gets the same answer with the same headers, before the framework', async () => {
    const { path, spaceId, token, url } = await publish();
    const { revision } = (await (await get(`/v1/spaces/${spaceId}`, token)).json()) as { revision: string };
    const asks = [
      () => get(`${path}/published`, token),
      () => get(`/v1/spaces/${spaceId}/revisions/${revision}`, token),
      () => get(`/v1/spaces/${spaceId}/content/path/readme?format=markdown`, token),
      () => get(`${RESOLVE}?url=${encodeURIComponent(url)}`),
      () => resolve({ url }),
    ];
    for (const ask of asks) {
      const first = await ask();
      const text = await first.text();
      expect(await repeat(ask)).toEqual({ status: 200, text, isShort: true });
      const known = ({ headers }: Response) =>
        [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date').sort();
      expect(known(await ask())).toEqual(known(first));
    }
  });

  test('is shown each change of the site and of its content', async () => {
    const { path, siteId, spaceId, token } = await publish();
    const bundle = () => get(`${path}/published`, token);
    const page = () => get(`/v1/spaces/${spaceId}/content/path/readme?format=markdown`, token);
    expect(await repeat(bundle)).toMatchObject({ isShort: true });
    expect(await repeat(page)).toMatchObject({ isShort: true });
    await change(siteId, { title: 'Another title' });
    expect(await (await bundle()).text()).toContain('Another title');
    await putContent(app, spaceId, { 'README.md': '# Home\n\nAfter.\n' });
    expect(await (await page()).text()).toContain('After.');
    expect(await repeat(page)).toMatchObject({ isShort: true, text: expect.stringContaining('After.') });
  });

  test('is refused as soon as the site is closed, and when their token expires', async () => {
    const { path, siteId, spaceId, token, url } = await publish();
    const asks = [
      () => get(`${path}/published`, token),
      () => get(`/v1/spaces/${spaceId}/content/path/readme?format=markdown`, token),
      () => resolve({ url }),
    ];
    for (const ask of asks) expect(await repeat(ask)).toMatchObject({ status: 200, isShort: true });
    await change(siteId, { published_at: null });
    for (const ask of asks) expect((await ask()).ok).toBe(false);

    const other = await publish();
    const bundle = () => get(`${other.path}/published`, other.token);
    const resolved = () => resolve({ url: other.url });
    expect(await repeat(bundle)).toMatchObject({ isShort: true });
    expect(await repeat(resolved)).toMatchObject({ isShort: true });
    clock.advance(2 * 24 * 60 * 60 * 1000);
    expect((await bundle()).status).toBe(401);
    expect(((await (await resolved()).json()) as { apiToken: string }).apiToken).not.toBe(other.token);
  });

  test('is asked about anew where conditions look at the time', async () => {
    const { path, siteId, spaceId, token } = await publish();
    await app.context.transact(async ({ trx, announce }) => {
      await trx
        .updateTable('site_space')
        .set({ condition: 'Date.now() < 9e12' })
        .where('site_id', '=', siteId)
        .execute();
      announce({ kind: 'site', siteId });
    });
    const page = () => get(`/v1/spaces/${spaceId}/content/path/readme?format=markdown`, token);
    expect(await repeat(() => get(`${path}/published`, token))).toMatchObject({ isShort: false });
    expect(await repeat(page)).toMatchObject({ isShort: false });
  });
});

describe('an address that is resolved again by POST', () => {
  test('is told apart by the whole body', async () => {
    const [one, other] = [await publish(), await publish()];
    expect(await repeat(() => resolve({ url: one.url }))).toMatchObject({ isShort: true });
    const response = (await (await resolve({ url: other.url })).json()) as { site: string };
    expect(response.site).toBe(other.siteId);
    expect((await resolve({ url: 7 })).status).toBe(400);
    const long = () => resolve({ url: one.url, padding: 'a'.repeat(4000) });
    expect((await repeat(long)).isShort).toBe(false);
  });

  test('reaches the framework whole when its body arrives in pieces, on a connection that stays open', async () => {
    const { url } = await publish();
    const body = JSON.stringify({ url, visitor: {} });
    expect(await repeat(() => resolve({ url }))).toMatchObject({ isShort: true });
    const socket = connect((app.server.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    const head = `POST ${RESOLVE} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const received200s = async (wanted: number) => {
      while (received.split('HTTP/1.1 200 OK').length - 1 < wanted) await once(socket, 'data');
    };
    for (const pieces of [
      [head + body],
      [head, body],
      [head + body.slice(0, 9), body.slice(9)],
      [head + body],
    ]) {
      const wanted = received.split('HTTP/1.1 200 OK').length;
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((sent) => setTimeout(sent, 30));
      }
      await received200s(wanted);
    }
    socket.write((head + body).repeat(3));
    await received200s(7);
    socket.destroy();
    expect(received.split('"apiToken"').length - 1).toBe(7);
  });
});
