/** The access that a space or collection inherits from its parents, and the audit of its changes. */
import { sql, type Transaction } from 'kysely';
import type { Cause } from '../../access/cause.ts';
import type { DefaultLevel } from '../../access/pointers.ts';
import { effectiveLevel } from '../../access/space-role.ts';
import type { DB } from '../../db/schema.ts';
import { type NewEvent, recordEvent } from '../audit/record-event.ts';
import type { CollectionAbove } from './order.queries.ts';

/** A space or a collection, as an event names it. */
export interface NamedPlace {
  kind: 'space' | 'collection';
  organizationId: string;
  id: string;
  title: string;
}

/** The position of a space or collection in the tree. */
export interface Standing {
  parentId: string | null;
  defaultLevel: DefaultLevel;
  above: readonly CollectionAbove[];
}

interface Change<State> {
  place: NamedPlace;
  cause: Cause;
  before: State;
  after: State;
  at: Date;
}

/** Returns the default level of a place, locked until the transaction ends. Undefined if the place does not exist. */
export async function lockDefaultLevel(
  trx: Transaction<DB>,
  { kind, organizationId, id }: Omit<NamedPlace, 'title'>,
): Promise<DefaultLevel | undefined> {
  const { rows } = await sql<{ level: DefaultLevel }>`
    select default_level as level from ${sql.table(kind)}
    where organization_id = ${organizationId} and ${sql.ref(`${kind}_id`)} = ${id}
    for no key update`.execute(trx);
  return rows[0]?.level;
}

/** Records a changed level; nothing if it is the same. */
export async function recordLevelChange(
  trx: Transaction<DB>,
  { place, cause, before, after, at }: Change<DefaultLevel>,
): Promise<void> {
  if (before === after) return;
  const payload = { before: { defaultLevel: before }, after: { defaultLevel: after } };
  await record(trx, { place, cause, payload, at });
}

/** Records a move; nothing if the same level applies and neither the old nor the new parents grant a role. */
export async function recordMove(
  trx: Transaction<DB>,
  { place, cause, before, after, at }: Change<Standing>,
): Promise<void> {
  const granting = await listGranting(trx, place.organizationId, [...before.above, ...after.above]);
  const describe = (standing: Standing) => ({
    parent: standing.parentId,
    level: effectiveLevel(standing),
    grantsOf: standing.above.flatMap(({ collectionId }) =>
      granting.has(collectionId) ? [collectionId] : [],
    ),
  });
  const payload = { before: describe(before), after: describe(after) };
  const sameGrants =
    payload.before.grantsOf.length === payload.after.grantsOf.length &&
    payload.before.grantsOf.every((id) => payload.after.grantsOf.includes(id));
  if (sameGrants && payload.before.level === payload.after.level) return;
  await record(trx, { place, cause, payload, at });
}

/** Returns those of the collections on which a user or a team has a grant. */
async function listGranting(
  trx: Transaction<DB>,
  organizationId: string,
  collections: readonly CollectionAbove[],
): Promise<Set<string>> {
  const ids = collections.map(({ collectionId }) => collectionId);
  const { rows } = await sql<{ collection_id: string }>`
    select asked.collection_id from unnest(${ids}::uuid[]) as asked(collection_id)
    where exists (select 1 from collection_user_grant g
        where g.organization_id = ${organizationId} and g.collection_id = asked.collection_id)
      or exists (select 1 from collection_team_grant g
        where g.organization_id = ${organizationId} and g.collection_id = asked.collection_id)`.execute(trx);
  return new Set(rows.map(({ collection_id }) => collection_id));
}

async function record(
  trx: Transaction<DB>,
  { place, cause, payload, at }: Pick<NewEvent, 'cause' | 'payload' | 'at'> & { place: NamedPlace },
): Promise<void> {
  const { kind, organizationId, id, title } = place;
  const target = { type: kind, id, label: title };
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'permission.default-changed',
    target,
    payload,
    at,
  });
}
