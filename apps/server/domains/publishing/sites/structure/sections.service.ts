import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { SiteStructure } from '../site-structure.ts';
import type { SiteKey } from '../structure.queries.ts';
import { assertMayAdd, prepareSiteSpace, type StructureServices } from './add-space.ts';
import { changeStructure, changeStructureWith } from './change-structure.ts';
import { assertCondition } from './conditions.ts';
import { addSection, sectionTitleOf, toSection } from './edits/add-items.ts';
import { changeSection, type SectionChanges, setDefaultSiteSpace } from './edits/change-items.ts';
import { moveToGroup } from './edits/move-items.ts';
import { givenFields, textsOf } from './given-fields.ts';
import type { AddSectionBody, UpdateSectionBody } from './structure.schemas.ts';

/** The result of a change of a structure. */
export interface Changed {
  structure: SiteStructure;
  /** The id of the added or changed part. */
  id: string;
}

export async function createSection(
  services: StructureServices,
  actor: Actor,
  key: SiteKey,
  body: Static<typeof AddSectionBody>,
): Promise<Changed> {
  const { context } = services;
  await assertMayAdd(services, actor, key, body);
  const siteSectionId = newId();
  const structure = await changeStructureWith(context, key, async ({ trx }) => {
    const entry = await prepareSiteSpace(trx, key, {
      ...body,
      actor,
      spaceTitle: body.title ?? undefined,
      title: null,
      isDraft: false,
      createdAt: context.clock(),
    });
    return (before) => {
      const section = toSection(before, entry, {
        siteSectionId,
        title: body.title ?? sectionTitleOf(entry.space.title),
        icon: body.icon ?? null,
        isDraft: body.draft ?? false,
        groupId: body.siteSectionGroupId ?? null,
      });
      return addSection(before, section, newId());
    };
  });
  return { structure, id: siteSectionId };
}

export async function updateSection(
  { context }: StructureServices,
  key: SiteKey,
  siteSectionId: string,
  body: Static<typeof UpdateSectionBody>,
): Promise<Changed> {
  assertCondition(body.condition);
  const changes = givenFields<SectionChanges>({
    title: body.title,
    localizedTitles: textsOf(body.localizedTitle),
    description: body.description,
    localizedDescriptions: textsOf(body.localizedDescription),
    path: body.path,
    condition: body.condition,
    icon: body.icon,
    isDraft: body.draft,
  });
  const structure = await changeStructure(context, key, (before) => {
    let after = changeSection(before, siteSectionId, changes);
    if (body.siteSectionGroupId !== undefined)
      after = moveToGroup(after, 'site-section', siteSectionId, body.siteSectionGroupId);
    if (body.defaultSiteSpace === undefined) return after;
    return setDefaultSiteSpace(after, body.defaultSiteSpace, siteSectionId);
  });
  return { structure, id: siteSectionId };
}
