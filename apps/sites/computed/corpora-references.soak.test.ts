/** Every page that is made of a real OpenAPI spec: valid HTML, with all of its links, for people and as Markdown. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putContent } from '../../../test/content.ts';
import { addSpace } from '../../../test/factories.ts';
import { writeComputedEntry } from '../../../test/fixtures/published/computed/computed-pages.ts';
import { buildSiteGround, HOST, type SiteGround } from '../../../test/fixtures/published/machines/site.ts';
import { runJobs } from '../../../test/jobs.ts';
import { findHtmlErrors } from '../../../test/published-html.ts';
import { findForeignParts, findMissingAnchors, visitSite } from '../../../test/visit-site.ts';

const folder = new URL('../../../../shared/corpora/openapi/', import.meta.url);
const ORIGIN = `https://${HOST}`;

let site: SiteGround;
beforeAll(async () => {
  site = await buildSiteGround();
});
afterAll(async () => site?.close());

const hasSpecs = existsSync(folder);

describe.skipIf(!hasSpecs).each(hasSpecs ? readdirSync(folder) : ['no spec'])('%s', (name) => {
  const slug = name.replaceAll('.', '-');

  async function publish(props: Record<string, unknown>): Promise<string> {
    const spaceId = await addSpace(site.app, { title: 'Reference' });
    await putContent(site.app, spaceId, {
      'README.md': '# Home\n',
      'SUMMARY.md': `* [Home](README.md)\n${writeComputedEntry(slug, props)}`,
    });
    return (await site.addPublishedSite({ spaceIds: [spaceId] })).path;
  }

  beforeAll(async () => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const path = `/v1/orgs/${site.app.organizationId}/openapi/${slug}`;
    expect((await site.app.request('PUT', path, { body: { source: { text } } })).statusCode).toBe(201);
    await runJobs(site.app);
  });

  test.each([{ models: true }, { grouping: 'by-operation' }])('with %j', async (props) => {
    const path = await publish(props);
    const visited = await visitSite(site.published, { origin: ORIGIN, home: `${path}/` });
    expect(visited.refused).toEqual([]);
    expect(visited.pages.length).toBeGreaterThan(1);
    const wrong: string[] = [];
    for (const [page, { text }] of visited.pages)
      for (const error of await findHtmlErrors(text)) wrong.push(`${page} ${error}`);
    expect(wrong).toEqual([]);
    expect(findMissingAnchors(visited, ORIGIN).map(({ path: from, url }) => `${from} → ${url.href}`)).toEqual(
      [],
    );
    expect(findForeignParts(visited, ORIGIN)).toEqual([]);
  });
});
