import { newId } from '@lectern/std/ids';
import { describe, expect, test } from 'vitest';
import { POINTER_LOADERS } from '../../app/pointer-loaders.ts';
import { MAX_DEPTH } from './above.ts';
import type { Actor } from './actor.ts';
import { createPointers, type DefaultLevel, membershipKey, NO_GRANTS, NO_TEAMS } from './pointers.ts';
import type { Role, RoleOrGuest } from './roles.ts';
import { effectiveRole, findRole, findStanding, mustUseSso, peekRole, peekStanding } from './space-role.ts';

describe('the effective role', () => {
  const member = (role: RoleOrGuest, grants: Record<string, Role> = {}) => ({
    role,
    grants: new Map(Object.entries(grants)),
  });
  const place = (defaultLevel: DefaultLevel, ...above: DefaultLevel[]) => ({
    id: 'it',
    defaultLevel,
    above: above.map((level, n) => ({ collectionId: `above-${n}`, defaultLevel: level })),
  });

  test.each<[string, RoleOrGuest, ReturnType<typeof member> | undefined, ReturnType<typeof place>]>([
    ['is none for who does not belong to the organization', null, undefined, place('admin')],
    ['is admin for administrators of the organization', 'admin', member('admin'), place(null, null)],
    [
      'is the role in the organization where all inherit',
      'edit',
      member('edit'),
      place('inherit', 'inherit'),
    ],
    [
      'is the nearest level above where it inherits',
      'read',
      member('edit'),
      place('inherit', 'inherit', 'read', 'create'),
    ],
    ['is the own level where there is one', 'comment', member('edit'), place('comment', 'create')],
    ['is none where the level is nobody', null, member('create'), place('inherit', null, 'create')],
    ['takes no default for guests', null, member(null), place('create', 'create')],
    ['takes the grant of a guest', 'review', member(null, { it: 'review' }), place('create')],
    [
      'takes the highest of grants at any height',
      'create',
      member('read', { it: 'edit', 'above-1': 'create', 'above-0': 'review' }),
      place('inherit', 'inherit', 'inherit'),
    ],
    [
      'takes the default when it is above the grant',
      'create',
      member('read', { it: 'read' }),
      place('create'),
    ],
    ['takes no grant on something else', 'read', member('read', { other: 'admin' }), place('inherit')],
  ])('%s', (_name, role, standing, where) => {
    expect(effectiveRole(standing, where)).toBe(role);
  });
});

/** A database that fails on every use. */
const NO_DATABASE = undefined as never;

test('the rule opens nothing by default where the way to the top does not end', async () => {
  const organizationId = newId();
  const actor: Actor = {
    kind: 'service',
    organizationId,
    role: 'create',
    tokenId: 't',
    scopes: [],
    expiresAt: null,
  };
  const [first, second] = [newId(), newId()];
  const space = { spaceId: newId(), parentId: first, defaultLevel: 'inherit' as const };
  const chain = (parents: Record<string, string | null>) => {
    const known = createPointers(NO_DATABASE, POINTER_LOADERS);
    for (const [collectionId, parentId] of Object.entries(parents)) {
      const row = { organizationId, collectionId, parentId, defaultLevel: 'inherit' as const };
      known.collections.find = async (id) =>
        id in parents ? { ...row, collectionId: id, parentId: parents[id] ?? null } : undefined;
      known.collections.peek = (id) =>
        id in parents ? { ...row, collectionId: id, parentId: parents[id] ?? null } : undefined;
    }
    return known;
  };
  const standing = { role: actor.role, grants: NO_GRANTS, teams: NO_TEAMS };
  const ways = { aCycle: chain({ [first]: second, [second]: first }), aGap: chain({ [first]: second }) };
  expect(await findRole(ways.aCycle, standing, space)).toBeNull();
  expect(peekRole(ways.aCycle, standing, space)).toBeNull();
  expect(await findRole(ways.aGap, standing, space)).toBeNull();
  expect(peekRole(ways.aGap, standing, space)).toBe('unknown');
  const ids = Array.from({ length: MAX_DEPTH }, newId);
  const deepest = chain(Object.fromEntries(ids.map((id, n) => [id, ids[n + 1] ?? null])));
  const below = { ...space, parentId: ids[0] as string };
  expect([await findRole(deepest, standing, below), peekRole(deepest, standing, below)]).toEqual([
    'create',
    'create',
  ]);
});

describe('the standing of a caller', () => {
  const organizationId = newId();
  const userId = newId();
  const token = { tokenId: 't', scopes: [], expiresAt: null };
  const service: Actor = { ...token, kind: 'service', organizationId, role: 'edit' };
  const user: Actor = { ...token, kind: 'user', userId };
  const browser: Actor = { ...user, sessionId: 's' };
  const pointersOf = (needsSso: boolean) => {
    const known = createPointers(NO_DATABASE, POINTER_LOADERS);
    const member = { organizationId, userId, role: 'read' as const, grants: NO_GRANTS, teams: NO_TEAMS };
    known.memberships.find = async (key) =>
      key === membershipKey(organizationId, userId) ? { ...member, needsSso } : undefined;
    known.memberships.peek = (key) =>
      key === membershipKey(organizationId, userId) ? { ...member, needsSso } : undefined;
    return known;
  };

  test.each<[string, Actor, RoleOrGuest | undefined, RoleOrGuest | undefined]>([
    ['a service account', service, 'edit', 'edit'],
    [
      'a service account of another organization',
      { ...service, organizationId: newId() },
      undefined,
      undefined,
    ],
    ['a member', user, 'read', 'read'],
    ['a member in a browser', browser, 'read', undefined],
    ['a token that was made in a browser', { ...user, isOfBrowser: true }, 'read', undefined],
    ['a browser that its SSO let in', { ...browser, onlyIn: organizationId }, 'read', 'read'],
    [
      'a browser that the SSO of another organization let in',
      { ...browser, onlyIn: newId() },
      undefined,
      undefined,
    ],
    ['a stranger', { ...user, userId: newId() }, undefined, undefined],
  ])('%s', async (_name, actor, role, roleWithSso) => {
    for (const [needsSso, expected] of [
      [false, role],
      [true, roleWithSso],
    ] as const) {
      const pointers = pointersOf(needsSso);
      expect((await findStanding(pointers, actor, organizationId))?.role).toBe(expected);
      const peeked = peekStanding(pointers, actor, organizationId);
      if (expected !== undefined) expect(peeked).toMatchObject({ role: expected });
      // The memberships of users in other organizations are not in memory and have to be loaded.
      else expect(peeked).toBe(actor.kind === 'service' ? undefined : 'unknown');
    }
  });

  test('lacks only the SSO for a member whose browser did not use it', async () => {
    const mustUse = (actor: Actor, needsSso: boolean) =>
      mustUseSso(pointersOf(needsSso), actor, organizationId);
    expect(await mustUse(browser, true)).toBe(true);
    expect(await mustUse({ ...user, isOfBrowser: true }, true)).toBe(true);
    expect(await mustUse(browser, false)).toBe(false);
    expect(await mustUse(user, true)).toBe(false);
    expect(await mustUse(service, true)).toBe(false);
    expect(await mustUse({ ...browser, onlyIn: newId() }, true)).toBe(false);
    expect(await mustUse({ ...browser, userId: newId() }, true)).toBe(false);
  });
});
