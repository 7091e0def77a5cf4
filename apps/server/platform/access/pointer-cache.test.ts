import { describe, expect, test } from 'vitest';
import { PointerCache } from './pointer-cache.ts';

/** A cache over one row, whose loads end when the test says. */
function slowCache() {
  const loads: { value: string; end(): void }[] = [];
  let row: string | undefined = 'old';
  const cache = new PointerCache<{ value: string }>(10, () => {
    const read = row;
    return new Promise((resolve) => {
      loads.push({
        value: read ?? 'nothing',
        end: () => resolve(read === undefined ? undefined : { value: read }),
      });
    });
  });
  return { cache, loads, change: (value: string | undefined) => (row = value) };
}

describe('a value that is loaded', () => {
  test('is loaded once for all who wait, and kept', async () => {
    const { cache, loads } = slowCache();
    const both = [cache.find('k'), cache.find('k')];
    expect(loads).toHaveLength(1);
    loads[0]?.end();
    expect(await Promise.all(both)).toEqual([{ value: 'old' }, { value: 'old' }]);
    expect(cache.peek('k')).toEqual({ value: 'old' });
  });

  test('that does not exist is asked for again', async () => {
    const { cache, loads, change } = slowCache();
    change(undefined);
    const first = cache.find('k');
    loads[0]?.end();
    expect(await first).toBeUndefined();
    void cache.find('k');
    expect(loads).toHaveLength(2);
  });
});

describe('a load under way when', () => {
  const forget: Record<string, (cache: PointerCache<{ value: string }>) => void> = {
    'its key is invalidated': (cache) => cache.invalidate('k'),
    'its key is replaced': (cache) => cache.replace('k', (value) => value),
    'some values are invalidated': (cache) => cache.invalidateWhere(() => false),
    'news stops to arrive': (cache) => cache.suspend(),
    'news stops and arrives again': (cache) => {
      cache.suspend();
      cache.resume();
    },
  };
  test.each(Object.keys(forget))('%s is not kept', async (name) => {
    const { cache, loads, change } = slowCache();
    const first = cache.find('k');
    change('new');
    forget[name]?.(cache);
    loads[0]?.end();
    await first;
    expect(cache.peek('k')).toBeUndefined();
    const second = cache.find('k');
    expect(loads[1]?.value).toBe('new');
    loads[1]?.end();
    await second;
  });
});

describe('a cached value', () => {
  async function loaded() {
    const { cache, loads } = slowCache();
    const first = cache.find('k');
    loads[0]?.end();
    await first;
    return { cache, entry: cache.peekEntry('k') };
  }

  test('is replaced by what follows from it, and its holders see that', async () => {
    const { cache, entry } = await loaded();
    cache.replace('k', ({ value }) => ({ value: `${value} and more` }));
    expect(cache.peek('k')).toEqual({ value: 'old and more' });
    expect(entry?.isCurrent).toBe(false);
  });

  test('stays if nothing changes, and goes if nothing follows from it', async () => {
    const { cache, entry } = await loaded();
    cache.replace('k', (value) => value);
    expect(entry?.isCurrent).toBe(true);
    cache.replace('k', () => undefined);
    expect(entry?.isCurrent).toBe(false);
    expect(cache.peek('k')).toBeUndefined();
    cache.replace('k', () => ({ value: 'made up' }));
    expect(cache.peek('k')).toBeUndefined();
  });
});

test('a load that began while no news arrived is not kept when news is back', async () => {
  const { cache, loads } = slowCache();
  cache.suspend();
  const found = cache.find('k');
  // The row changes here without a notification.
  cache.resume();
  loads[0]?.end();
  await found;
  expect(cache.peek('k')).toBeUndefined();
});

test('what was kept before news could arrive, or beside a loss that nobody noticed, goes when news arrives', async () => {
  const { cache, loads } = slowCache();
  const found = cache.find('k');
  loads[0]?.end();
  await found;
  expect(cache.peek('k')).toBeDefined();
  cache.resume();
  expect(cache.peek('k')).toBeUndefined();
});

describe('an entry is current until', () => {
  const forget: Record<string, (cache: PointerCache<{ value: string }>) => void> = {
    'its key is invalidated': (cache) => cache.invalidate('k'),
    'its value is invalidated': (cache) => cache.invalidateWhere(({ value }) => value === 'k'),
    'it is dropped': (cache) => cache.drop('k'),
    'news stops to arrive': (cache) => cache.suspend(),
    'news arrives again': (cache) => cache.resume(),
  };
  const open = () => new PointerCache<{ value: string }>(2, async (key) => ({ value: key }));

  test.each(Object.keys(forget))('%s', async (name) => {
    const cache = open();
    await cache.find('k');
    const entry = cache.peekEntry('k');
    cache.invalidate('another');
    cache.invalidateWhere(({ value }) => value === 'another');
    expect(entry).toEqual({ value: { value: 'k' }, isCurrent: true });
    forget[name]?.(cache);
    expect(entry?.isCurrent).toBe(false);
  });

  test('others need its place', async () => {
    const cache = open();
    await cache.find('k');
    const entry = cache.peekEntry('k');
    for (const key of ['one', 'another']) await cache.find(key);
    expect(entry?.isCurrent).toBe(false);
  });
});
