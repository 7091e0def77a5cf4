/** Finds and counts the members with a role on a place without looking at each member. */
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { rankOf } from '../../../platform/access/role-sql.ts';
import { type Role, rank } from '../../../platform/access/roles.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { type Audience, findAudience, type Ranks } from './audience.ts';
import type { GrantTarget } from './grant-target.ts';
import { ofTargets } from './grants.repository.ts';

/** The highest rank that a team has on any one place, and the number of its members that are counted. */
interface TeamShare {
  teamId: string;
  role: Role;
  members: number;
}

/** A team with at least this many members is not searched member by member. */
const LARGE = 1000;

/** The teams that were given something on the place or above it, the one with the most members first. */
async function listTeamShares(db: Kysely<DB>, target: GrantTarget): Promise<TeamShare[]> {
  const { rows } = await sql<TeamShare>`
    select g.team_id as "teamId", (array_agg(g.role order by ${rankOf(sql`g.role`)} desc))[1] as role,
      (select count(*)::int from (
        select 1 from team_member m where m.organization_id = ${target.organizationId} and m.team_id = g.team_id
        limit ${5 * LARGE}) counted) as members
    from ${ofTargets(target, 'team')} g
    group by g.team_id
    order by members desc, g.team_id`.execute(db);
  return rows;
}

/** The people that a list of roles on a place includes. */
export interface Wanted {
  place: GrantTarget;
  /** Undefined: any. */
  role: Role | undefined;
  after: string | undefined;
  limit: number;
  /** The number of members from which a team counts as large. */
  large?: number;
}

/**
 * Returns the members with a role, ordered by id, one more than `limit`, and their number. The effect of the role in
 * the organization, of the default level and of the largest team (if it is large) is known for all members at once.
 * Only members reached by other grants are examined one by one.
 */
export async function findPeople(
  db: Kysely<DB>,
  { place, role, after, limit, large = LARGE }: Wanted,
): Promise<{ userIds: string[]; count: number }> {
  return db.transaction().execute(async (trx) => {
    await preferMergedIndexes(trx);
    const shares = await listTeamShares(trx, place);
    const [first] = shares;
    const largest = first && first.members >= large ? first : undefined;
    const least = rank(role ?? 'read');
    const people: People = {
      place,
      largest,
      others: shares.filter((share) => share !== largest && rank(share.role) >= least),
      least,
      audience: findAudience(place, role, largest?.role),
      isWanted: (found) => (role === undefined ? sql`(${found} > 0)` : sql`(${found} = ${rank(role)})`),
    };
    const audience = await countAudience(trx, people);
    const { userIds, corrected } = await listPeople(trx, people, audience, { after, limit: limit + 1 });
    return { userIds, count: audience.wanted + audience.added + corrected };
  });
}

interface People {
  place: GrantTarget;
  largest: TeamShare | undefined;
  others: TeamShare[];
  /** Lower ranks make no difference. */
  least: number;
  audience: Audience;
  isWanted: (rank: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/**
 * Members and a team come in the same order from indexes that are in memory: a merge join takes a third of the time of
 * hashing one of them. A generic plan would assume a team of average size, and parallel workers take longer to start
 * than the query takes.
 */
async function preferMergedIndexes(trx: Transaction<DB>): Promise<void> {
  await sql`select set_config('random_page_cost', '1', true), set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx);
}

interface AudienceCount {
  wanted: number;
  added: number;
}

/** Counts as if the grants of the largest team were the only ones. */
async function countAudience(
  trx: Transaction<DB>,
  { place, audience, largest }: People,
): Promise<AudienceCount> {
  const members = (ranks: Ranks) => sql`(select count(*) from ${membersOf(place, ranks)})`;
  const inTeam = (ranks: Ranks) => (largest ? countInTeam(place, largest, ranks) : sql`0`);
  const { rows } = await sql<AudienceCount>`
    select (${members(audience.wanted)} - ${audience.exceptTeam ? inTeam(audience.wanted) : sql`0`})::int as wanted,
      (${audience.added ? inTeam(audience.added) : sql`0`})::int as added`.execute(trx);
  return rows[0] ?? { wanted: 0, added: 0 };
}

/** For everyone but administrators, counting the excluded members takes half the time. */
function countInTeam(
  { organizationId }: GrantTarget,
  { teamId }: TeamShare,
  ranks: Ranks,
): RawBuilder<number> {
  const team = sql`i.organization_id = ${organizationId} and i.team_id = ${teamId}`;
  const count = (isCounted: RawBuilder<SqlBool>) => sql<number>`(
    select count(*) from member m
    join team_member i on i.organization_id = m.organization_id and i.user_id = m.user_id
    where m.organization_id = ${organizationId} and ${team} and ${isCounted})`;
  if (ranks?.from !== 0 || ranks.to !== rank('admin') - 1) return count(isIn(ranks));
  const isAdmin = sql<SqlBool>`m.rank = ${rank('admin')}`;
  return sql`(
    (select count(*) from team_member i where ${team}) - ${count(isAdmin)} - ${count(sql`m.rank is null`)})`;
}

/**
 * Returns the next members, skipping ranges without any, and the correction to the count of the audience for members
 * whose other grants make a difference.
 */
async function listPeople(
  trx: Transaction<DB>,
  people: People,
  count: AudienceCount,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ userIds: string[]; corrected: number }> {
  const { audience, place, isWanted } = people;
  const isNext = after === undefined ? sql`true` : sql`m.user_id > ${after}::uuid`;
  const isOther = sql`exists (select 1 from others o where o.user_id = m.user_id)`;
  const page = (from: RawBuilder<unknown>) => sql`(
    select m.user_id from ${from} and ${isNext} order by m.user_id limit ${limit})`;
  const parts = [page(sql`others m where ${isWanted(sql`m.found`)}`)];
  if (count.wanted > 0) {
    const isKept = audience.exceptTeam ? sql`not ${isInTeam(people)}` : sql`true`;
    parts.push(page(sql`${membersOf(place, audience.wanted)} and ${isKept} and not ${isOther}`));
  }
  if (count.added > 0)
    parts.push(page(sql`${membersOf(place, audience.added)} and ${isInTeam(people)} and not ${isOther}`));
  const { rows } = await sql<{ corrected: number; userIds: string[] }>`
    with others as materialized (${selectOthers(people)})
    select
      (select count(*) filter (where ${isWanted(sql`found`)}) - count(*) filter (where ${isWanted(sql`assumed`)})
        from others)::int as corrected,
      array(
        select user_id from (${sql.join(parts, sql` union all `)}) found order by user_id limit ${limit}) as "userIds"`.execute(
    trx,
  );
  return rows[0] ?? { userIds: [], corrected: 0 };
}

/**
 * Selects members whose other grants (`found`) exceed what the organization, the default level and the largest team
 * give (`assumed`), and who are included or excluded only because of that.
 */
function selectOthers({ place, largest, others, least, audience, isWanted }: People): RawBuilder<unknown> {
  const { organizationId } = place;
  const given = sql`
    select g.user_id, ${rankOf(sql`g.role`)} as rank from ${ofTargets(place, 'user')} g
    where ${rankOf(sql`g.role`)} >= ${least}
    union all
    select i.user_id, t.rank
    from unnest(${others.map(({ teamId }) => teamId)}::uuid[], ${others.map(({ role }) => rank(role))}::int[])
      as t(team_id, rank)
    join team_member i on i.organization_id = ${organizationId} and i.team_id = t.team_id`;
  const byTeam = largest
    ? sql`
      select ${rank(largest.role)}::int as rank from team_member i
      where i.organization_id = ${organizationId} and i.team_id = ${largest.teamId} and i.user_id = reached.user_id
      limit 1`
    : sql`select 0 as rank`;
  return sql`
    select user_id, assumed, granted as found from (
      select reached.user_id, reached.granted,
        greatest((${audience.byDefault}::int[])[reached.rank + 1], by_team.rank) as assumed
      from (
        select m.user_id, m.rank, max(given.rank) as granted
        from (${given}) given
        join member m on m.organization_id = ${organizationId} and m.user_id = given.user_id
        where ${isIn(audience.open)}
        group by m.user_id, m.rank) reached
      left join lateral (${byTeam}) by_team on true
      offset 0) judged
    where granted > assumed and ${isWanted(sql`granted`)} <> ${isWanted(sql`assumed`)}`;
}

const membersOf = ({ organizationId }: GrantTarget, ranks: Ranks): RawBuilder<unknown> =>
  sql`member m where m.organization_id = ${organizationId} and ${isIn(ranks)}`;

/** A single rank is compared with `=`, so that the index returns its members in order. */
function isIn(ranks: Ranks): RawBuilder<SqlBool> {
  if (!ranks) return sql`false`;
  const { from, to } = ranks;
  return from === to ? sql`m.rank = ${from}` : sql`m.rank between ${from} and ${to}`;
}

function isInTeam({ place, largest }: People): RawBuilder<SqlBool> {
  if (!largest) return sql`false`;
  return sql`exists (
    select 1 from team_member i
    where i.organization_id = ${place.organizationId} and i.team_id = ${largest.teamId} and i.user_id = m.user_id)`;
}
