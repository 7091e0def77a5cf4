import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import { addSpace } from '../../../../../test/factories.ts';
import { linksOf } from '../../../../../test/fixtures/content/links/links.ts';

const directory = fileURLToPath(new URL('../../../../../docs', import.meta.url));

test('the product’s own documentation has no broken link', async () => {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(directory, path)).isFile(),
  );
  const app = await buildTestApp();
  try {
    const spaceId = await addSpace(app);
    const files = paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(directory, path))]);
    await putContent(app, spaceId, Object.fromEntries(files));
    const broken = await linksOf(app, `/v1/spaces/${spaceId}/links?status=broken`);
    expect(
      broken.items.map(({ target, locationReferences: [from] }) => `${from?.page?.git?.path}: ${target}`),
    ).toEqual([]);
    expect(broken.stats.total).toBeGreaterThan(20);
  } finally {
    await app.close();
  }
});
