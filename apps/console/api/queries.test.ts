import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { queries, type Space, shownSpaceQuery, spaceQuery } from './queries.ts';

// The client of the API reads the address of the service from the page that it runs in.
vi.hoisted(() => {
  Object.assign(globalThis, {
    document: { querySelector: () => null, documentElement: { style: {} } },
    location: { origin: 'http://localhost' },
  });
});

test('what shows a space is drawn again for another title, and not for another revision', () => {
  const { queryKey } = spaceQuery('s');
  const note = (space: Partial<Space & { revision: string }>): void => {
    queries.setQueryData(queryKey, (before) => ({ ...before, ...space }) as typeof before);
  };
  note({ title: 'Guide', permissions: { edit: true } as Space['permissions'], revision: 'r1' });
  const options = { ...shownSpaceQuery('s'), enabled: false };
  const observer = new QueryObserver(queries, options);
  const draw = vi.fn();
  const stop = observer.subscribe(draw);
  const titleNow = (): string | undefined =>
    observer.trackResult(observer.getOptimisticResult(queries.defaultQueryOptions(options))).data?.title;
  expect(titleNow()).toBe('Guide');

  note({ revision: 'r2' });
  expect(draw).not.toHaveBeenCalled();
  note({ title: 'Manual', revision: 'r3' });
  expect(draw).toHaveBeenCalledTimes(1);
  expect(titleNow()).toBe('Manual');
  stop();
});
