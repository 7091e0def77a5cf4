import type { SpecOutline } from '@lectern/openapi/outline-spec';
import { expect, test } from 'vitest';
import { listComputedPages } from './list-computed-pages.ts';

const outlineOf = (count: number, tagOf: (n: number) => string): SpecOutline =>
  ({
    form: 0,
    title: 'Things',
    operations: Array.from({ length: count }, (_, n) => ({
      method: 'get',
      path: `/things${n}`,
      tags: [tagOf(n)],
    })),
    webhooks: [],
    schemas: [],
  }) as unknown as SpecOutline;

const listing = (isByOperation: boolean) => ({
  spec: 'things',
  isByOperation,
  hasModels: false,
  hasChangelog: false,
});

test.for([5000, 5001, 5700])('of %i tags, those without a page are counted on the last page', (count) => {
  const pages = listComputedPages(
    listing(false),
    outlineOf(count, (n) => `Tag ${n}`),
    [],
  );
  expect(pages).toHaveLength(5000);
  const last = JSON.stringify(pages.at(-1));
  if (count === 5000) expect(last).toContain('/things4999');
  else expect(last).toContain(`${count - 4999} more pages are not shown here`);
});

test('of the operations of a tag, those without a page are counted on the last page', () => {
  const [tag] = listComputedPages(
    listing(true),
    outlineOf(5002, () => 'Tag'),
    [],
  );
  expect(tag?.children).toHaveLength(5000);
  expect(JSON.stringify(tag?.children.at(-1))).toContain('3 more pages are not shown here');
});
