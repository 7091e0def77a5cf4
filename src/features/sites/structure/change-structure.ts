import type { UnitOfWork } from '../../../access/transaction.ts';
import type { Context } from '../../../context.ts';
import { lockSite } from '../lock-site.queries.ts';
import type { SiteStructure } from '../site-structure.ts';
import { updateSiteRow } from '../sites.repository.ts';
import { loadStructure, type SiteKey } from '../structure.queries.ts';
import { assertBounds } from './edits/bounds.ts';
import { writeStructure } from './structure.repository.ts';

/** What managing a site does to its structure, without a database: returns the structure afterwards. Made of `edits/`. */
export type Edit = (structure: SiteStructure) => SiteStructure;

/**
 * Every change of a structure: the edit of what it is now, written as far as it differs, and made known everywhere.
 * Changes of one site happen one after the other. Returns the structure afterwards.
 */
export const changeStructure = (
  context: Pick<Context, 'transact' | 'clock'>,
  key: SiteKey,
  edit: Edit,
): Promise<SiteStructure> => changeStructureWith(context, key, async () => edit);

/** The same for an edit that needs something first. That is locked before the site. */
export async function changeStructureWith(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  { organizationId, siteId }: SiteKey,
  prepare: (unit: UnitOfWork) => Promise<Edit>,
): Promise<SiteStructure> {
  const key = { organizationId, siteId };
  return transact(async (unit) => {
    const edit = await prepare(unit);
    await lockSite(unit.trx, key);
    return editLocked(unit, key, edit, clock());
  });
}

/** The same for a site that is locked already. */
export async function editLocked(
  { trx, announce }: UnitOfWork,
  key: SiteKey,
  edit: Edit,
  at: Date,
): Promise<SiteStructure> {
  const before = await loadStructure(trx, key);
  const after = edit(before);
  if (after === before) return before;
  assertBounds(after);
  await writeStructure(trx, key, { before, after });
  await updateSiteRow(trx, key, { updated_at: at });
  announce({ kind: 'site', siteId: key.siteId });
  return after;
}
