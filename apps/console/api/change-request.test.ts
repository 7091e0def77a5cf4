import { expect, test, vi } from 'vitest';
import { changedPagesQuery } from './change-request.ts';
import { api } from './client.ts';
import { queries } from './queries.ts';

// The client of the API reads the address of the service from the page that it runs in.
vi.hoisted(() => {
  Object.assign(globalThis, {
    document: { querySelector: () => null, documentElement: { style: {} } },
    location: { origin: 'http://localhost' },
  });
});

test('the pages of the first window are listed first, and after an edit as many as are shown', async () => {
  const limits: unknown[] = [];
  vi.spyOn(api, 'get').mockImplementation((async (_path: string, { query }: { query: { limit: number } }) => {
    limits.push(query.limit);
    return { items: [], count: 60, next: { page: 'next' } };
  }) as never);
  const read = (revision: string, pages: number) =>
    queries.fetchInfiniteQuery({
      ...changedPagesQuery({ spaceId: 's', changeRequestId: '1' }, undefined, revision),
      pages,
    });

  await read('r1', 2);
  expect(limits.splice(0)).toEqual([2, 2]);
  await read('r2', 2);
  expect(limits).toEqual([50, 50]);
});
