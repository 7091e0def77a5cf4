import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the organization of a row has an enabled webhook. Used in statements that are executed anyway, so that
 * organizations without webhooks need no further query.
 */
export const isWatched = (organizationId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from webhook where webhook.organization_id = ${organizationId} and is_enabled)`;
