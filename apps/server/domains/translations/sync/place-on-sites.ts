import { newId } from '@lectern/std/ids';
import { siteNotFound } from '../../../platform/access/access-errors.ts';
import type { Context } from '../../../platform/context.ts';
import { listSections, listSiteSpaces, type SiteStructure } from '../../publishing/sites/site-structure.ts';
import { holdSpace, toSpaceOnSite } from '../../publishing/sites/structure/add-space.ts';
import { changeStructureWith } from '../../publishing/sites/structure/change-structure.ts';
import { addSiteSpace, type NewSiteSpace } from '../../publishing/sites/structure/edits/add-items.ts';
import { changeSiteSpace } from '../../publishing/sites/structure/edits/change-items.ts';
import { structureTooLarge } from '../../publishing/sites/structure/structure-errors.ts';
import { listSitesToPlace, notePlaced, type TargetKey } from './targets.repository.ts';

interface Placed {
  sourceId: string;
  spaceId: string;
}

/**
 * Adds a translated space, once, as a variant in the section of its source on every site that has the source: under the
 * condition of the source, and as a draft, because those who manage the site decide when readers see it.
 */
export async function placeOnSites(
  context: Pick<Context, 'db' | 'transact' | 'clock'>,
  key: TargetKey,
  placed: Placed,
): Promise<void> {
  for (const siteId of await listSitesToPlace(context.db, key, placed.sourceId))
    try {
      await placeOnSite(context, key, { ...placed, siteId });
    } catch (error) {
      // People who manage the site can add the space when there is room.
      if (structureTooLarge.matches(error)) await notePlaced(context.db, key, siteId);
      else if (!siteNotFound.matches(error)) throw error;
    }
}

const placeOnSite = (
  context: Pick<Context, 'transact' | 'clock'>,
  key: TargetKey,
  { siteId, sourceId, spaceId }: Placed & { siteId: string },
): Promise<SiteStructure> =>
  changeStructureWith(context, { organizationId: key.organizationId, siteId }, async ({ trx }) => {
    const space = toSpaceOnSite(await holdSpace(trx, key.organizationId, spaceId));
    if (!(await notePlaced(trx, key, siteId))) return (structure) => structure;
    const entry: NewSiteSpace = {
      kind: 'site-space',
      siteSpaceId: newId(),
      spaceId,
      title: nameOf(key.language),
      localizedTitles: null,
      condition: null,
      isDraft: true,
      isHidden: false,
      pageId: null,
      hasCustomization: false,
      space,
    };
    return (structure) => placeBeside(structure, { entry, sourceId, path: key.language });
  });

/** Places a translation. Returns the same structure if the source is no longer in it, or the translation already is. */
function placeBeside(
  structure: SiteStructure,
  { entry, sourceId, path }: { entry: NewSiteSpace; sourceId: string; path: string },
): SiteStructure {
  const present = listSiteSpaces(structure);
  const source = present.find(({ spaceId, space }) => spaceId === sourceId && !space.isDeleted);
  if (!source || present.some(({ spaceId }) => spaceId === entry.spaceId)) return structure;
  const added = addSiteSpace(
    structure,
    { ...entry, condition: source.condition },
    { sectionId: source.sectionId ?? undefined, newSectionId: newId() },
  );
  const isTaken =
    listSections(structure).some((section) => section.path === path) ||
    present.some((other) => other.sectionId === source.sectionId && other.path === path);
  return isTaken ? added : changeSiteSpace(added, entry.siteSpaceId, { path });
}

/** The name of a language in that language, as readers of it look for it. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
