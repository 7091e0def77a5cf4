import type { Caller } from '../../../platform/access/role-sql.ts';
import type { Role } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { cutPage, type PageOfRows } from '../../../platform/http/lists.ts';
import { findDecidingSource } from './deciding-source.ts';
import { getTarget, type PersonWithRole } from './list-aggregate.ts';
import { findGiven, findPersonRows } from './permissions.repository.ts';
import { findSiteReaders, type SiteAccessList, type SiteAccessPosition } from './site-access.repository.ts';

/** A member with the effective role on a site. */
export interface PersonOnSite extends PersonWithRole {
  lastSeenAt: Date | null;
}

/** Lists the members with a role on the site, sorted and filtered as the list of members is. */
export async function listSiteAccess(
  db: Context['db'],
  caller: Caller,
  siteId: string,
  list: Omit<SiteAccessList, 'findsAddresses'> & { role: Role | undefined },
): Promise<PageOfRows<PersonOnSite, SiteAccessPosition>> {
  const { organizationId } = caller;
  const target = await getTarget(db, { kind: 'site', organizationId, id: siteId });
  // Guests do not see the addresses of others, and must not be able to guess them.
  const found = await findSiteReaders(db, target, { ...list, findsAddresses: caller.role !== null });
  const page = cutPage(
    found.rows,
    list.limit,
    found.count,
    ({ key, userId }): SiteAccessPosition => [key instanceof Date ? key.toISOString() : key, userId],
  );
  const userIds = page.rows.map(({ userId }) => userId);
  const people = await findPersonRows(db, caller, userIds);
  const given = await findGiven(db, target, userIds);
  return {
    ...page,
    rows: page.rows.flatMap(({ userId, lastSeenAt }) => {
      const person = people.get(userId);
      const decided = person && findDecidingSource(person.role, target, given.get(userId) ?? []);
      // Skips people whose role changed a moment ago.
      return person && decided ? [{ person, decided, lastSeenAt }] : [];
    }),
  };
}
