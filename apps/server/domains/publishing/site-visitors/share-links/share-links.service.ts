import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import type { Cause } from '../../../../platform/access/cause.ts';
import { sealSecret } from '../../../../platform/access/secrets.ts';
import type { Context } from '../../../../platform/context.ts';
import { foldName } from '../../../../platform/db/fold-text.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { defineError, defineNotFound, invalidField } from '../../../../platform/http/errors.ts';
import { cutPage, type PageOfRows } from '../../../../platform/http/lists.ts';
import type { AuditAction } from '../../../core/audit/actions.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import { lockSite } from '../../sites/lock-site.queries.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { digestShareKey, newShareKey } from '../share-keys.ts';
import {
  countShareLinks,
  deleteShareLinkRow,
  insertShareLink,
  listShareLinkRows,
  type ShareLinkKey,
  type ShareLinkRow,
  updateShareLinkRow,
} from './share-links.repository.ts';
import type { CreateShareLinkBody, UpdateShareLinkBody } from './share-links.schemas.ts';

/** All of them are in memory while a site is read. */
const MAX_SHARE_LINKS = 1000;

export const shareLinkNotFound = defineNotFound('share-link-not-found', 'share link');
export const tooManyShareLinks = defineError(
  { status: 409, reason: 'too-many-share-links' },
  () => `A site can have at most ${MAX_SHARE_LINKS} share links. Delete one first.`,
);

export async function createShareLink(
  { transact, clock, keyRing }: Context,
  cause: Cause,
  { organizationId, siteId }: SiteKey,
  { name, expiresAt }: Static<typeof CreateShareLinkBody>,
): Promise<ShareLinkRow> {
  const key = newShareKey();
  const expiry = readExpiry(expiresAt, clock()) ?? null;
  return transact(async ({ trx, announce }) => {
    await lockSite(trx, { organizationId, siteId });
    if ((await countShareLinks(trx, { organizationId, siteId })) >= MAX_SHARE_LINKS)
      throw tooManyShareLinks();
    const row = await insertShareLink(trx, {
      organization_id: organizationId,
      site_id: siteId,
      share_link_id: newId(),
      name,
      is_active: true,
      digest: digestShareKey(key),
      sealed_key: sealSecret(keyRing, key),
      created_at: clock(),
      expires_at: expiry,
    });
    announce({ kind: 'site', siteId });
    await record(trx, cause, 'share-link.created', row, clock());
    return row;
  });
}

export async function updateShareLink(
  { transact, clock }: Context,
  cause: Cause,
  key: ShareLinkKey,
  { name, active, expiresAt }: Static<typeof UpdateShareLinkBody>,
): Promise<ShareLinkRow> {
  const expiry = readExpiry(expiresAt, clock());
  return change({ transact, clock }, cause, key, 'share-link.updated', (trx) =>
    updateShareLinkRow(trx, key, {
      ...(name === undefined ? {} : { name }),
      ...(active === undefined ? {} : { is_active: active }),
      ...(expiry === undefined ? {} : { expires_at: expiry }),
    }),
  );
}

/** The end of a link as a body names it: null for never, undefined if it says nothing. */
function readExpiry(text: string | null | undefined, now: Date): Date | null | undefined {
  if (typeof text !== 'string') return text;
  const expiry = new Date(text);
  if (expiry <= now) throw invalidField('expiresAt', 'must be in the future');
  return expiry;
}

export async function deleteShareLink(context: Context, cause: Cause, key: ShareLinkKey): Promise<void> {
  await change(context, cause, key, 'share-link.deleted', (trx) => deleteShareLinkRow(trx, key));
}

/** A page of the links of a site. `search`: only those with this in their name, in any case. */
export async function listShareLinks(
  db: Context['db'],
  site: SiteKey,
  list: { search: string | undefined; after: string | undefined; limit: number },
): Promise<PageOfRows<ShareLinkRow, string>> {
  const wanted = foldName(list.search ?? '');
  const rows = (await listShareLinkRows(db, site)).filter(({ name }) => foldName(name).includes(wanted));
  const { after } = list;
  const left = after === undefined ? rows : rows.filter((row) => row.share_link_id > after);
  return cutPage(left.slice(0, list.limit + 1), list.limit, rows.length, (row) => row.share_link_id);
}

export async function getShareLink(
  db: Context['db'],
  site: SiteKey,
  shareLinkId: string,
): Promise<ShareLinkRow> {
  const row = (await listShareLinkRows(db, site)).find((one) => one.share_link_id === shareLinkId);
  if (!row) throw shareLinkNotFound();
  return row;
}

async function change(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  { siteId, shareLinkId }: ShareLinkKey,
  action: AuditAction,
  write: (trx: Transaction<DB>) => Promise<ShareLinkRow | undefined>,
): Promise<ShareLinkRow> {
  return transact(async ({ trx, announce }) => {
    const row = isId(shareLinkId) ? await write(trx) : undefined;
    if (!row) throw shareLinkNotFound();
    announce({ kind: 'site', siteId });
    await record(trx, cause, action, row, clock());
    return row;
  });
}

const record = (trx: Transaction<DB>, cause: Cause, action: AuditAction, row: ShareLinkRow, at: Date) =>
  recordEvent(trx, {
    organizationId: row.organization_id,
    cause,
    action,
    target: { type: 'share-link', id: row.share_link_id, label: row.name },
    payload: {
      site: row.site_id,
      active: row.is_active,
      ...(row.expires_at ? { expiresAt: row.expires_at.toISOString() } : {}),
    },
    at,
  });
