/** Repositories of site generators look here as in the generators’ own builds, which are recorded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPublishedApp } from '../../apps/sites/published-app.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { addSite, addSpace } from '../factories.ts';
import { runJobsFor } from '../jobs.ts';
import { visitSite } from '../visit-site.ts';
import { startWebServer, type WebServer } from '../web-server.ts';
import { zipOf } from '../zip.ts';
import type { Recorded } from './generated-sites.ts';
import { classesOf, readPages, type SeenPage, type SitePage } from './read-pages.ts';
import { GENERATORS, type Generator, pagePaths, writeRepository } from './write-repository.ts';

const ORIGIN = 'https://sites.example.com';
const RECORDED = join(import.meta.dirname, 'recorded');

let app: TestApp;
let published: FastifyInstance;
let web: WebServer;

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: ORIGIN, allowPrivateNetworks: true } });
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  web = await startWebServer();
});
afterAll(async () => {
  await web?.close();
  await published?.close();
  await app?.close();
});

async function publish(generator: Generator, recorded: Recorded): Promise<Map<string, SeenPage>> {
  const spaceId = await addSpace(app);
  const body = await zipOf(writeRepository(generator, recorded.anchors));
  web.content[`/${generator}.zip`] = { type: 'application/zip', body };
  const response = await runJobsFor(
    app,
    app.request('POST', `/v1/spaces/${spaceId}/content/import`, {
      body: { url: web.url(`/${generator}.zip`), source: 'zip' },
    }),
  );
  expect(response.statusCode, response.body).toBe(201);
  const siteId = await addSite(app, { isPublished: true, spaceIds: [spaceId] });
  const basename = (await app.context.pointers.sites.find(siteId))?.basename;
  const { pages } = await visitSite(published, { origin: ORIGIN, home: `/${basename}/` });
  const paths = pagePaths();
  const byPath = new Map<string, SitePage>();
  for (const [url, { text }] of pages) {
    const number = /<h1[^>]*>\s*Page (\d+) /.exec(text)?.[1];
    const path = paths[Number(number)];
    if (path !== undefined) byPath.set(path, { url, html: text });
  }
  return readPages({
    pages: byPath,
    isMain: (element) => element.tagName === 'article',
    isSkipped: (element) =>
      classesOf(element).includes('anchor') || classesOf(element).includes('annotation-note'),
  });
}

describe.each(GENERATORS)('a repository of %s', (generator) => {
  test('shows the words, links and pictures that its own build shows', async () => {
    const recorded = JSON.parse(readFileSync(join(RECORDED, `${generator}.json`), 'utf8')) as Recorded;
    const seen = await publish(generator, recorded);
    expect(Object.fromEntries(seen)).toEqual(recorded.pages);
  }, 120_000);
});
