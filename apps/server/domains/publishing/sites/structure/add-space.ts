import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import { refuseUnsupported } from '../../../../compat/unsupported-fields.ts';
import { pageNotFound } from '../../../../content/revisions/content-errors.ts';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { insufficientRole, spaceNotFound } from '../../../../platform/access/access-errors.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import { findStanding } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { invalidField } from '../../../../platform/http/errors.ts';
import type { SpaceRow } from '../../../content/spaces/spaces.queries.ts';
import {
  createSpaceIn,
  getSpaceRow,
  holdSpacePlace,
  userIdOf,
} from '../../../content/spaces/spaces.service.ts';
import { assertMayPublish } from '../create-site.ts';
import type { SpaceOnSite } from '../site-structure.ts';
import type { SiteKey } from '../structure.queries.ts';
import type { FindConditionWarnings } from './conditions.ts';
import type { NewSiteSpace } from './edits/add-items.ts';

export interface StructureServices {
  context: Context;
  store: ContentStore;
  findConditionWarnings: FindConditionWarnings;
}

/** A space to put on a site, as a body names it. `spaceId` null: a new one. */
interface Asked {
  spaceId: string | null;
  template?: unknown;
  pageId?: string | null | undefined;
}

/** Asks for the roles that putting the space on a site requires, before anything is changed. */
export async function assertMayAdd(
  { context, store }: StructureServices,
  actor: Actor,
  { organizationId }: SiteKey,
  added: Asked,
): Promise<void> {
  refuseUnsupported('site-space', added);
  const { spaceId, pageId } = added;
  if (spaceId !== null) {
    await assertMayPublish(context, actor, { organizationId, spaceId });
    if (typeof pageId === 'string') await assertPage({ context, store }, spaceId, pageId);
    return;
  }
  if (typeof pageId === 'string')
    throw invalidField('pageId', 'cannot be set for a new space, which has no pages yet');
  const standing = await findStanding(context.pointers, actor, organizationId);
  if (standing?.role !== 'admin') throw insufficientRole('admin', 'in the organization');
}

/** A page that can be shown first: one of the space, with text. */
export async function assertPage(
  { context: { pointers }, store }: Pick<StructureServices, 'context' | 'store'>,
  spaceId: string,
  pageId: string,
): Promise<void> {
  const space = (await pointers.spaces.find(spaceId)) as SpacePointer | undefined;
  if (!space) throw spaceNotFound();
  const { snapshot } = await store.open(space, space.revisionId);
  if (snapshot.pages.find(pageId)?.entry.type !== 'document') throw pageNotFound();
}

/** The new site space for it; the space is created first if there is none. */
export async function prepareSiteSpace(
  trx: Transaction<DB>,
  { organizationId }: SiteKey,
  asked: Asked & {
    actor: Actor;
    /** The title of the new space. */
    spaceTitle: string | undefined;
    title: string | null;
    isDraft: boolean;
    createdAt: Date;
  },
): Promise<NewSiteSpace> {
  const { spaceId, actor, spaceTitle, title, isDraft, pageId = null, createdAt } = asked;
  const space =
    spaceId === null
      ? await createSpaceIn(trx, {
          organizationId,
          authorId: userIdOf(actor),
          createdAt,
          ...(spaceTitle === undefined ? {} : { title: cutTitle(spaceTitle) }),
        })
      : await holdSpace(trx, organizationId, spaceId);
  return {
    kind: 'site-space',
    siteSpaceId: newId(),
    spaceId: space.space_id,
    title,
    localizedTitles: null,
    condition: null,
    isDraft,
    isHidden: false,
    pageId,
    hasCustomization: false,
    space: toSpaceOnSite(space),
  };
}

/** A title of a space is shorter than one of a section. */
const cutTitle = (title: string): string => [...title].slice(0, 50).join('').trim();

/** Holds the space so that it can be neither deleted nor transferred meanwhile. */
export async function holdSpace(
  trx: Transaction<DB>,
  organizationId: string,
  spaceId: string,
): Promise<SpaceRow> {
  await holdSpacePlace(trx, { organizationId, spaceId });
  return getSpaceRow(trx, { organizationId, spaceId });
}

export const toSpaceOnSite = ({ title, language, deleted_at }: SpaceRow): SpaceOnSite => ({
  title,
  language,
  isDeleted: deleted_at !== null,
});
