import { type RawBuilder, sql } from 'kysely';
import { SITE_VISIBILITIES } from '../../../platform/access/pointers.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { PublicationRow } from '../../content/spaces/spaces.queries.ts';

/**
 * Where a space is published, for a statement that selects from `space` of the organization. Drafts are on no site for readers. Where a
 * space that is shown first is deleted, the first one that is not takes its place (`withoutDeletedSpaces` says the same
 * in memory).
 */
export const spacePublication = (organizationId: string) => sql<PublicationRow | null>`(
  select jsonb_build_object('organizationId', i.organization_id, 'siteId', i.site_id, 'visibility', coalesce(i.readers, i.visibility),
    'basename', i.basename, 'hostname', case when i.hostname_verified_at is not null then i.hostname end, 'path',
    case when coalesce(c.is_default, true) then '' else c.path || '/' end ||
    case when x.is_default or not exists (
        select 1 from site_space d
        join space p on p.organization_id = ${organizationId} and p.space_id = d.space_id and p.deleted_at is null
        where d.organization_id = ${organizationId} and d.site_id = x.site_id
          and coalesce(d.site_section_id, d.site_id) = coalesce(x.site_section_id, x.site_id)
          and (d.is_default or (d.position, d.site_space_id) < (x.position, x.site_space_id)))
      then '' else x.path || '/' end)
  from site_space x
  join site i on i.organization_id = ${organizationId} and i.site_id = x.site_id and i.published_at is not null
  left join site_section c on c.organization_id = ${organizationId} and c.site_id = x.site_id
    and c.site_section_id = x.site_section_id
  where x.organization_id = ${organizationId} and x.space_id = space.space_id and space.deleted_at is null
    and not x.is_draft and not coalesce(c.is_draft, false) and not exists (
      with recursive above as (
        select g.parent_id, g.is_draft from site_section_group g
        where g.organization_id = ${organizationId} and g.site_id = c.site_id and g.site_section_group_id = c.group_id
        union all
        select g.parent_id, g.is_draft from above
        join site_section_group g on g.organization_id = ${organizationId} and g.site_id = c.site_id
          and g.site_section_group_id = above.parent_id)
      select 1 from above where is_draft)
  order by array_position(${sql.raw(`array['${SITE_VISIBILITIES.join("','")}']`)}, coalesce(i.readers, i.visibility)), i.created_at, i.site_id,
    coalesce(c.is_default, true) desc, x.is_default desc, x.position, x.site_space_id
  limit 1)`;

/** Whether a published site shows the space: for a statement that is executed anyway. */
export const isPublished = ({
  organizationId,
  spaceId,
}: SpaceKey): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from site_space i
  join site p on p.organization_id = i.organization_id and p.site_id = i.site_id and p.published_at is not null
  where i.organization_id = ${organizationId} and i.space_id = ${spaceId})`;
