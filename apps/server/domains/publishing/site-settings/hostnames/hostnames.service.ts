import { insufficientRole } from '../../../../platform/access/access-errors.ts';
import type { Actor } from '../../../../platform/access/actor.ts';
import type { Cause } from '../../../../platform/access/cause.ts';
import { isAtLeast, type Role } from '../../../../platform/access/roles.ts';
import { findStanding, siteRole } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../../platform/http/errors.ts';
import { createChangeHostname } from './change-hostname.ts';
import { checkHostname, recordOfHostname } from './check-hostname.ts';
import { type HostnameRow, listHostnameRows } from './hostnames.repository.ts';
import { readHostname } from './read-hostname.ts';

export const hostnameNotFound = defineNotFound('hostname-not-found', 'hostname');
export const hostnameNotProven = defineError(
  { status: 409, reason: 'hostname-not-proven' },
  (message: string) => message,
);
export const hostnameRecordDiffers = defineError(
  { status: 409, reason: 'hostname-record-differs' },
  ({ name, value }: { name: string; value: string }) =>
    `DNS has a TXT record ${name}, but with another text. Replace its text with ${value}. Changed DNS records can take hours to propagate.`,
);
export const hostnameTaken = defineError(
  { status: 409, reason: 'hostname-taken' },
  'Another site is served under this hostname. The hostname becomes available three days after the DNS record of that site is removed.',
);

/** The hostname of a site on which the caller has a role. If several sites want it, the one that is served under it. */
export async function getHostname(
  context: Context,
  actor: Actor,
  { hostname, role }: { hostname: string; role: Role },
): Promise<HostnameRow> {
  const visible = await listVisible(context, actor, hostname);
  const [first] = visible.filter((one) => isAtLeast(one.role, role));
  if (first) return first.row;
  throw visible.length > 0 ? insufficientRole(role, 'on the site') : hostnameNotFound();
}

async function listVisible({ db, pointers, config }: Context, actor: Actor, text: string) {
  const rows = await listHostnameRows(db, normalize(text, config));
  const seen = await Promise.all(
    rows.map(async (row) => {
      const organization = await pointers.organizations.find(row.organizationId);
      const standing = organization && (await findStanding(pointers, actor, row.organizationId));
      return { row, role: siteRole(standing, row) };
    }),
  );
  return seen.filter(({ role }) => isAtLeast(role, 'read'));
}

/** A text that cannot be a hostname is not found. */
function normalize(text: string, config: Context['config']): string {
  try {
    return readHostname(text, config);
  } catch {
    throw hostnameNotFound();
  }
}

/** Asks DNS now. Throws a 409 that says what to do unless the site is served under the hostname. */
export async function proveHostname(
  context: Context & Pick<Context, 'transact' | 'clock'>,
  cause: Cause,
  row: HostnameRow,
): Promise<void> {
  const finding = await checkHostname(context, cause, row);
  if (finding === 'there') return;
  if (finding === 'taken') throw hostnameTaken();
  const { type, name, value } = recordOfHostname(row);
  if (finding === 'different') throw hostnameRecordDiffers({ name, value });
  throw hostnameNotProven(
    finding === 'unknown'
      ? 'The DNS lookup of this hostname failed. Try again in a moment.'
      : `DNS has no ${type} record ${name} with the text ${value}. New DNS records can take hours to propagate.`,
  );
}

/** The site is no longer served under the hostname. */
export async function removeHostname(
  { transact, ...context }: Pick<Context, 'transact' | 'config' | 'clock'>,
  cause: Cause,
  row: HostnameRow,
): Promise<void> {
  await transact((unit) => createChangeHostname(context)(unit, cause, row, null));
}
