import { sql } from 'kysely';
import type { FieldsFromAbove } from '../../../platform/context.ts';
import type { MergedRequest } from '../../content/history/history.queries.ts';

/** The most people that a merge names. */
const MAX_CONTRIBUTORS = 20;

/** Later change requests with the same revision added nothing to the space. */
export const mergedRequest: FieldsFromAbove['mergedRequest'] = ({
  organizationId,
  spaceId,
  revisionId,
}) => sql<MergedRequest | null>`(
  select jsonb_build_object('id', c.change_request_id, 'number', c.number, 'subject', c.subject, 'contributorIds',
    (select coalesce(jsonb_agg(person.author_id), '[]') from (
      select p.author_id from change_request_contributor p
      where p.organization_id = ${organizationId} and p.space_id = ${spaceId}
        and p.change_request_id = c.change_request_id and p.action = 'edit'
      order by p.author_id = c.author_id desc, p.count desc, p.author_id limit ${MAX_CONTRIBUTORS}) person))
  from change_request c
  where c.organization_id = ${organizationId} and c.space_id = ${spaceId} and c.merged_revision_id = ${revisionId}
  order by c.merged_at, c.number limit 1)`;
