import { inspectSource } from '@lectern/content/facts/document-facts';
import { hashOf, hashToBytes } from '@lectern/content/tree/hash';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { testThreads } from '../../../../test/threads.ts';
import { createFactsStore } from './facts-store.ts';
import { MAX_BATCH_SOURCES } from './inspect-sources.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Documents as an earlier release leaves them: nothing of the current version is computed of them. */
async function addDocuments(count: number): Promise<Map<string, Buffer>> {
  const sources = new Map<string, Buffer>();
  for (let n = 0; n < count; n += 1) {
    const source = Buffer.from(`---\ndescription: About ${n}\n---\n\n# Page ${n}\n\n[next](p${n}.md)\n`);
    sources.set(hashOf(source), source);
  }
  const { organizationId, database } = app;
  for (const [hash, source] of sources)
    await database.sql`
      insert into document (organization_id, hash, source) values (${organizationId}, ${hashToBytes(hash)}, ${source})`;
  return sources;
}

test('after an upgrade, each document is computed once for all who ask, with few statements', async () => {
  const sources = await addDocuments(2 * MAX_BATCH_SOURCES + 20);
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const store = createFactsStore(app.context.db.withPlugin(counter), testThreads());
  const hashes = [...sources.keys()];
  const [factsOf, referencesOf, sectionsOf] = await Promise.all([
    store.load(app.organizationId, 'facts', hashes),
    store.load(app.organizationId, 'references', hashes),
    store.load(app.organizationId, 'sections', hashes),
  ]);
  for (const [hash, source] of sources) {
    const { parts } = inspectSource(source);
    expect(factsOf(hash)).toEqual(parts.facts);
    expect(referencesOf(hash)).toEqual(parts.references);
    expect(sectionsOf(hash)).toEqual(parts.sections);
  }
  // Each of the three queries stored parts; each batch needs one statement to read and one to write.
  expect(statements).toBe(3 + 2 * 3);

  const later = createFactsStore(app.context.db.withPlugin(counter), testThreads());
  statements = 0;
  const storedOf = await later.load(app.organizationId, 'sections', hashes);
  for (const hash of hashes) expect(storedOf(hash)).toEqual(sectionsOf(hash));
  expect(statements).toBe(1);
});

test('a document that is not there is named', async () => {
  const hash = hashOf('nowhere');
  const store = createFactsStore(app.context.db, testThreads());
  await expect(store.load(app.organizationId, 'facts', [hash])).rejects.toThrow(
    `The document ${hash} is missing.`,
  );
});
