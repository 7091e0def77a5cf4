import { type Kysely, sql } from 'kysely';
import type { SpaceEventBody } from '../../../platform/access/space-event.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { DB } from '../../../platform/db/schema.ts';

/** An event of the log, with the fields that decide who may receive it. */
export interface LoggedEvent {
  number: number;
  at: Date;
  changeRequestId: string | null;
  userId: string | null;
  body: SpaceEventBody & { actor?: string };
  /** The present state of the change request; null if there is none any more. */
  status: string | null;
  authorId: string | null;
}

/** The events after one number up to another, in order. */
export async function listEvents(
  db: Kysely<DB>,
  { organizationId, spaceId }: SpaceKey,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select e.number::float8 as number, e.at, e.change_request_id as "changeRequestId", e.user_id as "userId", e.body,
      c.status, c.author_id as "authorId"
    from space_event e
    left join change_request c using (organization_id, space_id, change_request_id)
    where e.organization_id = ${organizationId} and e.space_id = ${spaceId}
      and e.number > ${after}::bigint and e.number <= ${upTo}::bigint
    order by e.number limit ${limit}`.execute(db);
  return rows;
}

/** An event that only one user hears, with the space that it is about. */
export type PersonalEvent = LoggedEvent & SpaceKey;

/** The events of one user between two numbers, in order. `number` is counted for the user. */
export async function listPersonalEvents(
  db: Kysely<DB>,
  userId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<PersonalEvent[]> {
  const { rows } = await sql<PersonalEvent>`
    select e.user_number::float8 as number, e.at, e.organization_id as "organizationId", e.space_id as "spaceId",
      e.change_request_id as "changeRequestId", e.user_id as "userId", e.body, c.status, c.author_id as "authorId"
    from space_event e
    left join change_request c using (organization_id, space_id, change_request_id)
    where e.user_id = ${userId} and e.user_number > ${after}::bigint and e.user_number <= ${upTo}::bigint
    order by e.user_number limit ${limit}`.execute(db);
  return rows;
}
