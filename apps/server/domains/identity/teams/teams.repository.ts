import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { foldName } from '../../../platform/db/fold-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { releaseTeam } from '../../../platform/db/unlinked-rows.queries.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import {
  findTeamRows,
  type TeamKey,
  type TeamPosition,
  type TeamReads,
  type TeamRow,
} from './teams.queries.ts';

/** `managerId`: only the teams whose members this member may add and remove; `title`: only those with this in it. */
export interface ListedTeams {
  organizationId: string;
  managerId: string | undefined;
  title: string | undefined;
  after: TeamPosition | undefined;
  limit: number;
}

/** Ordered by title. */
export async function listTeamRows(
  reads: TeamReads,
  list: ListedTeams,
): Promise<PageOfRows<TeamRow, TeamPosition>> {
  const { db } = reads;
  const { organizationId, managerId, title, after, limit } = list;
  const isManaged = managerId === undefined ? undefined : await findManaged(db, organizationId, managerId);
  const matching = sql`team t where t.organization_id = ${organizationId}
    ${title === undefined ? sql`` : sql`and position(${foldName(title)} in t.title_folded) > 0`}
    ${isManaged ? sql`and ${isManaged}` : sql``}`;
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${matching}`.execute(db);
  const { rows: found } = await sql<{ team_id: string; title_folded: string }>`
    select t.team_id, t.title_folded from ${matching}
      ${after ? sql`and (t.title_folded, t.team_id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
    order by t.title_folded, t.team_id limit ${limit + 1}`.execute(db);
  const page = cutPage(
    found,
    limit,
    counted.rows[0]?.count ?? 0,
    (row): TeamPosition => [row.title_folded, row.team_id],
  );
  const teamIds = page.rows.map((row) => row.team_id);
  return { ...page, rows: await findTeamRows(reads, { organizationId, teamIds }) };
}

/** The rule of `team:manage-members`, for a team `t`; undefined: this member manages every team. */
async function findManaged(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<RawBuilder<SqlBool> | undefined> {
  const member = await db
    .selectFrom('member')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('disabled', '=', false)
    .executeTakeFirst();
  if (!member) return sql`false`;
  if (member.role === 'admin') return undefined;
  return sql`exists (
    select 1 from team_member o where o.organization_id = t.organization_id and o.team_id = t.team_id
      and o.user_id = ${userId} and o.role = 'owner')`;
}

export async function insertTeam(
  trx: Transaction<DB>,
  { organizationId, teamId, title, createdAt }: TeamKey & { title: string; createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('team')
    .values({
      organization_id: organizationId,
      team_id: teamId,
      title,
      title_folded: foldName(title),
      created_at: createdAt,
    })
    .execute();
}

export async function updateTeamTitle(
  trx: Transaction<DB>,
  { organizationId, teamId, title }: TeamKey & { title: string },
): Promise<void> {
  await trx
    .updateTable('team')
    .set({ title, title_folded: foldName(title) })
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .execute();
}

/** Also deletes the team's memberships, its grants, and its use as a default team of a provider. */
export async function deleteTeamRow(
  trx: Transaction<DB>,
  { organizationId, teamId }: TeamKey,
): Promise<void> {
  await releaseTeam(trx, { organizationId, teamId });
  await trx
    .deleteFrom('team')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .execute();
}

export async function findTeamTitle(
  db: Database,
  { organizationId, teamId }: TeamKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('team')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.title;
}
