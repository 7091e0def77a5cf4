import { isId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import { Clean } from 'typebox/value';
import { siteNotFound } from '../../../../platform/access/access-errors.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Warning } from '../../sites/sites.schemas.ts';
import { siteSpaceNotFound } from '../../sites/structure/structure-errors.ts';
import type { SiteKey } from '../../sites/structure.queries.ts';
import {
  findSiteCustomization,
  findSiteSpaceCustomization,
  lockSiteSpaceCustomization,
  type SiteSpaceKey,
  updateSiteCustomization,
  updateSiteSpaceCustomization,
} from './customization.repository.ts';
import { PatchOverridesBody, type PutCustomizationBody } from './customization.schemas.ts';
import { DEFAULT_CUSTOMIZATION } from './default-customization.ts';
import { applyOverrides, differenceFrom } from './merge-customization.ts';
import { assertCustomization, readCustomization } from './read-customization.ts';
import { type ResolvedCustomization, resolveCustomization } from './resolve-customization.ts';
import { storeFiles } from './store-files.ts';

export async function getSiteCustomization(
  { db }: Pick<Context, 'db'>,
  key: SiteKey,
): Promise<ResolvedCustomization> {
  const row = await findSiteCustomization(db, key);
  if (!row) throw siteNotFound();
  return resolveCustomization(row);
}

/** Replaces the customization. Absent fields get the default values. Pictures and fonts of other hosts are stored. */
export async function putSiteCustomization(
  context: Context,
  key: SiteKey,
  body: Static<typeof PutCustomizationBody>,
): Promise<{ resolved: ResolvedCustomization; warnings: Warning[] }> {
  const { customization: sent, warnings } = readCustomization(body);
  const former = await findSiteCustomization(context.db, key);
  if (!former) throw siteNotFound();
  const stored = await storeFiles(context, key, { customization: sent, former: former.customization });
  const customization = differenceFrom(DEFAULT_CUSTOMIZATION, stored);
  const at = context.clock();
  await context.transact(async ({ trx, announce }) => {
    if (!(await updateSiteCustomization(trx, key, { customization, at }))) throw siteNotFound();
    announce({ kind: 'site', siteId: key.siteId });
  });
  return { resolved: resolveCustomization({ customization, updatedAt: at }), warnings };
}

/** Gets the customization of a site space: its overrides, and all other fields from its site. */
export async function getSiteSpaceCustomization(
  { db }: Pick<Context, 'db'>,
  key: SiteSpaceKey,
): Promise<{ resolved: ResolvedCustomization; hasOverrides: boolean }> {
  assertId(key);
  const site = await findSiteCustomization(db, key);
  const own = await findSiteSpaceCustomization(db, key);
  if (!site || !own) throw siteSpaceNotFound();
  const { customization, updatedAt } = own;
  const resolved = resolveCustomization(site, { customization: customization ?? {}, updatedAt });
  return { resolved, hasOverrides: customization !== null };
}

/** Changes what a site space has of its own; null takes it away. */
export async function overrideSiteSpaceCustomization(
  context: Context,
  key: SiteSpaceKey,
  body: Static<typeof PatchOverridesBody>,
): Promise<void> {
  assertId(key);
  const { pdf: _pdf, git: _git, ...given } = structuredClone(body);
  const sent = Clean(PatchOverridesBody, given) as typeof body;
  const former = await findSiteSpaceCustomization(context.db, key);
  if (!former) throw siteSpaceNotFound();
  const changes = await storeFiles(context, key, {
    customization: sent,
    former: former.customization ?? {},
  });
  await context.transact(async ({ trx, announce }) => {
    const before = await lockSiteSpaceCustomization(trx, key);
    if (!before) throw siteSpaceNotFound();
    const overrides = applyOverrides(before.customization ?? {}, changes);
    assertCustomization(overrides);
    const customization = Object.keys(overrides).length === 0 ? null : overrides;
    await updateSiteSpaceCustomization(trx, key, { customization, at: context.clock() });
    announce({ kind: 'site', siteId: key.siteId });
  });
}

/** Removes all overrides of a site space. */
export async function deleteSiteSpaceCustomization(context: Context, key: SiteSpaceKey): Promise<void> {
  assertId(key);
  await context.transact(async ({ trx, announce }) => {
    const changes = { customization: null, at: context.clock() };
    if (!(await updateSiteSpaceCustomization(trx, key, changes))) throw siteSpaceNotFound();
    announce({ kind: 'site', siteId: key.siteId });
  });
}

/** The access hook looks only at the site. */
function assertId({ siteSpaceId }: SiteSpaceKey): void {
  if (!isId(siteSpaceId)) throw siteSpaceNotFound();
}
