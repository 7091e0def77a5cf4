import { beforeEach, expect, test } from 'vitest';
import { applyChange } from './changes.ts';
import { PointerCache } from './pointer-cache.ts';
import type { Pointers, SitePointer, SpacePointer, TranslationPointer } from './pointers.ts';

const SPACE = { spaceId: 's', revisionId: 'a', editMode: 'live' } as SpacePointer;

let row: SpacePointer;
let loads: number;
let pointers: Pointers;
beforeEach(async () => {
  row = SPACE;
  loads = 0;
  const spaces = new PointerCache<SpacePointer>(10, async () => {
    loads += 1;
    return row;
  });
  const sites = new PointerCache<SitePointer>(1, async () => undefined);
  const translations = new PointerCache<TranslationPointer>(1, async () => undefined);
  pointers = { spaces, sites, translations } as Pointers;
  await spaces.find('s');
});

const move = (from: string, to: string) =>
  applyChange(pointers, { kind: 'space', spaceId: 's', moved: { from, to } });
const read = async () => (await pointers.spaces.find('s'))?.revisionId;

test('a space that moved is followed without reading it', async () => {
  move('a', 'b');
  expect(await read()).toBe('b');
  // The notification of the own commit says the same again.
  move('a', 'b');
  expect(await read()).toBe('b');
  move('b', 'c');
  expect(await read()).toBe('c');
  expect(loads).toBe(1);
});

test('a space is read again when the news is not the next step of what is known', async () => {
  move('a', 'b');
  row = { ...SPACE, revisionId: 'd' };
  move('c', 'd');
  expect(await read()).toBe('d');
  // News from before it was read.
  row = { ...SPACE, revisionId: 'e' };
  move('a', 'b');
  expect(await read()).toBe('e');
});

test('any other change of a space is read', async () => {
  row = { ...SPACE, editMode: 'locked' };
  applyChange(pointers, { kind: 'space', spaceId: 's' });
  expect((await pointers.spaces.find('s'))?.editMode).toBe('locked');
});

test('a change of an organization forgets everything of it, and nothing of others', async () => {
  type Row = { id: string; organizationId: string };
  const all = ['mine', 'other'];
  const cache = () =>
    new PointerCache<Row>(10, async (id) => ({ id, organizationId: id, kind: 'service', onlyIn: id }) as Row);
  const caches = Object.fromEntries(
    [
      'tokens',
      'organizations',
      'memberships',
      'spaces',
      'collections',
      'sites',
      'siteAddresses',
      'specs',
      'translations',
    ].map((name) => [name, cache()]),
  );
  for (const one of Object.values(caches)) for (const id of all) await one.find(id);
  applyChange(caches as unknown as Pointers, { kind: 'organization', organizationId: 'mine' });
  for (const [name, one] of Object.entries(caches))
    expect([name, all.filter((id) => one.peek(id))]).toEqual([name, ['other']]);
});
