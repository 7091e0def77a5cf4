import { sql } from 'kysely';

/** Whether events of readers of a site `s` are recorded: for a statement that reads it anyway. */
export const isSiteRecording = sql<boolean>`coalesce((select n.is_recording from site_insights n
  where n.organization_id = s.organization_id and n.site_id = s.site_id), true)`;
