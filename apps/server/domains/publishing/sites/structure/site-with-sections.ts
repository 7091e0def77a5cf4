import { newId } from '@lectern/std/ids';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import { insertSiteWithSpaces } from '../create-site.ts';
import { lockSite } from '../lock-site.queries.ts';
import { prepareSiteSpace } from './add-space.ts';
import { editLocked } from './change-structure.ts';
import { addSection, sectionTitleOf, toSection } from './edits/add-items.ts';
import { makePath } from './paths.ts';

/**
 * Creates a site in which each space is a section of its own; a single space is at its root. It is not published.
 * The caller has asked for the roles. Returns its id.
 */
export async function insertSiteWithSections(
  unit: UnitOfWork,
  site: {
    organizationId: string;
    title: string;
    spaces: readonly [{ spaceId: string; title: string }, ...{ spaceId: string; title: string }[]];
    actor: Actor;
    createdAt: Date;
  },
): Promise<string> {
  const { organizationId, title, actor, createdAt } = site;
  const [first, ...others] = site.spaces;
  const path = makePath(first.title, 'variant', () => false);
  const { siteId } = await insertSiteWithSpaces(unit, {
    organizationId,
    title,
    visibility: 'public',
    spaces: [{ spaceId: first.spaceId, path }],
    createdAt,
  });
  if (others.length === 0) return siteId;
  const key = { organizationId, siteId };
  await lockSite(unit.trx, key);
  for (const { spaceId } of others) {
    const entry = await prepareSiteSpace(unit.trx, key, {
      spaceId,
      actor,
      spaceTitle: undefined,
      title: null,
      isDraft: false,
      createdAt,
    });
    await editLocked(
      unit,
      key,
      (before) => {
        const section = { siteSectionId: newId(), title: sectionTitleOf(entry.space.title) };
        return addSection(before, toSection(before, entry, section), newId());
      },
      createdAt,
    );
  }
  return siteId;
}
