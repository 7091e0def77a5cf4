import type { Static } from 'typebox';
import { recordOfHostname } from './check-hostname.ts';
import type { HostnameRow } from './hostnames.repository.ts';
import type { CustomHostnameSchema } from './hostnames.schemas.ts';

export function presentHostname(row: HostnameRow, baseUrl: string): Static<typeof CustomHostnameSchema> {
  const { hostname, verifiedAt, checkedAt, failedAt } = row;
  return {
    object: 'custom-hostname',
    hostname,
    target: { type: 'site', site: row.siteId },
    isActive: verifiedAt !== null,
    status: verifiedAt ? 'dns_passed' : 'dns_no_cname',
    record: recordOfHostname(row),
    ...(verifiedAt ? { verifiedAt: verifiedAt.toISOString() } : {}),
    ...(checkedAt ? { checkedAt: checkedAt.toISOString() } : {}),
    ...(failedAt ? { missingSince: failedAt.toISOString() } : {}),
    urls: { location: `${baseUrl}/v1/custom-hostnames/${hostname}` },
  };
}
