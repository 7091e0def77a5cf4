import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { type CorpusSpace, readCorpus } from '../../../../../test/corpora.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { petSpec, publishSpec } from '../../../../../test/fixtures/review/openapi-drift/drift.ts';
import { whyNoCorpora } from '../../../../../test/git-fixtures.ts';

/** Paths that the pages of a real repository name, and how one greps for them. */
const PATHS: [path: string, pattern: RegExp][] = [
  ['/charges', /(?<!sources)\/charges(?![\w/-])/],
  ['/charges/{id}/capture', /\/charges\/\{id\}\/capture/],
  ['/refunds', /`POST [/\w]*\/refunds\b|\w\.com\/v2\/refunds\b/],
  ['/verification_sessions', /\/verification_sessions(?![\w/-])/],
  ['/verification_sessions/{id}', /\/verification_sessions\/[:{]/],
  ['/checkout_sessions', /\/checkout_sessions(?![\w/-])/],
  ['/connected_accounts', /\/connected_accounts(?![\w/-])/],
  ['/balance', /GET \/v\d\/balance\b/],
  ['/webhook_endpoints/{id}/events/{event}/replay', /\/webhook_endpoints\/\S+\/replay/],
];

describe.skipIf(whyNoCorpora !== undefined)('the pages of a real repository', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lectern-mentions-'));
  let app: TestApp;
  let spaces: CorpusSpace[];
  beforeAll(async () => {
    app = await buildTestApp();
    spaces = await readCorpus('gitbook-example-site', directory);
    for (const { folder, content } of spaces)
      await putContent(app, await addSpace(app, { title: folder }), content);
  }, 60_000);
  afterAll(async () => {
    await app?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test('that name a removed path are all found, and no others', async () => {
    const { organizationId } = app;
    const methods = ['get', 'post'];
    for (const [n, [path, pattern]] of PATHS.entries()) {
      const slug = `evolve-${n}`;
      const [all, rest] = [PATHS.map(([one]) => one), PATHS.flatMap(([one]) => (one === path ? [] : one))];
      for (const paths of [all, rest])
        await publishSpec(app, { organizationId, slug, source: petSpec({ methods, paths }) });
      const url = `/v1/orgs/${organizationId}/openapi/${slug}/versions/latest/pages?limit=1000`;
      const response = (await app.request('GET', url)).json();
      expect(response.isComplete).toBe(true);
      const found = response.items.map(
        ({ space, page }: { space: { title: string }; page: { path: string } }) =>
          `${space.title}: ${nameOf(page.path)}`,
      );
      const named = spaces.flatMap(({ folder, content }) =>
        Object.entries(content).flatMap(([file, text]) =>
          file.endsWith('.md') && pattern.test(text.toString()) ? `${folder}: ${nameOf(file)}` : [],
        ),
      );
      expect(named.length, path).toBeGreaterThan(0);
      expect(found.sort(), path).toEqual(named.sort());
    }
  }, 120_000);

  test('do not name a spec that has nothing to do with them', async () => {
    const { organizationId } = app;
    const item = { get: { operationId: 'list', responses: {} } };
    const named = {
      openapi: '3.1.0',
      info: { title: 'Other', version: '1' },
      paths: { '/': item, '/{id}': item, '/users/{id}': item },
      components: {
        schemas: { User: {}, Error: {}, Account: {}, Customer: {} },
        securitySchemes: { api_key: { type: 'apiKey', in: 'header', name: 'x' } },
      },
    };
    for (const spec of [named, { ...named, paths: {}, components: {} }])
      await publishSpec(app, { organizationId, slug: 'other', source: JSON.stringify(spec) });
    const url = `/v1/orgs/${organizationId}/openapi/other/versions/latest`;
    expect((await app.request('GET', `${url}/changes`)).json().items).toHaveLength(8);
    expect((await app.request('GET', `${url}/pages`)).json().items).toEqual([]);
  });
});

/** The last part of a path: groups in the table of contents have no files. */
const nameOf = (path: string): string =>
  path
    .replace(/(?:\/README)?\.md$/, '')
    .split('/')
    .at(-1) ?? '';
