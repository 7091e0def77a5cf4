import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the organization of a row has a webhook that may want to hear of it: for a statement that is executed anyway,
 * so that organizations without webhooks pay no query.
 */
export const isWatched = (organizationId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from webhook where webhook.organization_id = ${organizationId} and is_enabled)`;
