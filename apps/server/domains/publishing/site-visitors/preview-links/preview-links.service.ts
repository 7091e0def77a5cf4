import { isId, newId } from '@lectern/std/ids';
import { siteNotFound } from '../../../../platform/access/access-errors.ts';
import type { UserActor } from '../../../../platform/access/actor.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import { findCaller } from '../../../../platform/access/find-caller.ts';
import type { SitePointer, SpacePointer } from '../../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../../platform/http/errors.ts';
import { siteUrl } from '../../../../platform/http/site-url.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import {
  changeRequestArchived,
  changeRequestMerged,
} from '../../../review/change-requests/change-request-errors.ts';
import { type ChangeRequestRow, keyOf } from '../../../review/change-requests/change-requests.service.ts';
import {
  deletePreviewLink,
  insertPreviewLink,
  listPreviewLinks,
  type PreviewLinkRow,
} from '../../../review/change-requests/preview-links/preview-links.queries.ts';
import { plainSiteOf } from '../../sites/plain-site.ts';
import { siteSpacePath } from '../../sites/site-address.ts';
import { listSiteRows } from '../../sites/sites.queries.ts';
import type { SiteReaders } from '../site-readers.ts';
import { findSiteSpaceOf } from '../site-view.ts';
import { audienceOf } from '../site-visitor.ts';
import { previewVisitor } from './open-preview-link.ts';
import { digestPreviewSecret, newPreviewSecret } from './preview-secret.ts';

const MAX_LINKS = 20;
const MAX_SITES = 1000;
const HOUR_MS = 60 * 60 * 1000;

export const previewLinkNotFound = defineNotFound('preview-link-not-found', 'preview link');
export const tooManyPreviewLinks = defineError(
  { status: 409, reason: 'too-many-preview-links' },
  `A change request can have ${MAX_LINKS} preview links. Delete one first.`,
);
export const notOnSite = defineError(
  { status: 409, reason: 'space-not-on-site' },
  'Readers without claims do not see the space on this site. Choose another site.',
);

interface Subject {
  space: SpacePointer;
  row: ChangeRequestRow;
  actor: UserActor;
  cause: Cause;
}

/** Creates a link, and the address with its secret. */
export async function createPreviewLink(
  context: Context,
  readers: SiteReaders,
  { space, row, actor, cause }: Subject,
  { expiresIn, siteId }: { expiresIn: number; siteId: string | undefined },
): Promise<{ link: PreviewLinkRow; url: string }> {
  const { clock, config, db, transact } = context;
  if (row.status === 'merged') throw changeRequestMerged();
  if (row.status === 'archived') throw changeRequestArchived();
  const site = await chooseSite(context, { space, actor }, siteId);
  const open = await readers.openSites.open(site);
  const key = keyOf(row);
  const previewLinkId = newId();
  const secret = newPreviewSecret();
  const createdAt = clock();
  const expiresAt = new Date(createdAt.getTime() + expiresIn * HOUR_MS);
  const link: PreviewLinkRow = {
    organization_id: key.organizationId,
    space_id: key.spaceId,
    change_request_id: key.changeRequestId,
    preview_link_id: previewLinkId,
    site_id: site.plainSpaceId === undefined ? site.siteId : null,
    author_id: actor.userId,
    created_at: createdAt,
    expires_at: expiresAt,
    status: row.status,
  };
  const { structure } = open.viewFor(audienceOf(site, previewVisitor(site, link), createdAt));
  const siteSpace = findSiteSpaceOf({ structure, hidden: [] }, space.spaceId);
  if (!siteSpace) throw notOnSite();
  await transact(async (unit) => {
    const chosen = link.site_id;
    const digest = digestPreviewSecret(secret);
    const authorId = actor.userId;
    await insertPreviewLink(unit.trx, {
      ...key,
      previewLinkId,
      siteId: chosen,
      authorId,
      digest,
      createdAt,
      expiresAt,
    });
    if ((await listPreviewLinks(unit.trx, key, createdAt)).length > MAX_LINKS) throw tooManyPreviewLinks();
    await record(unit, 'preview-link.created', { row, previewLinkId, cause, at: createdAt });
  });
  const path = siteSpacePath(open.structure, siteSpace);
  const url = new URL(`${path}~/changes/${key.changeRequestId}/`, siteUrl(config, site));
  url.searchParams.set('jwt_token', secret);
  return {
    link: (await listPreviewLinks(db, key, createdAt)).find(isThat(previewLinkId)) ?? link,
    url: url.href,
  };
}

const isThat =
  (previewLinkId: string) =>
  ({ preview_link_id }: PreviewLinkRow): boolean =>
    preview_link_id === previewLinkId;

/** The site as which the change request is shown: one with its space, which the caller may read, or a plain one. */
async function chooseSite(
  context: Context,
  { space, actor }: { space: SpacePointer; actor: UserActor },
  siteId: string | undefined,
): Promise<SitePointer> {
  const caller = await findCaller(context, actor, space.organizationId);
  const { spaceId } = space;
  const filter = { spaceId, title: undefined, isPublished: undefined, after: undefined, limit: MAX_SITES };
  const { rows } = await listSiteRows(context.db, caller, filter);
  const published = rows.find(({ published_at }) => published_at !== null);
  const chosen = siteId === undefined ? (published ?? rows[0]) : rows.find((one) => one.site_id === siteId);
  const site = chosen && (await context.pointers.sites.find(chosen.site_id));
  if (site) return site;
  if (siteId !== undefined) throw siteNotFound();
  return plainSiteOf(space);
}

export async function removePreviewLink(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  { row, cause }: Pick<Subject, 'row' | 'cause'>,
  previewLinkId: string,
): Promise<void> {
  if (!isId(previewLinkId)) throw previewLinkNotFound();
  await transact(async (unit) => {
    if (!(await deletePreviewLink(unit.trx, keyOf(row), previewLinkId))) throw previewLinkNotFound();
    await record(unit, 'preview-link.deleted', { row, previewLinkId, cause, at: clock() });
  });
}

/** For the audit log, and for those who look at the change request. */
async function record(
  unit: UnitOfWork,
  action: 'preview-link.created' | 'preview-link.deleted',
  { row, previewLinkId, cause, at }: { row: ChangeRequestRow; previewLinkId: string; cause: Cause; at: Date },
): Promise<void> {
  const key = keyOf(row);
  const { organizationId } = key;
  unit.record({ ...key, at, body: { type: 'preview_links' } });
  await recordEvent(unit.trx, {
    organizationId,
    cause,
    action,
    target: { type: 'preview-link', id: previewLinkId, label: row.subject || `Change request ${row.number}` },
    payload: { space: key.spaceId, changeRequest: key.changeRequestId },
    at,
  });
}
