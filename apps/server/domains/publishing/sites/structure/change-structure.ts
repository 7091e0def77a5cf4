import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { insertFormerPaths } from '../former-paths/former-paths.queries.ts';
import { listLeftPaths } from '../former-paths/former-paths.ts';
import { lockSite } from '../lock-site.queries.ts';
import type { SiteStructure } from '../site-structure.ts';
import { updateSiteRow } from '../sites.queries.ts';
import { markReadableRevisions } from '../sites.repository.ts';
import { loadStructure, type SiteKey } from '../structure.queries.ts';
import { assertBounds } from './edits/bounds.ts';
import { writeStructure } from './structure.repository.ts';

/** An edit of the structure of a site, without a database: returns the new structure. Edits are defined in `edits/`. */
export type Edit = (structure: SiteStructure) => SiteStructure;

/**
 * Changes a structure: applies the edit to the present structure, stores the differences, and announces the change to
 * all processes. Changes of one site are made one after the other. Returns the new structure.
 */
export const changeStructure = (
  context: Pick<Context, 'transact' | 'clock'>,
  key: SiteKey,
  edit: Edit,
): Promise<SiteStructure> => changeStructureWith(context, key, async () => edit);

/** Changes a structure with an edit that must first be prepared in the same transaction, before the site is locked. */
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

/** Changes the structure of a site that is locked already. */
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
  await insertFormerPaths(trx, key, { paths: listLeftPaths(before, after), at });
  await markReadableRevisions(trx, key);
  await updateSiteRow(trx, key, { updated_at: at });
  announce({ kind: 'site', siteId: key.siteId });
  return after;
}
