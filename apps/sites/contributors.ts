import type { ContentStore } from '../server/content/revisions/content-store.ts';
import { createPageContributors } from '../server/domains/content/history/page-contributors.ts';
import { findChosenNames } from '../server/domains/identity/users/users.queries.ts';
import type { Context } from '../server/platform/context.ts';
import type { Reading } from './site-readings.ts';
import type { VisiblePage } from './visible-page.ts';

/**
 * The names of the members who changed a page, the latest first. Asked for anew each time: people rename themselves and
 * leave, and no revision tells.
 */
export function createFindContributors(
  { db }: Pick<Context, 'db'>,
  store: Pick<ContentStore, 'openAll'>,
): (reading: Pick<Reading, 'open'>, page: VisiblePage) => Promise<readonly string[]> {
  const readContributors = createPageContributors(db, store);
  return async ({ open }, { entry }) => {
    const userIds = (await readContributors(open)).get(entry.id) ?? [];
    const names = await findChosenNames(db, open.space.organizationId, userIds);
    return userIds.flatMap((userId) => names.get(userId) ?? []);
  };
}
