import type { Static } from 'typebox';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import { foldEmail } from '../../../platform/db/fold-text.ts';
import { invalidFields } from '../../../platform/http/errors.ts';
import { readAddress } from './invited-address.ts';
import type { InviteUsersBody } from './invites.schemas.ts';

/** One requested invitation. */
export interface RequestedInvite {
  email: string;
  folded: string;
  role: RoleOrGuest;
}

const NO_ADDRESS = 'must be an email address';
/** Such as that of the first administrator, `admin@localhost`: no mail reaches it from outside the machine. */
const LOCAL_ADDRESS = /^[^\s@]+@[^\s@.]+$/;
const NO_LOCAL_ADDRESS =
  'must have a domain such as example.com; people with another address can join with an invite link';

/**
 * Returns the addresses without duplicates; the first entry for an address counts. Throws a 400 that lists the invalid
 * ones.
 */
export function readRequestedInvites(
  { emails, role }: Static<typeof InviteUsersBody>,
  defaultRole: RoleOrGuest,
): RequestedInvite[] {
  const requested = new Map<string, RequestedInvite>();
  const details: { path: string; message: string }[] = [];
  for (const [n, entry] of emails.entries()) {
    const [text, own, path] =
      typeof entry === 'string'
        ? ([entry, undefined, `emails.${n}`] as const)
        : ([entry.email, entry.role, `emails.${n}.email`] as const);
    const email = readAddress(text);
    if (email === undefined) {
      details.push({ path, message: LOCAL_ADDRESS.test(text.trim()) ? NO_LOCAL_ADDRESS : NO_ADDRESS });
      continue;
    }
    const folded = foldEmail(email);
    if (requested.has(folded)) continue;
    // An explicit null is a role: that of a guest.
    const fallback = role === undefined ? defaultRole : role;
    requested.set(folded, { email, folded, role: own === undefined ? fallback : own });
  }
  if (details.length > 0) throw invalidFields(details);
  return [...requested.values()];
}
