import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { DELETED_NAME, type Person } from './delete-user.repository.ts';
import { withoutPerson } from './without-person.ts';

const BATCH = 500;

/**
 * Removes a person's names and addresses, including network addresses, from the audit of every organization. The events
 * themselves, with the user's id, stay.
 */
export async function forgetPerson(trx: Transaction<DB>, person: Person): Promise<void> {
  const { userId } = person;
  await updateEvents(
    trx,
    sql<SqlBool>`actor_id = ${userId}`,
    sql`actor_label = ${DELETED_NAME}, address = null`,
  );
  await updateEvents(trx, sql<SqlBool>`target_id = ${userId}`, sql`target_label = ${DELETED_NAME}`);
  await rewriteEvents(trx, person, { isTheirs: sql<SqlBool>`a.actor_id = ${userId}`, isAboutThem: false });
  await rewriteEvents(trx, person, { isTheirs: sql<SqlBool>`a.target_id = ${userId}`, isAboutThem: true });
  const isNamed = sql<SqlBool>`a.payload -> 'user' ->> 'id' = ${userId}`;
  await rewriteEvents(trx, person, { isTheirs: isNamed, isAboutThem: true });
}

/** Joins through the organizations, because the indexes start with them. */
async function updateEvents(
  trx: Transaction<DB>,
  isTheirs: RawBuilder<SqlBool>,
  changes: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update audit_event set ${changes} from organization o
    where audit_event.organization_id = o.organization_id and ${isTheirs}`.execute(trx);
}

interface EventTexts {
  organization_id: string;
  event_id: string;
  target_label: string | null;
  payload: object;
}

async function rewriteEvents(
  trx: Transaction<DB>,
  person: Person,
  { isTheirs, isAboutThem }: { isTheirs: RawBuilder<SqlBool>; isAboutThem: boolean },
): Promise<void> {
  for (let after: EventTexts | undefined, isDone = false; !isDone; ) {
    const later = after
      ? sql`and (a.organization_id, a.event_id) > (${after.organization_id}, ${after.event_id})`
      : sql``;
    const { rows } = await sql<EventTexts>`
      select a.organization_id, a.event_id, a.target_label, a.payload
      from organization o join audit_event a on a.organization_id = o.organization_id
      where ${isTheirs} ${later} order by a.organization_id, a.event_id limit ${BATCH}`.execute(trx);
    const changed = rows.flatMap(({ target_label, payload, ...key }) => {
      const changed = withoutPerson({ target_label, payload }, person, { isAboutThem });
      return changed === undefined ? [] : [{ ...key, ...changed }];
    });
    if (changed.length > 0) {
      await sql`
        update audit_event a set target_label = n.target_label, payload = n.payload
        from jsonb_to_recordset(${toJsonText(changed)}::text::jsonb) as n(
          organization_id uuid, event_id uuid, target_label text, payload jsonb)
        where a.organization_id = n.organization_id and a.event_id = n.event_id`.execute(trx);
    }
    after = rows.at(-1);
    isDone = rows.length < BATCH;
  }
}
