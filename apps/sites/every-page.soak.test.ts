/** Every page of our documentation as it is published: its HTML is valid, and all of its links lead somewhere. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { runJobs } from '../../test/jobs.ts';
import { findHtmlErrors } from '../../test/published-html.ts';
import { findForeignParts, findMissingAnchors, type VisitedSite, visitSite } from '../../test/visit-site.ts';
import { buildPublishedApp } from './published-app.ts';

const ORIGIN = 'https://sites.example.com';

let app: TestApp;
let published: FastifyInstance;
let site: VisitedSite;

beforeAll(async () => {
  const started = new Date();
  let now = started;
  app = await buildTestApp({ clock: () => now, config: { sitesUrl: ORIGIN }, hasFirstSite: true });
  now = new Date(started.getTime() + 2000);
  published = buildPublishedApp({ ...app.app.published, log: pino({ level: 'silent' }) });
  await runJobs(app);
  site = await visitSite(published, { origin: ORIGIN, home: '/lectern-documentation/' });
});
afterAll(async () => {
  await published?.close();
  await app?.close();
});

test('all links of the site lead to pages that set no cookie and have a strict policy', () => {
  expect(site.refused).toEqual([]);
  expect(site.pages.length).toBeGreaterThan(20);
  for (const [path, { policy }] of site.pages) expect(policy, path).not.toContain('unsafe');
});

test('every page is valid HTML', async () => {
  const wrong: string[] = [];
  for (const [path, { text }] of site.pages)
    for (const error of await findHtmlErrors(text)) wrong.push(`${path} ${error}`);
  expect(wrong).toEqual([]);
});

test('every anchor that a link names exists', () => {
  expect(findMissingAnchors(site, ORIGIN).map(({ path, url }) => `${path} → ${url.href}`)).toEqual([]);
});

test('no page has styles or handlers in attributes, or loads anything from elsewhere', () => {
  expect(findForeignParts(site, ORIGIN)).toEqual([]);
});
