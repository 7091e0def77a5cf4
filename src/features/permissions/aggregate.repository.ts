/** Who has a role on a place: members are found and counted without a look at each of them. */
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { rankOf } from '../../access/role-sql.ts';
import { type Role, rank } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import { type Audience, findAudience, type Ranks } from './audience.ts';
import { ofPlaces } from './grants.repository.ts';
import type { Place } from './place.ts';

/** The most that any one place gives a team, with as many of its members as are counted. */
interface TeamShare {
  teamId: string;
  role: Role;
  members: number;
}

/** A team with at least so many members is not looked through member by member. */
const LARGE = 1000;

/** The teams that were given something on the place or above it, the one with the most members first. */
async function listTeamShares(db: Kysely<DB>, place: Place): Promise<TeamShare[]> {
  const { rows } = await sql<TeamShare>`
    select g.team_id as "teamId", (array_agg(g.role order by ${rankOf(sql`g.role`)} desc))[1] as role,
      (select count(*)::int from (
        select 1 from team_member m where m.organization_id = ${place.organizationId} and m.team_id = g.team_id
        limit ${5 * LARGE}) counted) as members
    from ${ofPlaces(place, 'team')} g
    group by g.team_id
    order by members desc, g.team_id`.execute(db);
  return rows;
}

/** Whom a list of who has a role on a place shows. */
export interface Wanted {
  place: Place;
  /** Undefined: any. */
  role: Role | undefined;
  after: string | undefined;
  limit: number;
  /** Of how many members on a team is large. */
  large?: number;
}

/**
 * One more than the `limit` of those who have the role, by their ids, and how many there are.
 *
 * What an organization's role and default level give is known of all members at once; so is what the largest team gives,
 * when it is large. Only those whom other grants reach are looked at one by one.
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
  place: Place;
  largest: TeamShare | undefined;
  others: TeamShare[];
  /** What is below makes no difference. */
  least: number;
  audience: Audience;
  isWanted: (rank: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/**
 * Members and a team come in the same order from indexes that are in memory: reading both side by side takes a third of
 * the time that hashing one of them takes. A plan for all places would be made for a team of average size, and processes
 * that help take longer to begin than the rest takes.
 */
async function preferMergedIndexes(trx: Transaction<DB>): Promise<void> {
  await sql`select set_config('random_page_cost', '1', true), set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(trx);
}

interface AudienceCount {
  wanted: number;
  added: number;
}

/** As if nobody was given anything but the largest team. */
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

/** Of everybody but administrators it takes half the time to count those who are left out. */
function countInTeam({ organizationId }: Place, { teamId }: TeamShare, ranks: Ranks): RawBuilder<number> {
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
 * The next of them, without looking where nobody is; and by how many the count of the audience is wrong, as others were
 * given something else that makes a difference.
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
 * Who was given more (`found`) than the organization, the default level and the largest team give (`assumed`), and is
 * wanted only therefore, or therefore not.
 */
function selectOthers({ place, largest, others, least, audience, isWanted }: People): RawBuilder<unknown> {
  const { organizationId } = place;
  const given = sql`
    select g.user_id, ${rankOf(sql`g.role`)} as rank from ${ofPlaces(place, 'user')} g
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

const membersOf = ({ organizationId }: Place, ranks: Ranks): RawBuilder<unknown> =>
  sql`member m where m.organization_id = ${organizationId} and ${isIn(ranks)}`;

/** One rank is written as one: its members are in order in the index then. */
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
