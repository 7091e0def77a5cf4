import { type RawBuilder, sql } from 'kysely';
import type { SpaceKey } from '../../../../platform/access/space-key.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { isPublished } from '../../sites/publication.queries.ts';

/** Whether the pages of a space have to be drawn: it is published, and `version` has not drawn its current revision. */
const isUndrawn = (version: string): RawBuilder<boolean> => sql<boolean>`s.deleted_at is null
  and (s.drawn_revision_id is distinct from s.revision_id or s.drawn_version is distinct from ${version})`;

/** The published spaces whose pages have to be drawn; `siteIds`: only those of these sites. */
export async function listUndrawnSpaces(
  db: Database,
  { version, siteIds }: { version: string; siteIds?: readonly string[] },
): Promise<SpaceKey[]> {
  const { rows } = await sql<SpaceKey>`
    select distinct s.organization_id as "organizationId", s.space_id as "spaceId" from site p
    join site_space i on i.organization_id = p.organization_id and i.site_id = p.site_id
    join space s on s.organization_id = i.organization_id and s.space_id = i.space_id
    where p.published_at is not null and ${isUndrawn(version)}
      ${siteIds ? sql`and p.site_id = any(${siteIds}::uuid[])` : sql``}`.execute(db);
  return rows;
}

/** The current revision of a space if its pages have to be drawn. */
export async function findUndrawnRevision(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  version: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ revisionId: string }>`
    select s.revision_id as "revisionId" from space s
    where s.organization_id = ${organizationId} and s.space_id = ${spaceId} and ${isUndrawn(version)}
      and ${isPublished({ organizationId, spaceId })}`.execute(db);
  return rows[0]?.revisionId;
}
