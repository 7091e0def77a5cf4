/** Fetching pictures of other hosts: what is taken for a picture, and what nobody can make the service do. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { plainPng } from '../../../test/fixtures/published/files/served-pictures.ts';
import { startWebServer, type WebServer } from '../../../test/web-server.ts';
import { ExternalPictures } from './external-pictures.ts';

const PNG = plainPng({ width: 3, height: 2 });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4"/></svg>';
const ISO_AVIF = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif\0\0\0\0avifmif1')]);
const PICTURES: Record<string, Buffer> = {
  'image/png': PNG,
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  'image/webp': Buffer.from(`52494646${'1a000000'}57454250${'5650384c'}0d0000002f00000000`, 'hex'),
  'image/avif': ISO_AVIF,
  'image/svg+xml': Buffer.from(SVG),
  'image/x-icon': Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
};

let web: WebServer;
let now: number;
let pictures: ExternalPictures;

beforeAll(async () => {
  web = await startWebServer();
});
afterAll(() => web.close());
beforeEach(() => {
  now = Date.parse('2026-03-01T10:00:00.000Z');
  web.requests.length = 0;
  web.content = {};
  pictures = createPictures();
});

const createPictures = (maxBytes = 32_000_000, allowPrivate = true): ExternalPictures =>
  new ExternalPictures({
    // Of the addresses of this machine, only one counts as public. Its web server has an unusual port.
    policy: { allowPrivate, isAllowed: (address) => address === '127.0.0.1' },
    clock: () => new Date(now),
    maxBytes,
  });

const find = (path: string, organizationId = 'one') =>
  pictures.find({ organizationId, url: path.startsWith('/') ? web.url(path) : path });

test.each(Object.entries(PICTURES))(
  '%s is recognized by its bytes, whatever its host calls it',
  async (type, body) => {
    web.content['/a'] = { type: 'application/octet-stream', body };
    expect((await find('/a'))?.contentType).toBe(type);
  },
);

test.each<[string, string | Buffer]>([
  ['a page', '<!doctype html><html><script>alert(1)</script></html>'],
  ['a page in which a drawing stands', `<!doctype html><html><body>${SVG}</body></html>`],
  ['a script', 'alert(1)'],
  ['a document', Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['a film', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isomiso2')])],
  ['nothing', ''],
])('%s with the type of a picture is no picture', async (_name, body) => {
  web.content['/a.png'] = { type: 'image/png', body };
  expect(await find('/a.png')).toBeUndefined();
});

test('the host learns nothing about readers', async () => {
  web.content['/a.png'] = { type: 'image/png', body: PNG };
  expect(await find('/a.png')).toMatchObject({ dimensions: { width: 3, height: 2 } });
  const names = Object.keys(web.requests[0]?.headers ?? {}).sort();
  expect(names).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test('redirects are followed, but never to an address that may not be contacted', async () => {
  web.content['/a.png'] = { type: 'image/png', body: PNG };
  web.content['/moved'] = { location: '/a.png' };
  const port = new URL(web.origin).port;
  web.content['/inside'] = { location: `http://127.0.0.2:${port}/a.png` };
  web.content['/around'] = { location: '/around' };
  web.content['/file'] = { location: 'file:///etc/passwd' };
  expect(await find('/moved')).toBeDefined();
  web.requests.length = 0;
  expect(await find('/inside')).toBeUndefined();
  expect(web.requests.map(({ path }) => path)).toEqual(['/inside']);
  expect(await find('/file')).toBeUndefined();
  web.requests.length = 0;
  expect(await find('/around')).toBeUndefined();
  expect(web.requests.length).toBeLessThanOrEqual(6);
});

test.each([
  'http://127.0.0.2/a.png',
  'http://10.0.0.1/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/a.png',
  'http://[::ffff:10.0.0.1]/a.png',
  'http://2130706434/a.png',
  'http://localhost.invalid/a.png',
])('%s is not contacted', async (url) => {
  expect(await find(url)).toBeUndefined();
});

test('only the usual ports of public hosts are contacted', async () => {
  pictures = createPictures(32_000_000, false);
  web.content['/a.png'] = { type: 'image/png', body: PNG };
  expect(await find('/a.png')).toBeUndefined();
  expect(web.requests).toEqual([]);
});

test('huge, endless and compressed bodies end at the limit', async () => {
  const sent: Record<string, number> = {};
  const endless = (path: string) => (response: ServerResponse) => {
    response.setHeader('content-type', 'image/png');
    const write = (): void => {
      if (response.destroyed) return;
      sent[path] = (sent[path] ?? 0) + 1_000_000;
      response.write(Buffer.alloc(1_000_000), () => setImmediate(write));
    };
    write();
  };
  web.content['/endless.png'] = endless('/endless.png');
  web.content['/bomb.svg'] = (response) => {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(50_000_000, ' ')));
  };
  web.content['/small.svg'] = (response) => {
    response.setHeader('content-encoding', 'gzip').end(gzipSync(SVG));
  };
  web.content['/odd.svg'] = (response) => {
    response.setHeader('content-encoding', 'constructor').end(SVG);
  };
  expect(await find('/endless.png')).toBeUndefined();
  expect(sent['/endless.png']).toBeLessThan(40_000_000);
  expect(await find('/bomb.svg')).toBeUndefined();
  expect(await find('/odd.svg')).toBeUndefined();
  expect((await find('/small.svg'))?.bytes.toString()).toBe(SVG);
});

test('a picture is fetched once for all who ask, then again after an hour, and only if it changed', async () => {
  let conditional = 0;
  const server = (response: ServerResponse): void => {
    const isKnown = response.req.headers['if-none-match'] === '"v1"';
    if (isKnown) conditional += 1;
    response.writeHead(isKnown ? 304 : 200, { etag: '"v1"' }).end(isKnown ? undefined : PNG);
  };
  web.content['/a.png'] = server;
  const found = await Promise.all(Array.from({ length: 20 }, () => find('/a.png')));
  expect(new Set(found).size).toBe(1);
  expect(web.requests).toHaveLength(1);
  now += 59 * 60_000;
  expect(await find('/a.png')).toBe(found[0]);
  expect(web.requests).toHaveLength(1);
  now += 2 * 60_000;
  expect(await find('/a.png')).toBe(found[0]);
  expect(web.requests).toHaveLength(2);
  expect(conditional).toBe(1);
});

test('a failure is kept for a minute, and does not take away a picture that was there', async () => {
  expect(await find('/later.png')).toBeUndefined();
  web.content['/later.png'] = { type: 'image/png', body: PNG };
  expect(await find('/later.png')).toBeUndefined();
  expect(web.requests).toHaveLength(1);
  now += 61_000;
  expect(await find('/later.png')).toBeDefined();
  now += 61 * 60_000;
  web.content['/later.png'] = { status: 503 };
  expect(await find('/later.png')).toBeDefined();
  now += 61_000;
  web.content['/later.png'] = { status: 404 };
  expect(await find('/later.png')).toBeUndefined();
});

test('many addresses wait for their turns, those of one organization not behind those of another', async () => {
  let open = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const slow = (response: ServerResponse): void => {
    open += 1;
    most = Math.max(most, open);
    waiting.push(() => {
      open -= 1;
      response.end(PNG);
    });
  };
  for (let n = 0; n < 1000; n += 1) web.content[`/${n}.png`] = slow;
  web.content['/other.png'] = { type: 'image/png', body: PNG };
  const asked = Array.from({ length: 1000 }, (_, n) => find(`/${n}.png`));
  expect(await find('/other.png', 'two')).toBeDefined();
  const done = Promise.all(asked);
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    for (const finish of waiting.splice(0)) finish();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(most).toBe(4);
  // 4 at once and 200 that wait; the others can be asked for again.
  expect((await done).filter((picture) => picture !== undefined)).toHaveLength(204);
  web.content['/999.png'] = { type: 'image/png', body: PNG };
  expect(await find('/999.png')).toBeDefined();
});

test('the memory is bounded', async () => {
  pictures = createPictures(PNG.length * 2 + 1500);
  for (const path of ['/a.png', '/b.png', '/c.png']) web.content[path] = { type: 'image/png', body: PNG };
  for (const path of ['/a.png', '/b.png', '/c.png', '/c.png', '/b.png', '/a.png']) await find(path);
  expect(web.requests.map(({ path }) => path)).toEqual(['/a.png', '/b.png', '/c.png', '/a.png']);
});
