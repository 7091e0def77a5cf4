import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Context } from '../../../platform/context.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { listAbove } from '../../content/collections/order.queries.ts';
import { findPeople, type Wanted } from './aggregate.repository.ts';
import { type Decided, findDecidingSource } from './deciding-source.ts';
import { findPlaceRow } from './permissions.queries.ts';
import { findGiven, findPersonRows, type PersonRow } from './permissions.repository.ts';
import { placeNotFound } from './permissions.service.ts';
import type { Place, PlaceKey } from './place.ts';

/** A member with the effective role on a place. */
export interface PersonOnPlace {
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
  key: PlaceKey,
  list: Omit<Wanted, 'place'>,
): Promise<PageOfRows<PersonOnPlace, string>> {
  const place = await getPlace(db, key);
  const { userIds, count } = await findPeople(db, { place, ...list });
  const page = cutPage(userIds, list.limit, count, (userId) => userId);
  const people = await findPersonRows(db, caller, page.rows);
  const given = await findGiven(db, place, page.rows);
  return {
    ...page,
    rows: page.rows.flatMap((userId) => {
      const person = people.get(userId);
      const decided = person && findDecidingSource(person.role, place, given.get(userId) ?? []);
      // Skips people whose role changed a moment ago.
      return person && decided ? [{ person, decided }] : [];
    }),
  };
}

export async function getPlace(db: Context['db'], key: PlaceKey): Promise<Place> {
  const row = await findPlaceRow(db, key);
  if (!row) throw placeNotFound(key);
  const { organizationId } = key;
  const above = await listAbove(db, { organizationId, parentId: row.parentId });
  return { ...key, defaultLevel: row.defaultLevel, above };
}
