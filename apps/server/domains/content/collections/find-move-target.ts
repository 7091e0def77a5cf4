import { isId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import {
  collectionNotFound,
  insufficientRole,
  spaceNotFound,
} from '../../../platform/access/access-errors.ts';
import { isAtLeast, type RoleOrGuest } from '../../../platform/access/roles.ts';
import { effectiveRole, type Standing } from '../../../platform/access/space-role.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { type ApiError, defineError } from '../../../platform/http/errors.ts';
import type { Move } from './move.schemas.ts';
import {
  type CollectionAbove,
  findPositionBeside,
  findSibling,
  listAbove,
  type Parent,
  type Sibling,
} from './order.queries.ts';
import { listBetween } from './order.repository.ts';

export const invalidPosition = defineError(
  { status: 409, reason: 'invalid-position' },
  (message: string) => message,
);
const besideItself = (): ApiError =>
  invalidPosition('A space or collection cannot be placed before or after itself.');
const siblingElsewhere = (side: string): ApiError =>
  invalidPosition(`position.${side} is not in the target collection.`);
const notBetween = (): ApiError =>
  invalidPosition('position.after and position.before are not next to each other.');
const NOT_FOUND = { space: spaceNotFound, collection: collectionNotFound } as const;

/** The collection, or the top level, that an item moves into, with the collections above it. */
export interface Target extends Parent {
  /** From the collection itself up to the top level. */
  above: CollectionAbove[];
}

/** A place among the siblings there; undefined: at the end. */
export interface MoveTarget extends Target {
  position: string | undefined;
}

/**
 * Returns the target of a move for a caller who may add items there. Call it under `lockOrder`. Throws a 404 for what
 * does not exist or is not visible, a 403 without `create` there, a 409 for siblings elsewhere.
 */
export async function findMoveTarget(
  trx: Transaction<DB>,
  standing: Standing,
  moved: Pick<Sibling, 'id' | 'parentId'> & { organizationId: string },
  { parent, position }: Move,
): Promise<MoveTarget> {
  const { before, after } = position ?? {};
  const { organizationId } = moved;
  const parentId = parent === undefined ? moved.parentId : parent;
  const target = await getTarget(trx, standing, { organizationId, parentId }, 'create');

  const siblings = {
    after: after && (await getSibling(trx, standing, target, 'after', after)),
    before: before && (await getSibling(trx, standing, target, 'before', before)),
  };
  if (siblings.after?.id === moved.id || siblings.before?.id === moved.id) throw besideItself();
  if (siblings.after && siblings.before) {
    const { after, before } = siblings;
    const between = await listBetween(trx, target, { after, before });
    // Items that the caller cannot see do not block the move.
    const isFree = between?.every(
      (other) => other.id === moved.id || roleOf(standing, other, target.above) === null,
    );
    if (!isFree) throw notBetween();
  }
  const beside = siblings.after ?? siblings.before;
  if (!beside) return { ...target, position: undefined };
  const side = siblings.after ? 'after' : 'before';
  const place = { movedId: moved.id, siblingId: beside.id, side } as const;
  return { ...target, position: await findPositionBeside(trx, target, place) };
}

/**
 * Returns the target of a move by a caller with at least this role there. At the top level the role in the organization
 * counts.
 */
export async function getTarget(
  trx: Transaction<DB>,
  standing: Standing,
  { organizationId, parentId }: Parent,
  needed: 'create' | 'admin',
): Promise<Target> {
  const above = await getAbove(trx, { organizationId, parentId });
  const [own, ...higher] = above;
  const role = own
    ? effectiveRole(standing, { id: own.collectionId, defaultLevel: own.defaultLevel, above: higher })
    : standing.role;
  if (own && role === null) throw collectionNotFound();
  if (!isAtLeast(role, needed)) {
    const where = own ? 'on the target collection' : 'in the organization';
    throw insufficientRole(needed, where);
  }
  return { organizationId, parentId, above };
}

/** The collections from the parent to the top; 404 when it is not a collection of the organization. */
export async function getAbove(trx: Transaction<DB>, parent: Parent): Promise<CollectionAbove[]> {
  if (parent.parentId === null) return [];
  const above = isId(parent.parentId) ? await listAbove(trx, parent) : [];
  if (above.length === 0) throw collectionNotFound();
  return above;
}

type Named = NonNullable<NonNullable<Move['position']>['before']>;

async function getSibling(
  trx: Transaction<DB>,
  standing: Standing,
  { organizationId, parentId, above }: Target,
  side: 'before' | 'after',
  named: Named,
): Promise<Sibling> {
  const { type: kind } = named;
  const id = named.type === 'space' ? named.space : named.collection;
  const sibling = isId(id) ? await findSibling(trx, organizationId, { kind, id }) : undefined;
  if (!sibling) throw NOT_FOUND[kind]();
  const isHere = sibling.parentId === parentId;
  const itsAbove = isHere ? above : await listAbove(trx, { organizationId, parentId: sibling.parentId });
  if (roleOf(standing, sibling, itsAbove) === null) throw NOT_FOUND[kind]();
  if (!isHere) throw siblingElsewhere(side);
  return sibling;
}

const roleOf = (standing: Standing, { id, defaultLevel }: Sibling, above: CollectionAbove[]): RoleOrGuest =>
  effectiveRole(standing, { id, defaultLevel, above });
