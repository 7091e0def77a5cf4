import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import type { ConstructPage } from '../../../../test/fixtures/import/constructs/constructs.ts';
import { CONSTRUCT_SOURCES } from '../../../../test/fixtures/import/constructs/sources.ts';
import { flattenPages, importArchive, importContent } from '../../../../test/imports.ts';
import { startWebServer, type WebServer } from '../../../../test/web-server.ts';

let app: TestApp;
let web: WebServer;

beforeAll(async () => {
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  web = await startWebServer();
});
afterAll(async () => {
  await web.close();
  await app.close();
});

interface Problem {
  path: string;
  line?: number;
  reason: string;
  message: string;
}

const LEAST_CONSTRUCTS = 40;

test.each(CONSTRUCT_SOURCES.map((source) => [source.name, source] as const))(
  'every word of %s is in a page, or in a problem with its file and line',
  async (_, source) => {
    const imported =
      source.page === undefined
        ? await importArchive(source.files, { app, web, body: source.body ?? {} })
        : await importPage(source.page);
    expect(imported.run, JSON.stringify(imported.run)).toMatchObject({ status: 'completed' });
    if (source.format) expect(imported.run.source.format).toBe(source.format);
    expect(source.placed.length).toBeGreaterThanOrEqual(LEAST_CONSTRUCTS);
    const seen = [JSON.stringify(await imported.listFiles())];
    for (const page of flattenPages(imported.pages))
      seen.push(
        JSON.stringify({ ...page, pages: [] }),
        page.type === 'document' ? await imported.markdownOf(page) : '',
      );
    const path = source.page === undefined ? source.path : web.url('/page');
    expect(listLost({ ...source, path }, seen.join('\n'), imported.run.problems)).toEqual([]);
  },
);

function importPage(html: string) {
  web.content['/page'] = html;
  return importContent({ app, body: { url: web.url('/page'), source: 'website' } });
}

/** The constructs with a word that is neither in a page nor on the line of a problem. */
function listLost(
  { placed, path }: Pick<ConstructPage, 'placed'> & { path: string },
  seen: string,
  problems: readonly Problem[],
): string[] {
  // Names of keys are written with a capital.
  const shown = seen.toLowerCase();
  return placed.flatMap(({ name, first, last, words }) => {
    const lost = words.filter((word) => !shown.includes(word));
    const reported = problems.some(
      (problem) =>
        problem.path === path && problem.line !== undefined && problem.line >= first && problem.line <= last,
    );
    return lost.length === 0 || reported ? [] : [`${name} (lines ${first} to ${last}): ${lost.join(', ')}`];
  });
}
