import { beforeEach, expect, test } from 'vitest';
import { applyChange, type Change } from './changes.ts';
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

const NAMES = [
  'tokens',
  'actors',
  'organizations',
  'memberships',
  'spaces',
  'collections',
  'sites',
  'siteAddresses',
  'specs',
  'translations',
] as const;
type Name = (typeof NAMES)[number];

/** Rows that belong to each of two of everything. The keys of all caches are `a` and `b`, but for those that have two parts. */
async function cacheAll() {
  const load = async (key: string) => {
    const id = key.split('/').at(-1) as string;
    const of = { organizationId: id, spaceIds: [id], teams: new Set([id]), onlyIn: id };
    return { ...of, kind: 'user', userId: id, tokenId: id, sessionId: id };
  };
  const caches = Object.fromEntries(NAMES.map((name) => [name, new PointerCache(10, load)])) as Record<
    Name,
    PointerCache<object>
  >;
  const keysOf = (name: Name): string[] => {
    if (name === 'memberships') return ['a/a', 'b/b'];
    return name === 'siteAddresses' ? ['basename/a', 'basename/b'] : ['a', 'b'];
  };
  for (const name of NAMES) for (const key of keysOf(name)) await caches[name].find(key);
  return {
    pointers: caches as unknown as Pointers,
    listForgotten: () =>
      NAMES.flatMap((name) =>
        keysOf(name).flatMap((key) => (caches[name].peek(key) ? [] : [`${name} ${key}`])),
      ),
  };
}

test.each<[Change, string[]]>([
  [{ kind: 'space', spaceId: 'a' }, ['spaces a', 'sites a', 'translations a']],
  [{ kind: 'collection', collectionId: 'a' }, ['collections a']],
  [{ kind: 'site', siteId: 'a' }, ['sites a']],
  [{ kind: 'site-address', address: 'basename', name: 'a' }, ['siteAddresses basename/a']],
  [{ kind: 'specs', organizationId: 'a', slug: 's' }, ['specs a']],
  [{ kind: 'translation', spaceId: 'a' }, ['translations a']],
  [{ kind: 'member', organizationId: 'a', userId: 'a' }, ['memberships a/a']],
  [{ kind: 'members', organizationId: 'a' }, ['memberships a/a']],
  [{ kind: 'team', organizationId: 'a', teamId: 'a' }, ['memberships a/a']],
  [{ kind: 'team', organizationId: 'a', teamId: 'b' }, []],
  [{ kind: 'token', tokenId: 'a' }, ['tokens a', 'actors a']],
  [{ kind: 'session', sessionId: 'a' }, ['tokens a', 'actors a']],
  [{ kind: 'user', userId: 'a' }, ['tokens a', 'actors a', 'memberships a/a']],
  [
    { kind: 'organization', organizationId: 'a' },
    NAMES.map((name) =>
      name === 'memberships' ? `${name} a/a` : name === 'siteAddresses' ? `${name} basename/a` : `${name} a`,
    ),
  ],
])('a change forgets what it made stale, and nothing else: %j', async (change, forgotten) => {
  const { pointers: cached, listForgotten } = await cacheAll();
  applyChange(cached, change);
  expect(listForgotten()).toEqual(forgotten);
});

test('the end of an organization ends the tokens of its service accounts', async () => {
  const tokens = new PointerCache(10, async (id) => ({ kind: 'service', organizationId: id }));
  const { pointers: cached } = await cacheAll();
  for (const id of ['a', 'b']) await tokens.find(id);
  applyChange({ ...cached, tokens } as unknown as Pointers, { kind: 'organization', organizationId: 'a' });
  expect([tokens.peek('a'), tokens.peek('b')]).toEqual([undefined, { kind: 'service', organizationId: 'b' }]);
});
