import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { refuseUnsupported } from '../../../../compat/unsupported-fields.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import { sealSecret } from '../../../../platform/access/secrets.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import type { AuditAction } from '../../../core/audit/actions.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import { lockSite } from '../../sites/lock-site.queries.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import {
  getPublishingAuthRow,
  type PublishingAuthRow,
  updatePublishingAuthRow,
} from './publishing-auth.repository.ts';
import type { UpdatePublishingAuthBody } from './publishing-auth.schemas.ts';

const KEY_BYTES = 32;

/** The settings of a site with its key, which is created at the first request for it. */
export type KeyedAuthRow = PublishingAuthRow & { auth_key: Buffer };

export async function getPublishingAuth(
  { transact, clock, keyRing, db }: Context & Pick<Context, 'db'>,
  site: SiteKey,
): Promise<KeyedAuthRow> {
  const row = await getPublishingAuthRow(db, site);
  if (hasKey(row)) return row;
  return transact(async (unit) => {
    await lockSite(unit.trx, site);
    const locked = await getPublishingAuthRow(unit.trx, site);
    return hasKey(locked) ? locked : write(unit, site, { auth_key: newKey(keyRing), updated_at: clock() });
  });
}

export async function updatePublishingAuth(
  context: Context & Pick<Context, 'db'>,
  cause: Cause,
  site: SiteKey,
  body: Static<typeof UpdatePublishingAuthBody>,
): Promise<KeyedAuthRow> {
  refuseUnsupported('visitor-authentication', body);
  await getPublishingAuth(context, site);
  return context.transact(async (unit) => {
    await lockSite(unit.trx, site);
    const before = await getPublishingAuthRow(unit.trx, site);
    const row = await write(unit, site, {
      ...(body.fallbackURL === undefined ? {} : { auth_fallback_url: body.fallbackURL }),
      ...(body.logoutURL === undefined ? {} : { auth_logout_url: body.logoutURL }),
      updated_at: context.clock(),
    });
    const payload = { before: describeUrls(before), after: describeUrls(row) };
    await record(unit, cause, site, {
      action: 'site.visitor-auth-changed',
      row,
      payload,
      at: context.clock(),
    });
    return row;
  });
}

/** Replaces the key. Without an overlap, every visitor must sign in again at once. */
export async function regenerateKey(
  { transact, clock, keyRing }: Context,
  cause: Cause,
  site: SiteKey,
  { overlapSeconds }: { overlapSeconds: number },
): Promise<KeyedAuthRow> {
  return transact(async (unit) => {
    await lockSite(unit.trx, site);
    const before = await getPublishingAuthRow(unit.trx, site);
    const now = clock();
    const isKept = overlapSeconds > 0 && before.auth_key !== null;
    const row = await write(unit, site, {
      auth_key: newKey(keyRing),
      auth_old_key: isKept ? before.auth_key : null,
      auth_old_key_until: isKept ? new Date(now.getTime() + overlapSeconds * 1000) : null,
      endsVisitors: overlapSeconds === 0,
      updated_at: now,
    });
    const payload = { overlapSeconds };
    await record(unit, cause, site, { action: 'site.key-regenerated', row, payload, at: now });
    return row;
  });
}

const newKey = (keyRing: Context['keyRing']): Buffer =>
  sealSecret(keyRing, randomBytes(KEY_BYTES).toString('base64url'));

const hasKey = (row: PublishingAuthRow): row is KeyedAuthRow => row.auth_key !== null;

async function write(
  { trx, announce }: UnitOfWork,
  site: SiteKey,
  changes: Parameters<typeof updatePublishingAuthRow>[2],
): Promise<KeyedAuthRow> {
  const row = await updatePublishingAuthRow(trx, site, changes);
  if (!hasKey(row)) throw new Error('The site has no key.');
  announce({ kind: 'site', siteId: site.siteId });
  return row;
}

const describeUrls = ({ auth_fallback_url, auth_logout_url }: PublishingAuthRow) => ({
  fallbackURL: auth_fallback_url,
  logoutURL: auth_logout_url,
});

const record = (
  { trx }: UnitOfWork,
  cause: Cause,
  { organizationId, siteId }: SiteKey,
  { action, row, payload, at }: { action: AuditAction; row: KeyedAuthRow; payload: object; at: Date },
) =>
  recordEvent(trx, {
    organizationId,
    cause,
    action,
    target: { type: 'site', id: siteId, label: row.title },
    payload: { ...payload },
    at,
  });
