import { isId } from '@lectern/std/ids';
import { organizationNotFound, organizationSuspended } from '../../../platform/access/access-errors.ts';
import type { UserActor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { isProvenDomain } from '../../identity/domains/domains.service.ts';
import { insertMember } from '../../identity/members/insert-members.queries.ts';
import { enableMember } from '../../identity/members/member-states.queries.ts';
import { findMemberState, lockMembers } from '../../identity/members/members.queries.ts';
import { normalizeEmailDomain } from '../../identity/organizations/email-domains.ts';
import { getOrganizationRow } from '../../identity/organizations/organizations.service.ts';
import { assertActsIn } from './accept-invitation.ts';
import { deleteInvitation } from './invitations.repository.ts';
import { holdAddress } from './join-by-domain.repository.ts';

/** One error for every cause, so that it does not reveal which domains an organization has. */
export const verifiedDomainRequired = defineError(
  { status: 400, reason: 'verified-domain-required' },
  'This requires a verified email address in a domain that the organization has verified.',
);

/** Makes the caller a member with the default role; an existing member stays unchanged. */
export async function joinByDomain(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  { actor, cause }: { actor: UserActor; cause: Cause },
  organizationId: string,
): Promise<void> {
  assertActsIn(actor, organizationId);
  if (!isId(organizationId)) throw organizationNotFound();
  const { userId } = actor;
  await transact(async ({ trx, announce }) => {
    await lockMembers(trx, organizationId);
    const organization = await getOrganizationRow(trx, organizationId);
    const key = { organizationId, userId };
    const user = await holdAddress(trx, userId);
    const domain = user && normalizeEmailDomain(user.email.slice(user.email.lastIndexOf('@') + 1));
    if (!user?.isVerified || !domain || !(await isProvenDomain(trx, organizationId, domain)))
      throw verifiedDomainRequired();
    if (organization.suspended_at !== null) throw organizationSuspended();
    const member = await findMemberState(trx, key);
    if (member && !member.disabled) return;
    const at = clock();
    const role = organization.default_role as RoleOrGuest;
    if (member) {
      // An administrator invited the address, and its owner has now proven that it is theirs: this is what the
      // invitation waited for.
      await enableMember(trx, key);
      await deleteInvitation(trx, key);
    } else {
      await insertMember(trx, { ...key, role, joinedAt: at });
    }
    await recordEvent(trx, {
      organizationId,
      cause,
      action: member ? 'member.accepted' : 'member.joined',
      target: { type: 'member', id: userId, label: user.displayName },
      payload: {
        by: { domain },
        ...(member ? { before: { disabled: true }, after: { disabled: false } } : { after: { role } }),
      },
      at,
    });
    announce({ kind: 'member', ...key });
  });
}
