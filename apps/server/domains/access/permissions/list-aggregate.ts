import { isId } from '@lectern/std/ids';
import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { listAbove } from '../../content/collections/order.queries.ts';
import { findMemberState } from '../../identity/members/members.queries.ts';
import { findPeople, type Wanted } from './aggregate.repository.ts';
import { type Decided, findDecidingSource } from './deciding-source.ts';
import type { GrantTarget, TargetKey } from './grant-target.ts';
import { findTargetRow } from './permissions.queries.ts';
import { findGiven, findPersonRows, type PersonRow } from './permissions.repository.ts';
import { targetNotFound } from './permissions.service.ts';

/** A member with the effective role on a place. */
export interface PersonWithRole {
  person: PersonRow;
  decided: Decided;
}

/**
 * Lists the members with a role on the place, or with exactly this one, ordered by id; a user who has not accepted the
 * invitation has no role.
 */
export async function listAggregate(
  db: Context['db'],
  caller: Caller,
  key: TargetKey,
  list: Omit<Wanted, 'place'>,
): Promise<PageOfRows<PersonWithRole, string>> {
  const target = await getTarget(db, key);
  const { userIds, count } = await findPeople(db, { place: target, ...list });
  const page = cutPage(userIds, list.limit, count, (userId) => userId);
  return { ...page, rows: await findRoles(db, caller, target, page.rows) };
}

/** The same list with one person alone, or nobody. */
export async function findInAggregate(
  db: Context['db'],
  caller: Caller,
  key: TargetKey,
  { user, role }: { user: string; role: Role | undefined },
): Promise<PageOfRows<PersonWithRole, string>> {
  const target = await getTarget(db, key);
  const { organizationId } = key;
  const member = isId(user) ? await findMemberState(db, { organizationId, userId: user }) : undefined;
  const found = member && !member.disabled ? await findRoles(db, caller, target, [user]) : [];
  const rows = found.filter(({ decided }) => role === undefined || decided.role === role);
  return { rows, count: rows.length, next: undefined };
}

/** Skips people without a role. */
async function findRoles(
  db: Context['db'],
  caller: Caller,
  target: GrantTarget,
  userIds: readonly string[],
): Promise<PersonWithRole[]> {
  const people = await findPersonRows(db, caller, userIds);
  const given = await findGiven(db, target, userIds);
  return userIds.flatMap((userId) => {
    const person = people.get(userId);
    const decided = person && findDecidingSource(person.role, target, given.get(userId) ?? []);
    return person && decided ? [{ person, decided }] : [];
  });
}

export async function getTarget(db: Context['db'], key: TargetKey): Promise<GrantTarget> {
  const row = await findTargetRow(db, key);
  if (!row) throw targetNotFound(key);
  const { organizationId } = key;
  const above = await listAbove(db, { organizationId, parentId: row.parentId });
  return { ...key, defaultLevel: row.defaultLevel, above };
}
