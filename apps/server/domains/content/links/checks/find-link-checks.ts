import type { Kysely } from 'kysely';
import type { DB } from '../../../../platform/db/schema.ts';
import { findChecks } from './external-links.repository.ts';
import { readExternalUrl } from './external-url.ts';
import type { LinkCheck } from './link-check.ts';

/** Returns the last check of each address, by the address as written. Unchecked addresses are absent. */
export async function findLinkChecks(
  db: Kysely<DB>,
  organizationId: string,
  urls: string[],
): Promise<Map<string, LinkCheck>> {
  const hashes = new Map<string, string>();
  for (const raw of urls) {
    const external = readExternalUrl(raw);
    if (external) hashes.set(raw, external.hash);
  }
  if (hashes.size === 0) return new Map();
  const checks = await findChecks(db, organizationId, [...new Set(hashes.values())]);
  return new Map(
    [...hashes].flatMap(([raw, hash]) => {
      const check = checks.get(hash);
      return check ? [[raw, check] as const] : [];
    }),
  );
}
