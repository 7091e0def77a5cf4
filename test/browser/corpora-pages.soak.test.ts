/** Real repositories, published: every page is valid, accessible and quiet, and all of its links lead somewhere. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { readCorpus } from '../corpora.ts';
import { addSpace } from '../factories.ts';
import { type LinkItem, linksOf } from '../fixtures/content/links/links.ts';
import { CORPORA, whyNoCorpora } from '../git-fixtures.ts';
import { findHtmlErrors } from '../published-html.ts';
import { findForeignParts, findMissingAnchors, type VisitedSite, visitSite } from '../visit-site.ts';
import { auditPage } from './audit-page.ts';
import { type ServedSites, serveSites } from './served-sites.ts';
import { watchPage } from './watched-page.ts';

const directory = mkdtempSync(join(tmpdir(), 'lectern-corpora-pages-'));
let setup: ServedSites;

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 300_000 });

beforeAll(async () => {
  setup = await serveSites();
});
afterAll(async () => {
  await setup?.close();
  rmSync(directory, { recursive: true, force: true });
});

describe.skipIf(whyNoCorpora !== undefined).each(CORPORA)('the pages of %s', (name) => {
  let site: VisitedSite;
  let broken: LinkItem[];

  beforeAll(async () => {
    const { app, sites, origin } = setup;
    const spaceIds: string[] = [];
    broken = [];
    for (const { folder, content } of await readCorpus(name, directory)) {
      const spaceId = await addSpace(app, { title: folder === '' ? name : folder });
      await putContent(app, spaceId, content);
      const { items } = await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1000`);
      broken.push(...items.filter(({ status }) => status === 'broken'));
      spaceIds.push(spaceId);
    }
    const [first = '', ...others] = spaceIds;
    const { siteId, url } = await setup.addPublishedSite({ title: name, spaceIds: [first] });
    // The tests contact no other hosts.
    await app.request('PUT', `/v1/orgs/${app.organizationId}/sites/${siteId}/customization`, {
      body: { externalPictures: { mode: 'none' } },
    });
    for (const spaceId of others)
      await app.request('POST', `/v1/orgs/${app.organizationId}/sites/${siteId}/sections`, {
        body: { spaceId },
      });
    site = await visitSite(sites, { origin, home: new URL(url).pathname });
  });

  test('are valid HTML that loads nothing from elsewhere', async () => {
    const wrong = findForeignParts(site, setup.origin);
    for (const [path, { text, policy }] of site.pages) {
      for (const error of await findHtmlErrors(text)) wrong.push(`${path} ${error}`);
      if (policy.includes('unsafe')) wrong.push(`${path} ${policy}`);
    }
    console.log(`${name}: ${site.pages.length} pages, ${site.visited.size} addresses, HTML: ${wrong.length}`);
    expect(wrong).toEqual([]);
  });

  test('have links that lead to pages, and to anchors unless they are reported as broken', () => {
    const known = new Set(broken.map(({ target }) => target.slice(target.indexOf('#') + 1)));
    const missing = findMissingAnchors(site, setup.origin).filter(
      ({ url }) => !known.has(decodeURIComponent(url.hash.slice(1))) && !known.has(url.hash.slice(1)),
    );
    console.log(
      `${name}: broken: ${broken.length}, refused: ${site.refused.length}, anchors: ${missing.length}`,
    );
    expect(site.refused).toEqual([]);
    expect(missing.map(({ path, url }) => `${path} → ${url.pathname}${url.hash}`)).toEqual([]);
  });

  test.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)(
    'break no rule of WCAG 2.2 AA and are quiet, in a %s scheme %i wide',
    async (colorScheme, width) => {
      const viewport = { width, height: 800 };
      const watched = await watchPage(setup.browser, { origin: setup.origin, viewport, colorScheme });
      const wrong: string[] = [];
      for (const [path] of site.pages) {
        await watched.page.goto(setup.origin + path);
        const found = [...(await watched.findFaults()), ...watched.takeEvents()];
        found.push(...(await auditPage(watched.page)));
        wrong.push(...found.map((one) => `${path} ${one}`));
      }
      await watched.context.close();
      console.log(`${name}: ${site.pages.length} pages ${colorScheme}, violations: ${wrong.length}`);
      expect(site.pages.length).toBeGreaterThan(3);
      expect(wrong).toEqual([]);
    },
  );
});
