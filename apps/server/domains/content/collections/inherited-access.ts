/** The access that a space or collection inherits from its parents, and the audit of its changes. */
import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DefaultLevel } from '../../../platform/access/pointers.ts';
import { effectiveLevel } from '../../../platform/access/space-role.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { type NewEvent, recordEvent } from '../../core/audit/record-event.ts';
import type { NamedPlace } from './default-level.queries.ts';
import type { CollectionAbove } from './order.queries.ts';

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
  unit: UnitOfWork,
  { place, cause, before, after, at }: Change<Standing>,
): Promise<void> {
  const collectionIds = [...before.above, ...after.above].map(({ collectionId }) => collectionId);
  const { organizationId } = place;
  const granting = await unit.followers.placeMoves(unit, { organizationId, collectionIds });
  const describe = (standing: Standing) => ({
    parent: standing.parentId,
    level: effectiveLevel(standing),
    grantsOf: standing.above.flatMap(({ collectionId }) =>
      granting.includes(collectionId) ? [collectionId] : [],
    ),
  });
  const payload = { before: describe(before), after: describe(after) };
  const sameGrants =
    payload.before.grantsOf.length === payload.after.grantsOf.length &&
    payload.before.grantsOf.every((id) => payload.after.grantsOf.includes(id));
  if (sameGrants && payload.before.level === payload.after.level) return;
  await record(unit.trx, { place, cause, payload, at });
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
