import { sql } from 'kysely';
import type { Role } from '../../../platform/access/roles.ts';
import type { Database } from '../../../platform/db/database.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import type { TargetKind } from './grant-target.ts';
import { grantTable } from './grants.repository.ts';

/** A place on which a team has a direct role. */
export interface PlaceOfTeamRow {
  kind: TargetKind;
  id: string;
  title: string;
  role: Role;
}

/** The position where a page of the list ends: the kind of the last place and its id. */
export type PlaceOfTeamPosition = [kind: TargetKind, id: string];

/** In the order of the list. */
const KINDS: TargetKind[] = ['collection', 'space', 'site'];

/** Lists the places on which a team has a direct role, by kind and time of creation; deleted spaces are left out. */
export async function listPlacesOfTeam(
  db: Database,
  { organizationId, teamId }: { organizationId: string; teamId: string },
  list: { after: PlaceOfTeamPosition | undefined; limit: number },
): Promise<PageOfRows<PlaceOfTeamRow, PlaceOfTeamPosition>> {
  const { after, limit } = list;
  const given = sql.join(
    KINDS.map((kind, n) => {
      const id = sql.ref(`p.${kind}_id`);
      return sql`
        select ${n}::int as n, ${kind}::text as kind, ${id} as id, p.title, g.role
        from ${grantTable(kind, 'team')} g
        join ${sql.table(kind)} p on p.organization_id = g.organization_id and ${id} = ${sql.ref(`g.${kind}_id`)}
        where g.organization_id = ${organizationId} and g.team_id = ${teamId}
          ${kind === 'space' ? sql`and p.deleted_at is null` : sql``}`;
    }),
    sql` union all `,
  );
  const counted = await sql<{ count: number }>`select count(*)::int as count from (${given}) given`.execute(
    db,
  );
  const { rows } = await sql<PlaceOfTeamRow>`
    select kind, id, title, role from (${given}) given
    ${after ? sql`where (n, id) > (${KINDS.indexOf(after[0])}::int, ${after[1]}::uuid)` : sql``}
    order by n, id limit ${limit + 1}`.execute(db);
  return cutPage(rows, limit, counted.rows[0]?.count ?? 0, ({ kind, id }) => [kind, id]);
}
