import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import { dayOf } from '../../../platform/http/times.ts';

/** Counts characters on the day (UTC) of `now` if the limit allows them. Returns whether it did. */
export async function takeCharacters(
  db: Kysely<DB>,
  organizationId: string,
  { characters, limit, now }: { characters: number; limit: number; now: Date },
): Promise<boolean> {
  if (characters > limit) return false;
  const { rows } = await sql`
    insert into translation_usage as u (organization_id, day, characters)
    values (${organizationId}, ${dayOf(now)}::date, ${characters}::bigint)
    on conflict (organization_id, day) do update set characters = u.characters + excluded.characters
      where u.characters + excluded.characters <= ${limit}::bigint
    returning 1`.execute(db);
  return rows.length === 1;
}

/** Takes characters back that were counted on the day (UTC) of `now`. */
export async function giveBackCharacters(
  db: Kysely<DB>,
  organizationId: string,
  { characters, now }: { characters: number; now: Date },
): Promise<void> {
  await sql`
    update translation_usage set characters = greatest(0, characters - ${characters}::bigint)
    where organization_id = ${organizationId} and day = ${dayOf(now)}::date`.execute(db);
}

/** The characters that an organization has used on the day (UTC) of `now`. */
export async function countCharacters(db: Kysely<DB>, organizationId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ characters: number }>`
    select characters::float8 as characters from translation_usage
    where organization_id = ${organizationId} and day = ${dayOf(now)}::date`.execute(db);
  return rows[0]?.characters ?? 0;
}

/** Forgets usage from before the day of a time, of all organizations. */
export async function deleteOldUsage(db: Kysely<DB>, before: Date): Promise<void> {
  await sql`delete from translation_usage where day < ${dayOf(before)}::date`.execute(db);
}
