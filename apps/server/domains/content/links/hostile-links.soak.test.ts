import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { linksOf, summaryOf } from '../../../../../test/fixtures/content/links/links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function statsOf(files: Files): Promise<{ total: number; broken: { total: number } }> {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, { 'README.md': '# Home\n', ...files, 'SUMMARY.md': summaryOf(files) });
  return (await linksOf(app, `/v1/spaces/${spaceId}/links?limit=1`)).stats;
}

// None of these ends in time if its cost is a product instead of a sum.

test('contents that all include each other, in pages that all ask for their headings', async () => {
  const includes = Array.from({ length: 150 }, (_, n) => `{% include "/.gitbook/includes/n${n}.md" %}`).join(
    '\n\n',
  );
  const files: Files = {};
  for (let n = 0; n < 150; n += 1) files[`.gitbook/includes/n${n}.md`] = `## Heading ${n}\n\n${includes}\n`;
  for (let n = 0; n < 300; n += 1)
    files[`p${n}.md`] = `# P\n\n[x](p${(n + 1) % 300}.md#none)\n\n${includes}\n`;
  expect(await statsOf(files)).toEqual({ total: 150 * 150 + 300 * 151, broken: { total: 300 } });
}, 60_000);

test('very many links to very many headings of one page', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, n) => `## H ${n}\n\n[x](#H--${n}) [y](#no-${n}) [z](../${n}/a.md)`,
  );
  expect(await statsOf({ 'a.md': `# A\n\n${lines.join('\n\n')}\n` })).toEqual({
    total: 60_000,
    broken: { total: 40_000 },
  });
}, 60_000);

test('addresses that name very many spaces', async () => {
  const hex = (n: number): string => n.toString(16).padStart(12, '0');
  const links = Array.from(
    { length: 20_000 },
    (_, n) => `<https://app.gitbook.com/s/0190a1b2-c3d4-7e5f-8a9b-${hex(n)}/x>`,
  );
  expect(await statsOf({ 'a.md': `# A\n\n${links.join(' ')}\n` })).toEqual({
    total: 20_000,
    broken: { total: 0 },
  });
}, 60_000);
