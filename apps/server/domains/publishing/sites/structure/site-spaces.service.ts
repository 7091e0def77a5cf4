import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { SiteKey } from '../structure.queries.ts';
import { loadStructure } from '../structure.queries.ts';
import {
  assertMayAdd,
  assertPage,
  holdSpace,
  prepareSiteSpace,
  type StructureServices,
  toSpaceOnSite,
} from './add-space.ts';
import { changeStructure, changeStructureWith } from './change-structure.ts';
import { assertCondition } from './conditions.ts';
import { addSiteSpace } from './edits/add-items.ts';
import { changeSiteSpace, type SiteSpaceChanges } from './edits/change-items.ts';
import { findSiteSpace } from './edits/find-items.ts';
import { givenFields, textsOf } from './given-fields.ts';
import type { Changed } from './sections.service.ts';
import type { AddSiteSpaceBody, UpdateSiteSpaceBody } from './structure.schemas.ts';

export async function createSiteSpace(
  services: StructureServices,
  actor: Actor,
  key: SiteKey,
  body: Static<typeof AddSiteSpaceBody>,
): Promise<Changed> {
  const { context } = services;
  await assertMayAdd(services, actor, key, body);
  let id = '';
  const structure = await changeStructureWith(context, key, async ({ trx }) => {
    const entry = await prepareSiteSpace(trx, key, {
      ...body,
      actor,
      spaceTitle: body.title,
      title: body.spaceId === null ? null : (body.title ?? null),
      isDraft: body.draft ?? false,
      createdAt: context.clock(),
    });
    id = entry.siteSpaceId;
    return (before) => addSiteSpace(before, entry, { sectionId: body.sectionId, newSectionId: newId() });
  });
  return { structure, id };
}

export async function updateSiteSpace(
  services: StructureServices,
  actor: Actor,
  key: SiteKey,
  siteSpaceId: string,
  body: Static<typeof UpdateSiteSpaceBody>,
): Promise<Changed> {
  const { context } = services;
  assertCondition(body.condition);
  const present = findSiteSpace(await loadStructure(context.db, key), siteSpaceId);
  const { spaceId = present.spaceId, pageId } = body;
  const isSwapped = spaceId !== present.spaceId;
  if (isSwapped) await assertMayAdd(services, actor, key, { spaceId, pageId });
  else if (typeof pageId === 'string') await assertPage(services, spaceId, pageId);
  const changes = givenFields<SiteSpaceChanges>({
    path: body.path,
    title: body.title,
    localizedTitles: textsOf(body.localizedTitle),
    condition: body.condition,
    isDraft: body.draft,
    isHidden: body.hidden,
    // The page is one of the space that was shown until now.
    pageId: isSwapped ? (pageId ?? null) : pageId,
  });
  if (!isSwapped) {
    const structure = await changeStructure(context, key, (before) =>
      changeSiteSpace(before, siteSpaceId, changes),
    );
    return { structure, id: siteSpaceId };
  }
  const structure = await changeStructureWith(context, key, async ({ trx }) => {
    const space = toSpaceOnSite(await holdSpace(trx, key.organizationId, spaceId));
    return (before) => changeSiteSpace(before, siteSpaceId, { ...changes, spaceId, space });
  });
  return { structure, id: siteSpaceId };
}
