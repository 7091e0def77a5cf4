import { isId } from '@lectern/std/ids';
import { organizationSuspended } from '../../../platform/access/access-errors.ts';
import type { UserActor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import { isAbove } from '../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { accountDeleted } from '../../identity/accounts/assert-owner.ts';
import { insertMember } from '../../identity/members/insert-members.queries.ts';
import { findMemberState, lockMembers, updateMemberRow } from '../../identity/members/members.queries.ts';
import { getOrganizationRow } from '../../identity/organizations/organizations.service.ts';
import { findTargetRow } from '../permissions/permissions.queries.ts';
import { raisePermission } from '../permissions/permissions.service.ts';
import { assertActsIn } from './accept-invitation.ts';
import { nameOfInvite } from './link-invite-events.ts';
import type { LinkInviteKey, LinkInviteRow } from './link-invites.queries.ts';
import { findLinkInviteRow } from './link-invites.repository.ts';
import { inviteNotFound, placeOf } from './link-invites.service.ts';

export const inviteLinksOff = defineError(
  { status: 409, reason: 'invite-links-off' },
  'Invite links are turned off in this organization. Ask an administrator.',
);
export const inviteExpired = defineError(
  { status: 409, reason: 'invite-expired' },
  'This invite link has expired. Ask for a new one.',
);
export const invitedByEmail = defineError(
  { status: 409, reason: 'invited-by-email' },
  'You have an invitation by email to this organization. Accept it through the link in that email.',
);

/**
 * Returns what a link grants. Throws a 404 if it is not a link of the organization or its target is gone, and a 403
 * or 409 if it does not work now: its holder already knew of the organization.
 */
export async function getOpenLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: LinkInviteKey,
): Promise<{ row: LinkInviteRow; organizationTitle: string; placeTitle: string | undefined }> {
  if (!isId(key.organizationId) || !isId(key.inviteId)) throw inviteNotFound();
  const row = await findLinkInviteRow(db, key);
  if (!row) throw inviteNotFound();
  const organization = await getOrganizationRow(db, key.organizationId);
  const place = placeOf(row);
  const placeRow = place && (await findTargetRow(db, place));
  if (place && !placeRow) throw inviteNotFound();
  if (organization.suspended_at !== null) throw organizationSuspended();
  if (!organization.invite_links) throw inviteLinksOff();
  if (row.expires_at && row.expires_at <= clock()) throw inviteExpired();
  return { row, organizationTitle: organization.title, placeTitle: placeRow?.title };
}

/** Joins by a link. An existing member keeps their roles, and gains those that the link grants beyond them. */
export async function joinByLink(
  context: Pick<Context, 'transact' | 'clock'>,
  { actor, cause }: { actor: UserActor; cause: Cause },
  key: LinkInviteKey,
): Promise<LinkInviteRow> {
  assertActsIn(actor, key.organizationId);
  return context.transact((unit) => joinInUnit(context, unit, { userId: actor.userId, cause, key }));
}

/** A step of a transaction. Returns the link that was used. */
export async function joinInUnit(
  { clock }: Pick<Context, 'clock'>,
  unit: UnitOfWork,
  { userId, cause, key }: { userId: string; cause: Cause; key: LinkInviteKey },
): Promise<LinkInviteRow> {
  const { trx, announce } = unit;
  const { organizationId } = key;
  if (!isId(organizationId)) throw inviteNotFound();
  await lockMembers(trx, organizationId);
  const { row } = await getOpenLink({ db: trx, clock }, key);
  const at = clock();
  const place = placeOf(row);
  const member = await findMemberState(trx, { organizationId, userId });
  // The role that waits there is for whom that link was sent to.
  if (member?.disabled) throw invitedByEmail();
  const by = { invite: nameOfInvite(row.invite_id) };
  if (!member) {
    const role = place ? null : row.role;
    await insertMember(trx, { organizationId, userId, role, joinedAt: at });
    const joined = await findMemberState(trx, { organizationId, userId });
    if (!joined) throw accountDeleted();
    const target = { type: 'member' as const, id: userId, label: joined.displayName };
    const payload = { by, after: { role } };
    await recordEvent(trx, { organizationId, cause, action: 'member.joined', target, payload, at });
    announce({ kind: 'member', organizationId, userId });
  } else if (!place && isAbove(row.role, member.role)) {
    await updateMemberRow(trx, { organizationId, userId }, { role: row.role });
    const target = { type: 'member' as const, id: userId, label: member.displayName };
    const payload = { by, before: { role: member.role }, after: { role: row.role } };
    await recordEvent(trx, { organizationId, cause, action: 'member.updated', target, payload, at });
    announce({ kind: 'member', organizationId, userId });
  }
  if (place && row.role !== null) await raisePermission(unit, cause, place, { userId, role: row.role, at });
  return row;
}
