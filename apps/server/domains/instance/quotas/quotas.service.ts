import { organizationNotFound } from '../../../platform/access/access-errors.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import { QUOTAS, type Quota } from '../../../platform/config.ts';
import type { Context } from '../../../platform/context.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { listQuotaRows, lockOrganization, storeDefaults, storeQuota } from './quotas.repository.ts';
import type { ChangeQuotas } from './quotas.schemas.ts';

/** Makes the settings of the instance the limits of all organizations without their own. Call it at the start. */
export async function applyDefaultQuotas({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  const defaults = QUOTAS.flatMap((quota) => {
    const value = config.quotas[quota];
    return value === undefined ? [] : [{ quota, value }];
  });
  await storeDefaults(db, defaults);
}

const readLimit = (limit: number | 'unlimited' | 'default'): number | null | undefined =>
  limit === 'unlimited' ? null : limit === 'default' ? undefined : limit;

/** Changes the limits of one organization. A limit below what it has refuses only further growth. */
export async function changeQuotas(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  { organizationId, change }: { organizationId: string; change: ChangeQuotas },
): Promise<void> {
  await transact(async ({ trx }) => {
    const organization = await lockOrganization(trx, organizationId);
    if (!organization) throw organizationNotFound();
    const changed = Object.entries(change) as [Quota, number | 'unlimited' | 'default'][];
    const names = changed.map(([quota]) => quota);
    const read = async () =>
      Object.fromEntries(
        (await listQuotaRows(trx, organizationId, names)).map(({ quota, limit }) => [
          quota,
          limit ?? 'unlimited',
        ]),
      );
    const before = await read();
    for (const [quota, limit] of changed)
      await storeQuota(trx, { organizationId, quota, value: readLimit(limit) });
    await recordEvent(trx, {
      organizationId,
      cause,
      action: 'organization.quotas-changed',
      target: { type: 'organization', id: organizationId, label: organization.title },
      payload: { before, after: await read() },
      at: clock(),
    });
  });
}
