/** Who has a role on a place: members are found and counted without a look at each of them. */
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { rankOf } from '../../access/role-sql.ts';
import { type Role, rank } from '../../access/roles.ts';
import type { DB } from '../../db/schema.ts';
import { type Audience, findAudience, type Ranks } from './audience.ts';
import { ofPlaces } from './grants-sql.ts';
import type { Place } from './place.ts';

/** The most that any one place gives a team, with as many of its members as are counted. */
export interface TeamShare {
  teamId: string;
  role: Role;
  members: number;
}

/** A team with at least so many members is not looked through member by member. */
const LARGE = 1000;

/** The teams that were given something on the place or above it, the one with the most members first. */
export async function listTeamShares(db: Kysely<DB>, place: Place): Promise<TeamShare[]> {
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
    // One plan for all places would be made for a team of average size, and be wrong for the one that has everybody.
    await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
    const shares = await listTeamShares(trx, place);
    const [first] = shares;
    const largest = first && first.members >= large ? first : undefined;
    const people: People = {
      place,
      largest,
      others: shares.filter((share) => share !== largest),
      audience: findAudience(place, role, largest?.role),
      isWanted: (found) => (role === undefined ? sql`${found} > 0` : sql`${found} = ${rank(role)}`),
    };
    const count = await countPeople(trx, people);
    const userIds = await listPeople(trx, people, count, { after, limit: limit + 1 });
    return { userIds, count: count.wanted + count.added + count.others };
  });
}

interface People {
  place: Place;
  largest: TeamShare | undefined;
  others: TeamShare[];
  audience: Audience;
  isWanted: (rank: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/** How many have the role, by why they have it; who is among the others is taken away from the first two again. */
interface PeopleCount {
  wanted: number;
  added: number;
  others: number;
}

async function countPeople(trx: Transaction<DB>, people: People): Promise<PeopleCount> {
  const { isWanted, audience, largest, place } = people;
  const { rows: corrections } = await sql<{ others: number }>`
    select (count(*) filter (where ${isWanted(sql`found`)}) - count(*) filter (where ${isWanted(sql`assumed`)}))::int
      as others
    from (${selectOthers(people)}) others`.execute(trx);
  const members = (ranks: Ranks) => sql`(select count(*) from ${membersOf(place, ranks)})`;
  const inTeam = (ranks: Ranks) =>
    largest
      ? sql`(
        select count(*) from member m
        join team_member i on i.organization_id = m.organization_id and i.user_id = m.user_id
        where m.organization_id = ${place.organizationId} and i.team_id = ${largest.teamId} and ${isIn(ranks)})`
      : sql`0`;
  // Of two orders that are there already; to hash one of them first takes two to three times as long for 50,000.
  await sql`set local enable_hashjoin = off`.execute(trx);
  const { rows } = await sql<{ wanted: number; added: number }>`
    select (${members(audience.wanted)} - ${audience.exceptTeam ? inTeam(audience.wanted) : sql`0`})::int as wanted,
      (${audience.added ? inTeam(audience.added) : sql`0`})::int as added`.execute(trx);
  await sql`set local enable_hashjoin = on`.execute(trx);
  const [counted, corrected] = [rows[0], corrections[0]];
  return { wanted: counted?.wanted ?? 0, added: counted?.added ?? 0, others: corrected?.others ?? 0 };
}

/** In order, without looking at what nobody is in. */
async function listPeople(
  trx: Transaction<DB>,
  people: People,
  count: PeopleCount,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
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
  const { rows } = await sql<{ user_id: string }>`
    with others as materialized (${selectOthers(people)})
    select user_id from (${sql.join(parts, sql` union all `)}) found
    order by user_id limit ${limit}`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

/** Whom more than the organization and the largest team decides about: `assumed` leaves it out, `found` does not. */
function selectOthers({ place, largest, others, audience }: People): RawBuilder<unknown> {
  const { organizationId } = place;
  const byDefault = sql`(${audience.byDefault}::int[])[reached.rank + 1]`;
  const byTeam = largest
    ? sql`case when exists (
        select 1 from team_member i
        where i.organization_id = ${organizationId} and i.team_id = ${largest.teamId} and i.user_id = reached.user_id)
        then ${rank(largest.role)}::int else 0 end`
    : sql`0`;
  return sql`
    select user_id, assumed, greatest(assumed, granted) as found from (
      select reached.user_id, greatest(${byDefault}, ${byTeam}) as assumed, reached.granted from (
        select m.user_id, m.rank, max(given.rank) as granted
        from (
          select g.user_id, ${rankOf(sql`g.role`)} as rank from ${ofPlaces(place, 'user')} g
          union all
          select i.user_id, t.rank
          from unnest(${others.map(({ teamId }) => teamId)}::uuid[], ${others.map(({ role }) => rank(role))}::int[])
            as t(team_id, rank)
          join team_member i on i.organization_id = ${organizationId} and i.team_id = t.team_id) given
        join member m on m.organization_id = ${organizationId} and m.user_id = given.user_id
        where m.rank < ${rank('admin')}
        group by m.user_id, m.rank) reached) judged`;
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
