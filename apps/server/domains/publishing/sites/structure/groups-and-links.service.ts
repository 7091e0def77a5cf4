import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Context } from '../../../../platform/context.ts';
import type { ExternalLinkEntry, SectionGroupEntry } from '../site-structure.ts';
import type { SiteKey } from '../structure.queries.ts';
import { changeStructure } from './change-structure.ts';
import { assertCondition } from './conditions.ts';
import { addItem } from './edits/add-items.ts';
import { changeItem } from './edits/change-items.ts';
import { moveToGroup } from './edits/move-items.ts';
import { givenFields, textsOf } from './given-fields.ts';
import type { Changed } from './sections.service.ts';
import type {
  AddExternalLinkBody,
  AddSectionGroupBody,
  UpdateExternalLinkBody,
  UpdateSectionGroupBody,
} from './structure.schemas.ts';

type Parts = Pick<Context, 'transact' | 'clock'>;

export async function createSectionGroup(
  context: Parts,
  key: SiteKey,
  body: Static<typeof AddSectionGroupBody>,
): Promise<Changed> {
  const siteSectionGroupId = newId();
  const group: SectionGroupEntry = {
    kind: 'site-section-group',
    siteSectionGroupId,
    groupId: body.parent ?? null,
    title: body.title,
    localizedTitles: textsOf(body.localizedTitle) ?? null,
    icon: body.icon ?? null,
    isDraft: body.draft ?? false,
    children: [],
  };
  const structure = await changeStructure(context, key, (before) => {
    const added = addItem(before, group, newId());
    return (body.sections ?? []).reduce(
      (after, sectionId) => moveToGroup(after, 'site-section', sectionId, siteSectionGroupId),
      added,
    );
  });
  return { structure, id: siteSectionGroupId };
}

export async function updateSectionGroup(
  context: Parts,
  key: SiteKey,
  siteSectionGroupId: string,
  body: Static<typeof UpdateSectionGroupBody>,
): Promise<Changed> {
  const changes = givenFields<Pick<SectionGroupEntry, 'title' | 'localizedTitles' | 'icon' | 'isDraft'>>({
    title: body.title,
    localizedTitles: textsOf(body.localizedTitle),
    icon: body.icon,
    isDraft: body.draft,
  });
  const structure = await changeStructure(context, key, (before) => {
    const after = changeItem(before, 'site-section-group', siteSectionGroupId, changes);
    if (body.parentSectionGroupId === undefined) return after;
    return moveToGroup(after, 'site-section-group', siteSectionGroupId, body.parentSectionGroupId);
  });
  return { structure, id: siteSectionGroupId };
}

export async function createExternalLink(
  context: Parts,
  key: SiteKey,
  body: Static<typeof AddExternalLinkBody>,
): Promise<Changed> {
  assertCondition(body.condition);
  const link: ExternalLinkEntry = {
    kind: 'site-external-link',
    siteExternalLinkId: newId(),
    groupId: body.parent ?? null,
    title: body.title,
    localizedTitles: textsOf(body.localizedTitle) ?? null,
    description: body.description ?? null,
    localizedDescriptions: textsOf(body.localizedDescription) ?? null,
    icon: body.icon ?? null,
    url: body.url,
    condition: body.condition ?? null,
    isDraft: body.draft ?? false,
  };
  const structure = await changeStructure(context, key, (before) => addItem(before, link, newId()));
  return { structure, id: link.siteExternalLinkId };
}

export async function updateExternalLink(
  context: Parts,
  key: SiteKey,
  siteExternalLinkId: string,
  body: Static<typeof UpdateExternalLinkBody>,
): Promise<Changed> {
  assertCondition(body.condition);
  const changes = givenFields<Omit<ExternalLinkEntry, 'kind' | 'siteExternalLinkId' | 'groupId'>>({
    title: body.title,
    localizedTitles: textsOf(body.localizedTitle),
    description: body.description,
    localizedDescriptions: textsOf(body.localizedDescription),
    icon: body.icon,
    url: body.url,
    condition: body.condition,
    isDraft: body.draft,
  });
  const structure = await changeStructure(context, key, (before) => {
    const after = changeItem(before, 'site-external-link', siteExternalLinkId, changes);
    if (body.parent === undefined) return after;
    return moveToGroup(after, 'site-external-link', siteExternalLinkId, body.parent);
  });
  return { structure, id: siteExternalLinkId };
}
