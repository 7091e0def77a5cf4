import { parseWebAddress, withoutEndSlashes } from '@lectern/std/address';
import type { Static } from 'typebox';
import type { Cause } from '../../../../platform/access/cause.ts';
import { sealSecret } from '../../../../platform/access/secrets.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, invalidField } from '../../../../platform/http/errors.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import { updateSiteRow } from '../../sites/sites.queries.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import { findRenderer, type RendererRow } from './renderer.repository.ts';
import type { PutRendererBody } from './renderer.schemas.ts';

export const rendererNotFound = defineError(
  { status: 404, reason: 'renderer-not-found' },
  'No renderer is connected to this site. Connect one with PUT.',
);

export type ConnectedRenderer = RendererRow & { url: string };

export async function getRenderer(db: Context['db'], key: SiteKey): Promise<ConnectedRenderer> {
  const row = await findRenderer(db, key);
  if (!row?.url) throw rendererNotFound();
  return { ...row, url: row.url };
}

/** Connects a renderer, or changes its address or secret. It is called at once. */
export async function putRenderer(
  { transact, clock, keyRing }: Context,
  cause: Cause,
  key: SiteKey,
  body: Static<typeof PutRendererBody>,
): Promise<ConnectedRenderer> {
  const url = readUrl(body.url);
  return transact(async (unit) => {
    const before = await findRenderer(unit.trx, key, { isLocked: true });
    if (!before?.secret && body.secret === undefined)
      throw invalidField('secret', 'is missing. Send the GITBOOK_SECRET of the renderer');
    await updateSiteRow(unit.trx, key, {
      renderer_url: url,
      renderer_problem: null,
      renderer_called_at: null,
      ...(body.secret === undefined ? {} : { renderer_secret: sealSecret(keyRing, body.secret) }),
    });
    const isNewSecret = body.secret !== undefined;
    await recordChange(unit, cause, key, { before, url, isNewSecret, at: clock() });
    return getRenderer(unit.trx, key);
  });
}

/** The renderer is no longer called, and its secret is forgotten. */
export async function deleteRenderer(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  key: SiteKey,
): Promise<void> {
  await transact(async (unit) => {
    const before = await findRenderer(unit.trx, key, { isLocked: true });
    if (!before?.url) throw rendererNotFound();
    await updateSiteRow(unit.trx, key, {
      renderer_url: null,
      renderer_secret: null,
      renderer_called_at: null,
      renderer_problem: null,
    });
    await recordChange(unit, cause, key, { before, url: null, isNewSecret: false, at: clock() });
  });
}

async function recordChange(
  { trx, announce }: UnitOfWork,
  cause: Cause,
  { organizationId, siteId }: SiteKey,
  change: { before: RendererRow | undefined; url: string | null; isNewSecret: boolean; at: Date },
): Promise<void> {
  const { before, url, isNewSecret, at } = change;
  announce({ kind: 'site', siteId });
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'site.renderer-changed',
    target: { type: 'site', id: siteId, label: before?.siteTitle ?? null },
    payload: {
      before: { url: before?.url ?? null },
      after: { url },
      ...(isNewSecret ? { isNewSecret } : {}),
    },
    at,
  });
}

/** The address without a slash at the end, because a path is appended. */
function readUrl(text: string): string {
  const url = parseWebAddress(text);
  if (!url || url.search || url.hash)
    throw invalidField('url', 'must be the address of the renderer, without credentials, query and fragment');
  return withoutEndSlashes(url.href);
}
