/**
 * Random organizations for properties of the effective role: collections in each other, spaces, members, teams, grants.
 */

import { newId } from '@lectern/std/ids';
import fc from 'fast-check';
import type { Actor } from '../apps/server/platform/access/actor.ts';
import type { DefaultLevel } from '../apps/server/platform/access/pointers.ts';
import type { Caller } from '../apps/server/platform/access/role-sql.ts';
import { LADDER, type Role, type RoleOrGuest } from '../apps/server/platform/access/roles.ts';
import type { TestDatabase } from './database.ts';

const MEMBERS = 4;
const TEAMS = 3;

const level = fc.constantFrom<DefaultLevel>('inherit', 'inherit', 'inherit', null, ...LADDER);
const role = fc.constantFrom<RoleOrGuest>(null, ...LADDER);
const grants = (grantees: number) =>
  fc.array(fc.tuple(fc.nat({ max: grantees - 1 }), fc.constantFrom<Role>(...LADDER)), { maxLength: 2 });
/** `parent`: the how manieth of the collections before, or the top. */
const thing = fc.record({
  parent: fc.option(fc.nat({ max: 9 })),
  level,
  toMembers: grants(MEMBERS),
  toTeams: grants(TEAMS),
});

/** `teams`: the members of each, so that a member may be in several. */
export const randomTree = fc.record({
  sites: fc.array(
    thing.map((one) => ({ ...one, parent: null })),
    { maxLength: 3 },
  ),
  collections: fc.array(thing, { maxLength: 10 }),
  spaces: fc.array(thing, { minLength: 1, maxLength: 6 }),
  members: fc.array(fc.record({ role, disabled: fc.boolean() }), { minLength: MEMBERS, maxLength: MEMBERS }),
  teams: fc.array(fc.uniqueArray(fc.nat({ max: MEMBERS - 1 })), { minLength: TEAMS, maxLength: TEAMS }),
  service: role,
});
export type RandomTree = typeof randomTree extends fc.Arbitrary<infer T> ? T : never;

export interface PlantedTree {
  /** The possible callers: the members who accepted, and a service account. */
  callers: Caller[];
  userIds: string[];
  teamIds: string[];
  places: {
    kind: 'space' | 'collection' | 'site';
    id: string;
    parentId: string | null;
    defaultLevel: DefaultLevel;
  }[];
}

/** Stores the tree in the organization, in place of everything that was in any. */
export async function plantTree(
  { sql }: Pick<TestDatabase, 'sql'>,
  organizationId: string,
  tree: RandomTree,
): Promise<PlantedTree> {
  await sql`delete from space`;
  await sql`delete from collection`;
  await sql`delete from site`;
  await sql`truncate collection_directory, space_directory, site_directory, member, team cascade`;
  const key = { organization_id: organizationId };
  const userIds = tree.members.map(() => newId());
  for (const [n, { role, disabled }] of tree.members.entries()) {
    const userId = userIds[n] as string;
    await sql`insert into user_account (user_id, email, email_folded, display_name, created_at)
      values (${userId}, ${userId}, ${userId}, 'U', now())`;
    await sql`insert into member ${sql({ ...key, user_id: userId, role, disabled, joined_at: new Date() })}`;
  }
  const teamIds = tree.teams.map(() => newId());
  for (const [n, members] of tree.teams.entries()) {
    const teamId = teamIds[n] as string;
    await sql`insert into team ${sql({ ...key, team_id: teamId, title: 'T', title_folded: 't', created_at: new Date() })}`;
    for (const member of members) {
      const userId = userIds[member] as string;
      await sql`insert into team_member (organization_id, team_id, user_id, role, joined_at)
        values (${organizationId}, ${teamId}, ${userId}, 'member', now())`;
    }
  }
  const places: PlantedTree['places'] = [];
  for (const [kind, things] of [
    ['collection', tree.collections],
    ['space', tree.spaces],
    ['site', tree.sites],
  ] as const) {
    for (const one of things) {
      const id = newId();
      const above = places.filter((place) => place.kind === 'collection');
      const parentId = one.parent === null ? null : (above[one.parent % above.length]?.id ?? null);
      places.push({ kind, id, parentId, defaultLevel: one.level });
      const row = {
        ...key,
        [`${kind}_id`]: id,
        title: 'T',
        default_level: one.level,
        created_at: new Date(),
        updated_at: new Date(),
        ...(kind === 'site'
          ? { visibility: 'public', basename: id, title_folded: 't' }
          : { parent_id: parentId, position: '1' }),
        ...(kind === 'space' ? { revision_id: id } : {}),
      };
      await sql`insert into ${sql(`${kind}_directory`)} ${sql({ ...key, [`${kind}_id`]: id })}`;
      await sql`insert into ${sql(kind)} ${sql(row)}`;
      const given = [
        ...one.toMembers.map(([n, role]) => ({ grantee: 'user', granteeId: userIds[n] as string, role })),
        ...one.toTeams.map(([n, role]) => ({ grantee: 'team', granteeId: teamIds[n] as string, role })),
      ];
      for (const { grantee, granteeId, role } of given) {
        const grant = { ...key, [`${kind}_id`]: id, [`${grantee}_id`]: granteeId, role };
        await sql`insert into ${sql(`${kind}_${grantee}_grant`)} ${sql(grant)} on conflict do nothing`;
      }
    }
  }
  const token = { tokenId: 't', scopes: ['read' as const], expiresAt: null };
  const callers = tree.members.flatMap(({ role, disabled }, n): Caller[] => {
    const actor: Actor = { kind: 'user', userId: userIds[n] as string, ...token };
    return disabled ? [] : [{ organizationId, actor, role }];
  });
  const service: Actor = { kind: 'service', organizationId, role: tree.service, ...token };
  callers.push({ organizationId, actor: service, role: tree.service });
  return { callers, userIds, teamIds, places };
}
