/** Pages of public sites that are asked for again are answered before the framework, until anything of them changes. */
import diagnostics from 'node:diagnostics_channel';
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { putContent } from '../../../test/content.ts';
import { addSite, addSpace } from '../../../test/factories.ts';
import { buildPublishedApp } from '../published-app.ts';

type Headers = Record<string, string>;

const HOST = 'sites.example.com';

let app: TestApp;
let published: FastifyInstance;
/** The number of requests that reached a handler of the framework. */
let handled = 0;
const count = () => {
  handled += 1;
};

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: `https://${HOST}` } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  await published.listen({ port: 0, host: '127.0.0.1' });
  diagnostics.subscribe('tracing:fastify.request.handler:start', count);
});
afterAll(async () => {
  diagnostics.unsubscribe('tracing:fastify.request.handler:start', count);
  await published.close();
  await app.close();
});

interface Answer {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
  isShort: boolean;
}

function ask(path: string, headers: Headers = {}): Promise<Answer> {
  const { port } = published.server.address() as AddressInfo;
  const before = handled;
  return new Promise((resolve, reject) => {
    sendRequest({ host: '127.0.0.1', port, path, headers: { host: HOST, ...headers } }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          body,
          headers: { ...response.headers, date: undefined },
          isShort: handled === before,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** The third answer to the same question. */
async function again(path: string, headers: Headers = {}): Promise<Answer> {
  await ask(path, headers);
  await ask(path, headers);
  return ask(path, headers);
}

interface Setup {
  spaceIds: string[];
  siteId: string;
  path: string;
}

async function publish(count = 1): Promise<Setup> {
  const spaceIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const spaceId = await addSpace(app, { title: `Space ${n}` });
    await putContent(app, spaceId, { 'README.md': '# Home\n\nBefore.\n', 'other.md': '# Other\n' });
    spaceIds.push(spaceId);
  }
  const siteId = await addSite(app, { spaceIds, isPublished: true, visibility: 'public' });
  const pointer = await app.context.pointers.sites.find(siteId);
  return { spaceIds, siteId, path: `/${pointer?.basename}/` };
}

const change = (siteId: string, columns: { title?: string; published_at?: null; adaptive?: true }) =>
  app.context.transact(async ({ trx, announce }) => {
    await trx.updateTable('site').set(columns).where('site_id', '=', siteId).execute();
    announce({ kind: 'site', siteId });
  });

test('the same page is sent with the same headers, and is not sent to whoever holds it', async () => {
  const { path } = await publish();
  const asked: Headers[] = [
    {},
    { 'accept-encoding': 'br' },
    { accept: 'text/html', 'accept-encoding': 'gzip' },
  ];
  for (const headers of asked) {
    const first = await ask(path, headers);
    expect(first).toMatchObject({ status: 200, isShort: false });
    expect(await again(path, headers)).toEqual({ ...first, isShort: true });
    const held = await ask(path, { ...headers, 'if-none-match': first.headers.etag as string });
    expect(held).toMatchObject({ status: 304, body: '', isShort: true });
    expect(held.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  }
  expect(await again(path, { accept: 'text/markdown' })).toMatchObject({ isShort: false });
});

test('whoever says who they are, or comes by another name, is answered for themselves', async () => {
  const { path } = await publish();
  expect(await again(path)).toMatchObject({ isShort: true });
  const named: Headers[] = [
    { cookie: 'a=b' },
    { authorization: 'Bearer x' },
    { 'x-forwarded-host': 'other.example' },
  ];
  for (const headers of named)
    expect(await again(path, headers), JSON.stringify(headers)).toMatchObject({ isShort: false });
  expect(await again(path, { 'x-forwarded-host': HOST })).toMatchObject({ isShort: true });
  expect(await ask(path, { host: 'other.example' })).toMatchObject({ status: 404 });
  expect(await again(`${path}missing`)).toMatchObject({ status: 404, isShort: false });
  expect(await again(`${path}?visitor.plan=pro`)).toMatchObject({ status: 200 });
});

test('a change of the content, of the site or of another space on it is seen at once', async () => {
  const { path, siteId, spaceIds } = await publish(2);
  const [shown = '', beside = ''] = spaceIds;
  expect(await again(path)).toMatchObject({ isShort: true });
  await putContent(app, shown, { 'README.md': '# Home\n\nAfter.\n' });
  expect((await ask(path)).body).toContain('After.');
  expect(await again(path)).toMatchObject({ isShort: true });
  await change(siteId, { title: 'Another title' });
  expect((await ask(path)).body).toContain('Another title');
  expect(await again(path)).toMatchObject({ isShort: true });
  await putContent(app, beside, { 'README.md': '# Home\n\nAfter.\n' });
  expect(await ask(path)).toMatchObject({ status: 200, isShort: false });
  await change(siteId, { published_at: null });
  expect(await ask(path)).toMatchObject({ status: 404 });
});

test('nothing is repeated that depends on the visitor or on the time', async () => {
  const adaptive = await publish();
  await change(adaptive.siteId, { adaptive: true });
  expect(await again(adaptive.path)).toMatchObject({ status: 200, isShort: false });
  const timed = await publish();
  await putContent(app, timed.spaceIds[0] as string, {
    'README.md': '# Home\n\n{% if Date.now() < 9e12 %}\nFor now.\n{% endif %}\n',
  });
  const page = await again(timed.path);
  expect(page.body).toContain('For now.');
  expect(page.isShort).toBe(false);
  const beside = await publish();
  await putContent(app, beside.spaceIds[0] as string, {
    'README.md': '# Home\n',
    'other.md': '---\nif: Date.now() < 9e12\n---\n\n# Other\n',
  });
  const listing = await again(beside.path);
  expect(listing.body).toContain('Other');
  expect(listing.isShort).toBe(false);
});

test('nothing is repeated while news of changes cannot arrive', async () => {
  const { path } = await publish();
  expect(await again(path)).toMatchObject({ isShort: true });
  for (const cache of Object.values(app.context.pointers)) cache.suspend();
  expect(await again(path)).toMatchObject({ status: 200, isShort: false });
  for (const cache of Object.values(app.context.pointers)) cache.resume();
  expect(await again(path)).toMatchObject({ isShort: true });
});
