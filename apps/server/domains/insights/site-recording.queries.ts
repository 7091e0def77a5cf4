import { type RawBuilder, sql } from 'kysely';

/** Whether events of readers of a site `s` of the organization are recorded: for a statement that reads it anyway. */
export const isSiteRecording = (
  organizationId: string,
): RawBuilder<boolean> => sql<boolean>`coalesce((select n.is_recording from site_insights n
  where n.organization_id = ${organizationId} and n.site_id = s.site_id), true)`;
