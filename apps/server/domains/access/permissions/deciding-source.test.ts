import { expect, test } from 'vitest';
import { findDecidingSource, type Given } from './deciding-source.ts';
import type { GrantTarget } from './grant-target.ts';

const place = (...levels: GrantTarget['defaultLevel'][]): GrantTarget => {
  const [defaultLevel = null, ...above] = levels;
  return {
    kind: 'space',
    organizationId: 'o',
    id: 'it',
    defaultLevel,
    above: above.map((level, n) => ({ collectionId: `above-${n}`, defaultLevel: level })),
  };
};
const given = (placeId: string, role: Given['role'], teamId: string | null = null): Given => ({
  placeId,
  role,
  teamId,
});
const it = { kind: 'space', id: 'it' };
const above = (n: number) => ({ kind: 'collection', id: `above-${n}` });

test.each([
  ['nothing', undefined, null, place('create'), []],
  [
    'the organization, of its administrators',
    { type: 'organization' },
    'admin',
    place('read'),
    [given('it', 'admin')],
  ],
  ['the organization, where all inherit', { type: 'organization' }, 'edit', place('inherit', 'inherit'), []],
  ['the own level', { type: 'default', on: it }, 'edit', place('read', 'create'), []],
  ['the nearest level', { type: 'default', on: above(0) }, 'edit', place('inherit', 'read', 'create'), []],
  ['no level behind one that closes', undefined, 'edit', place('inherit', null, 'create'), []],
  [
    'the highest grant',
    { type: 'user', on: above(1) },
    'read',
    place(null, null, null),
    [given('above-1', 'edit'), given('it', 'read')],
  ],
  [
    'the nearest of equal grants',
    { type: 'user', on: above(0) },
    null,
    place(null, null, null),
    [given('above-1', 'edit'), given('above-0', 'edit')],
  ],
  [
    'an own grant before a team’s on the same place',
    { type: 'user', on: it },
    null,
    place(null),
    [given('it', 'edit', 't'), given('it', 'edit')],
  ],
  [
    'a team’s on the place before an own above',
    { type: 'team', team: 't', on: it },
    null,
    place(null, null),
    [given('above-0', 'edit'), given('it', 'edit', 't')],
  ],
  [
    'of two teams always the same',
    { type: 'team', team: 'a', on: it },
    null,
    place(null),
    [given('it', 'edit', 'b'), given('it', 'edit', 'a')],
  ],
  [
    'a grant before the level of the same place',
    { type: 'team', team: 't', on: it },
    'read',
    place('edit'),
    [given('it', 'edit', 't')],
  ],
  [
    'the level of the place before a grant above',
    { type: 'default', on: it },
    'read',
    place('edit', null),
    [given('above-0', 'edit')],
  ],
  [
    'a grant before the organization',
    { type: 'user', on: above(0) },
    'edit',
    place('inherit', 'inherit'),
    [given('above-0', 'edit')],
  ],
] as const)('the role comes from %s', (_name, source, role, where, grants) => {
  expect(findDecidingSource(role, where, grants)?.source).toEqual(source);
});
