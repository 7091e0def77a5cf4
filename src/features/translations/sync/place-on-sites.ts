import type { Context } from '../../../context.ts';
import { newId } from '../../../http/ids.ts';
import { listSections, listSiteSpaces, type SiteStructure } from '../../sites/site-structure.ts';
import { holdSpace, toSpaceOnSite } from '../../sites/structure/add-space.ts';
import { changeStructureWith } from '../../sites/structure/change-structure.ts';
import { addSiteSpace, changeSiteSpace, type NewSiteSpace } from '../../sites/structure/edit-structure.ts';
import { structureTooLarge } from '../../sites/structure/structure-errors.ts';
import { findTargetRow, listSitesOf, notePlaced, type TargetKey } from './targets.repository.ts';

/**
 * Adds a translated space, once, as a variant in the section of its source on every site that has the source: under the
 * condition of the source, and as a draft, because those who manage the site decide when readers see it.
 */
export async function placeOnSites(
  context: Pick<Context, 'db' | 'transact' | 'clock'>,
  key: TargetKey,
  { sourceId, spaceId }: { sourceId: string; spaceId: string },
): Promise<void> {
  const { organizationId, language } = key;
  const row = await findTargetRow(context.db, key);
  if (!row || row.is_placed) return;
  for (const siteId of await listSitesOf(context.db, { organizationId, spaceId: sourceId }))
    try {
      await changeStructureWith(context, { organizationId, siteId }, async ({ trx }) => {
        const space = toSpaceOnSite(await holdSpace(trx, organizationId, spaceId));
        const entry: NewSiteSpace = {
          kind: 'site-space',
          siteSpaceId: newId(),
          spaceId,
          title: nameOf(language),
          localizedTitles: null,
          condition: null,
          isDraft: true,
          isHidden: false,
          pageId: null,
          hasCustomization: false,
          space,
        };
        return (structure) => placeBeside(structure, { entry, sourceId, path: language });
      });
    } catch (error) {
      // Whoever manages the site can add the space when there is room.
      if (!structureTooLarge.matches(error)) throw error;
    }
  await notePlaced(context.db, key);
}

/** The structure as it is if the source is no longer in it, or the translation already is. */
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
