import type { Transaction } from 'kysely';
import type { Cause } from '../../../../platform/access/cause.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import { recordEvent } from '../../../core/audit/record-event.ts';
import type { HostnameRow } from './hostnames.repository.ts';

export async function recordHostname(
  trx: Transaction<DB>,
  {
    cause,
    site,
    action,
    payload,
    at,
  }: {
    cause: Cause;
    site: Pick<HostnameRow, 'organizationId' | 'siteId' | 'siteTitle'>;
    action: 'changed' | 'verified' | 'lost';
    payload: object;
    at: Date;
  },
): Promise<void> {
  await recordEvent(trx, {
    organizationId: site.organizationId,
    cause,
    action: `site.hostname-${action}`,
    target: { type: 'site', id: site.siteId, label: site.siteTitle },
    payload: { ...payload },
    at,
  });
}
