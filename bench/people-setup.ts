/** An organization of 50,000 members, 2,000 teams and 1,000 spaces, written by SQL; and the few people who ask. */

import { newId } from '@lectern/std/ids';
import { type Kysely, sql } from 'kysely';
import { insertMember } from '../apps/server/domains/identity/members/insert-members.queries.ts';
import { createPersonalToken } from '../apps/server/domains/identity/tokens/tokens.service.ts';
import { insertUser } from '../apps/server/domains/identity/users/users.queries.ts';
import { BY_OPERATOR } from '../apps/server/platform/access/cause.ts';
import type { RoleOrGuest } from '../apps/server/platform/access/roles.ts';
import type { Context } from '../apps/server/platform/context.ts';
import type { DB } from '../apps/server/platform/db/schema.ts';
import { eventStatement } from './people-events.ts';

export const MEMBERS = 50_000;
export const TEAMS = 2_000;
export const SPACES = 1_000;
const COLLECTIONS = 150;

/** The ids for URLs. */
export interface PeopleSetup {
  organizationId: string;
  administrator: { userId: string; token: string };
  /** A member with the role `read`, in many teams, with grants. */
  reader: { userId: string; token: string };
  /** A typical member, in five teams. */
  typical: { userId: string };
  /** A guest, in many teams, with grants. */
  guestId: string;
  /** A team with all members. */
  largestTeamId: string;
  teamId: string;
  /** A space with many grants. */
  spaceId: string;
  collectionId: string;
  /** A closed collection on which all members have a role through their team. */
  closedId: string;
}

export async function fillPeople(context: Context, organizationId: string): Promise<PeopleSetup> {
  const { db } = context;
  const administrator = await addPerson(context, organizationId, 'admin');
  const reader = await addPerson(context, organizationId, 'read');
  const guest = await addPerson(context, organizationId, null);
  await db.transaction().execute(async (trx) => {
    for (const statement of statements(organizationId)) await statement.execute(trx);
    await eventStatement(organizationId, administrator.userId).execute(trx);
    for (const { userId } of [reader, guest]) await addMemberships(trx, organizationId, userId);
  });
  await sql`vacuum analyze`.execute(db);
  return {
    organizationId,
    administrator,
    reader,
    guestId: guest.userId,
    ...(await findNamed(db, organizationId)),
  };
}

async function addPerson(context: Context, organizationId: string, role: RoleOrGuest) {
  const userId = newId();
  const at = context.clock();
  const displayName = `The ${role ?? 'guest'}`;
  await context.transact(async ({ trx }) => {
    await insertUser(trx, { userId, email: `${userId}@example.com`, displayName, createdAt: at });
    await insertMember(trx, { organizationId, userId, role, joinedAt: at });
  });
  const { token } = await createPersonalToken(context, BY_OPERATOR, { userId }, { title: 'Bench' });
  return { userId, token };
}

/** Ids as the service makes them: in the order of time. */
const idOf = (kind: number, n: string) =>
  sql.raw(
    `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7${kind}00a000' || lpad(md5('${kind}' || ${n}), 12))::uuid`,
  );

const SYLLABLES = `(array['ma','ri','to','ben','sa','lo','ke','an','dre','vi','na','jo','el','pas','cal','ur','win','th','og','ze'])`;
const syllable = (n: string) => sql.raw(`${SYLLABLES}[1 + abs(hashint4(${n})) % 20]`);

const statements = (organizationId: string) => {
  const organization = sql`${organizationId}::uuid`;
  const series = (count: number) => sql`generate_series(1, ${count}::int) as n`;
  return [
    sql`select setseed(0.42)`,
    sql`
      insert into user_account (user_id, email, email_folded, display_name, name_folded, created_at)
      select id, lower(name) || n || '@corp.example', lower(name) || n || '@corp.example', name, lower(name), at
      from (
        select ${idOf(1, 'n')} as id, n, to_timestamp(1700000000 + n * 60) as at,
          initcap(${syllable('n')} || ${syllable('n + 100000')} || ${syllable('n * 7')}) || ' '
            || initcap(${syllable('n * 3 + 1')} || ${syllable('n + 700000')} || ${syllable('n * 13')}) as name
        from ${series(MEMBERS)}) made`,
    sql`
      insert into member (organization_id, user_id, role, sso, disabled, joined_at, last_seen_at, name_folded,
        email_folded)
      select ${organization}, u.user_id,
        case when n % 5000 = 0 then 'admin' when n % 10 = 1 then null when n % 10 = 2 then 'create'
          when n % 10 = 3 then 'review' when n % 10 < 6 then 'edit' when n % 10 = 6 then 'comment' else 'read' end,
        n % 2 = 0, n % 97 = 0, u.created_at,
        case when n % 5 > 0 then date_trunc('milliseconds', to_timestamp(1763000000 - random() * 5e6)) end,
        u.name_folded, u.email_folded
      from ${series(MEMBERS)} join user_account u on u.user_id = ${idOf(1, 'n')}`,
    sql`
      insert into team (organization_id, team_id, title, title_folded, created_at)
      select ${organization}, ${idOf(2, 'n')}, 'Team ' || title, 'team ' || title, to_timestamp(1700000000 + n)
      from (select n, ${syllable('n')} || ${syllable('n * 3')} || ' ' || n as title from ${series(TEAMS)}) made`,
    // The first team has everybody; everybody is in four more, one in a hundred owns one.
    sql`
      insert into team_member (organization_id, team_id, user_id, role, joined_at)
      select ${organization}, ${idOf(2, 't')}, ${idOf(1, 'n')}, case when n % 100 = 5 then 'owner' else 'member' end,
        to_timestamp(1710000000 + n)
      from ${series(MEMBERS)}
      cross join lateral (
        select 1 as t union select 2 + abs(hashint4(n * 5 + k)) % ${TEAMS - 1}::int from generate_series(1, 4) as k) theirs`,
    sql`
      insert into collection_directory
      select ${idOf(3, 'n')}, ${organization} from ${series(COLLECTIONS)}`,
    // Three deep; one in ten is closed.
    sql`
      insert into collection (organization_id, collection_id, title, parent_id, position, default_level, created_at,
        updated_at)
      select ${organization}, ${idOf(3, 'n')}, 'Collection ' || n, case when n > 30 then ${idOf(3, '(n / 5)')} end, n,
        case when n % 10 = 7 then null when n % 10 = 8 then 'read' else 'inherit' end, now(), now()
      from ${series(COLLECTIONS)}`,
    sql`insert into space_directory select ${idOf(4, 'n')}, ${organization} from ${series(SPACES)}`,
    sql`
      insert into space (organization_id, space_id, title, parent_id, position, default_level, revision_id, created_at,
        updated_at, deleted_at)
      select ${organization}, ${idOf(4, 'n')}, 'Space ' || n, case when n % 4 > 0 then ${idOf(3, `(1 + n % ${COLLECTIONS})`)} end,
        n, case when n % 9 = 0 then null when n % 9 = 1 then 'edit' else 'inherit' end, ${idOf(5, 'n')}, now(), now(),
        case when n % 100 = 0 then now() end
      from ${series(SPACES)}`,
    sql`
      insert into revision (organization_id, space_id, revision_id, parents, root, type, created_at)
      select organization_id, space_id, revision_id, '{}', '', 'edits', created_at from space
      where organization_id = ${organization}
      on conflict do nothing`,
    // The team of all members has grants on four collections, one of them closed; every team on two spaces and one
    // collection; two thirds of the members on a space.
    sql`
      insert into collection_team_grant (organization_id, collection_id, team_id, role)
      select ${organization}, ${idOf(3, '(1 + abs(hashint4(n)) % 150)')}, ${idOf(2, 'n')}, 'edit'
      from ${series(TEAMS)}
      union
      select ${organization}, ${idOf(3, 'n')}, ${idOf(2, '1')}, 'edit' from unnest('{1, 2, 3, 7}'::int[]) as n`,
    sql`
      insert into space_team_grant (organization_id, space_id, team_id, role)
      select distinct ${organization}, ${idOf(4, `(1 + abs(hashint4(n * 2 + k)) % ${SPACES})`)}, ${idOf(2, 'n')}, 'comment'
      from ${series(TEAMS)} cross join generate_series(0, 1) as k`,
    sql`
      insert into space_user_grant (organization_id, space_id, user_id, role)
      select ${organization}, ${idOf(4, `(1 + abs(hashint4(n)) % ${SPACES})`)}, ${idOf(1, 'n')}, 'review'
      from ${series(MEMBERS)} where n % 3 > 0
      union
      select ${organization}, ${idOf(4, '5')}, ${idOf(1, 'n')}, 'edit' from ${series(MEMBERS)} where n % 10 = 0
      on conflict do nothing`,
    sql`
      insert into collection_user_grant (organization_id, collection_id, user_id, role)
      select ${organization}, ${idOf(3, `(1 + abs(hashint4(n)) % ${COLLECTIONS})`)}, ${idOf(1, 'n')}, 'create'
      from ${series(MEMBERS)} where n % 10 = 1`,
  ];
};

/** Adds the user to thirty teams, with twenty grants. */
async function addMemberships(db: Kysely<DB>, organizationId: string, userId: string): Promise<void> {
  await sql`
    insert into team_member (organization_id, team_id, user_id, role, joined_at)
    select ${organizationId}::uuid, ${idOf(2, '(1 + n * 60)')}, ${userId}::uuid, 'member', now()
    from generate_series(0, 29) as n`.execute(db);
  await sql`
    insert into space_user_grant (organization_id, space_id, user_id, role)
    select ${organizationId}::uuid, ${idOf(4, '(3 + n * 40)')}, ${userId}::uuid, 'edit'
    from generate_series(0, 19) as n`.execute(db);
}

async function findNamed(db: Kysely<DB>, organizationId: string) {
  const { rows } = await sql<{
    largestTeamId: string;
    teamId: string;
    spaceId: string;
    collectionId: string;
    closedId: string;
    typicalId: string;
  }>`
    select ${idOf(2, '1')} as "largestTeamId", ${idOf(2, '77')} as "teamId", ${idOf(4, '5')} as "spaceId",
      ${idOf(3, '2')} as "collectionId", ${idOf(3, '7')} as "closedId", ${idOf(1, '4715')} as "typicalId"
    from organization where organization_id = ${organizationId}`.execute(db);
  const [named] = rows;
  if (!named) throw new Error('The organization is gone.');
  const { typicalId, ...rest } = named;
  return { ...rest, typical: { userId: typicalId } };
}
