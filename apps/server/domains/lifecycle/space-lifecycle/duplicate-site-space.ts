import { newId } from '@lectern/std/ids';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import { findRole, findStanding, type Standing } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { SpaceRow } from '../../content/spaces/spaces.queries.ts';
import type { SiteSpaceEntry } from '../../publishing/sites/site-structure.ts';
import { toSpaceOnSite } from '../../publishing/sites/structure/add-space.ts';
import { changeStructureWith } from '../../publishing/sites/structure/change-structure.ts';
import { addSiteSpace, type NewSiteSpace } from '../../publishing/sites/structure/edits/add-items.ts';
import { findSiteSpace } from '../../publishing/sites/structure/edits/find-items.ts';
import { moveSiteSpace } from '../../publishing/sites/structure/edits/move-items.ts';
import type { Changed } from '../../publishing/sites/structure/sections.service.ts';
import { loadStructure, type SiteKey } from '../../publishing/sites/structure.queries.ts';
import { insertDuplicate, titleOfCopy } from './duplicate-space.ts';

/**
 * Duplicates the space of a site space, and puts the copy on the site right after it. The copy gets the same condition,
 * so that nobody sees more than before, but its own path and customization.
 */
export async function duplicateSiteSpace(
  context: Context,
  actor: Actor,
  key: SiteKey & { siteSpaceId: string },
  { isDraft }: { isDraft: boolean },
): Promise<Changed> {
  const { db, clock, pointers } = context;
  const { organizationId, siteSpaceId } = key;
  const { spaceId } = findSiteSpace(await loadStructure(db, key), siteSpaceId);
  const standing = await getDuplicator(pointers, actor, { organizationId, spaceId });
  const id = newId();
  const structure = await changeStructureWith(context, key, async ({ trx }) => {
    const copy = await insertDuplicate(trx, { organizationId, spaceId, actor, standing, createdAt: clock() });
    return (before) => {
      const source = findSiteSpace(before, siteSpaceId);
      const added = addSiteSpace(before, toCopy(source, copy, { siteSpaceId: id, isDraft }), {
        sectionId: source.sectionId ?? undefined,
        newSectionId: newId(),
      });
      return moveSiteSpace(added, id, { after: { type: 'site-space', id: siteSpaceId } });
    };
  });
  return { structure, id };
}

/** Duplicating a space requires the role `admin` on it, regardless of the role on the site. */
async function getDuplicator(
  pointers: Context['pointers'],
  actor: Actor,
  { organizationId, spaceId }: SpaceKey,
): Promise<Standing> {
  const space = await pointers.spaces.find(spaceId);
  const standing = await findStanding(pointers, actor, organizationId);
  if (!space || !standing) throw spaceNotFound();
  const role = await findRole(pointers, standing, space);
  if (role === null) throw spaceNotFound();
  if (!isAtLeast(role, 'admin')) throw insufficientRole('admin', 'on the space');
  return standing;
}

const toCopy = (
  { title, localizedTitles, condition, isHidden, pageId }: SiteSpaceEntry,
  copy: SpaceRow,
  { siteSpaceId, isDraft }: { siteSpaceId: string; isDraft: boolean },
): NewSiteSpace => ({
  kind: 'site-space',
  siteSpaceId,
  spaceId: copy.space_id,
  title: title === null ? null : titleOfCopy(title),
  localizedTitles,
  condition,
  isDraft,
  isHidden,
  pageId,
  hasCustomization: false,
  space: toSpaceOnSite(copy),
});
