import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileDownloadUrl, openFileUrl } from '../../apps/server/content/files/file-url.ts';
import { describeMedia } from '../../apps/server/content/files/media-type.ts';
import type { BlobStore } from '../../apps/server/platform/storage/blob-store.ts';
import { openBlobStore } from '../../apps/server/platform/storage/open-blob-store.ts';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { filesOnly } from '../files-only.ts';
import { launchChromium } from './chromium.ts';

const RUN = "console.log('script ran')";
const SVG_SCRIPT = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><script>${RUN}</script></svg>`;
const SVG_ONLOAD = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="${RUN}"/>`;
const SVG_FOREIGN = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;${RUN}&lt;/script&gt;"/></foreignObject></svg>`;
const HTML = `<!doctype html><title>a page</title><script>${RUN}</script><img src="x" onerror="${RUN}">`;
const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${RUN}</script></body></html>`;

const organizationId = randomUUID();
const spaceId = randomUUID();
const key = randomBytes(32);

let browser: Browser;
let dataDir: string;
let blobs: BlobStore;
let sites: FastifyInstance;
let sitesUrl: string;
/** Another origin, which serves any source as any type, without a word on safety. */
let careless: Server;
let carelessUrl: string;
let page: Page;
let ran: string[];
const files = new Map<string, { size: number; contentType: string; name: string }>();
const carelessPages = new Map<string, { contentType: string; source: string }>();

const originOf = (address: AddressInfo | string | null): string =>
  `http://127.0.0.1:${(address as AddressInfo).port}`;

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

beforeAll(async () => {
  browser = await launchChromium();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-browser-'));
  blobs = await openBlobStore('disk', dataDir);
  sites = buildPublishedApp({
    log: pino({ level: 'silent' }),
    ...filesOnly(blobs, async (space, fileId, token) => {
      const hash = openFileUrl({ keys: [key], spaceId: space, fileId, fileEpoch: 0, token });
      const file = files.get(fileId);
      return hash && file && { organizationId, hash, ...file };
    }),
  });
  await sites.listen({ port: 0, host: '127.0.0.1' });
  sitesUrl = originOf(sites.server.address());
  careless = createServer((request, response) => {
    const asked = carelessPages.get(request.url ?? '');
    response.statusCode = asked ? 200 : 404;
    response.setHeader('content-type', asked?.contentType ?? 'text/plain');
    response.end(asked?.source);
  });
  await new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve));
  carelessUrl = originOf(careless.address());
});
afterAll(async () => {
  await browser?.close();
  careless?.close();
  await sites?.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  page = await browser.newPage();
  ran = [];
  page.on('console', (message) => {
    if (message.text() === 'script ran') ran.push(message.text());
  });
});
afterEach(() => page.close());

/** Stores a file as an import does, or with a type that it should never have got, and returns its address. */
async function give(name: string, source: string | Buffer, wrongType?: string): Promise<string> {
  const fileId = randomUUID();
  const bytes = Buffer.from(source);
  const { contentType } = await describeMedia(name, bytes);
  const { hash, size } = await blobs.put(organizationId, bytes);
  files.set(fileId, { size, contentType: wrongType ?? contentType, name });
  return fileDownloadUrl({ sitesUrl, key, spaceId, fileId, fileEpoch: 0, blobHash: hash, name });
}
function serveWithoutPolicy(source: string, contentType: string): string {
  const path = `/${randomUUID()}`;
  carelessPages.set(path, { contentType, source });
  return carelessUrl + path;
}
/** Opens an address and gives whatever is in it the time to run. */
async function open(url: string): Promise<void> {
  await page.goto(url);
  await page.waitForTimeout(200);
}

describe('a file opened by its address', () => {
  it.each([
    ['SVG with a script', SVG_SCRIPT, 'image/svg+xml'],
    ['SVG with a handler', SVG_ONLOAD, 'image/svg+xml'],
    ['SVG with a frame', SVG_FOREIGN, 'image/svg+xml'],
    ['HTML', HTML, 'text/html'],
    ['XHTML', XHTML, 'application/xhtml+xml'],
  ])('would run its script from a careless server: %s', async (_what, source, contentType) => {
    await open(serveWithoutPolicy(source, contentType));
    expect(ran).not.toEqual([]);
  });

  it.each([SVG_SCRIPT, SVG_ONLOAD, SVG_FOREIGN])(
    'runs no script of an SVG, and shows it: %s',
    async (source) => {
      await open(await give('picture.svg', source));
      expect(ran).toEqual([]);
      expect(await page.evaluate('document.documentElement.localName')).toBe('svg');
    },
  );

  it.each([
    ['page.html', HTML],
    ['page.xhtml', XHTML],
    ['page.txt', HTML],
    ['picture.png', HTML],
  ])('shows the source of a page: %s', async (name, source) => {
    await open(await give(name, source));
    expect(ran).toEqual([]);
    expect(await page.evaluate('document.body.textContent')).toContain('<script>');
  });

  it.each(['text/html', 'application/xhtml+xml', 'text/xml'])(
    'saves what calls itself %s',
    async (wrongType) => {
      const url = await give('page.html', HTML, wrongType);
      const download = page.waitForEvent('download');
      await page.goto(url).catch(() => undefined);
      expect((await download).suggestedFilename()).toBe('page.html');
      expect(ran).toEqual([]);
    },
  );

  it('has no part in the origin that it came from', async () => {
    await open(await give('picture.svg', SVG_SCRIPT));
    expect(await page.evaluate('window.origin')).toBe('null');
  });
});

describe('a file in a page of another origin', () => {
  it.each(['iframe src', 'object data', 'embed src'])('runs no script in <%s>', async (element) => {
    const [tag = ''] = element.split(' ');
    const url = await give('picture.svg', SVG_SCRIPT);
    await open(serveWithoutPolicy(`<!doctype html><${element}="${url}"></${tag}>`, 'text/html'));
    expect(ran).toEqual([]);
  });

  it('is shown as an image, also to a page that will read its pixels', async () => {
    const url = await give('picture.svg', SVG_SCRIPT);
    await open(serveWithoutPolicy(`<!doctype html><img src="${url}" crossorigin>`, 'text/html'));
    expect(await page.evaluate('document.images[0].naturalWidth')).toBe(40);
    expect(ran).toEqual([]);
  });

  it('is not taken for a script or a style sheet', async () => {
    const script = await give('app.js', RUN);
    const style = await give('style.css', 'body { color: rgb(1, 2, 3) }');
    const source = `<!doctype html><link rel="stylesheet" href="${style}"><body><script src="${script}"></script>`;
    await open(serveWithoutPolicy(source, 'text/html'));
    expect(ran).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
  });
});
