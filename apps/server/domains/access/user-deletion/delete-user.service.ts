import type { Actor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { assertUnbound } from '../../../platform/access/unbound.ts';
import type { Context } from '../../../platform/context.ts';
import type { ApiError } from '../../../platform/http/errors.ts';
import { concurrentChange } from '../../../platform/http/request-errors.ts';
import { recordEvents } from '../../core/audit/record-event.ts';
import { assertOwner, getAccount, type Proof } from '../../identity/accounts/assert-owner.ts';
import { deleteMemberRow, lockMembers } from '../../identity/members/members.queries.ts';
import { lastAdministrator, removeMember } from '../../identity/members/members.service.ts';
import { getCurrentUser, userNotFound } from '../../identity/users/users.service.ts';
import {
  DELETED_NAME,
  listMemberships,
  listOnlyAdministrated,
  lockPerson,
  replaceByTombstone,
  type UserMembership,
} from './delete-user.repository.ts';
import { forgetPerson } from './forget-person.repository.ts';

const SHOWN_TITLES = 5;

const isLastAdministrator = (titles: string[]): ApiError => {
  const shown = titles.slice(0, SHOWN_TITLES).map((title) => `“${title}”`);
  const more = titles.length > SHOWN_TITLES ? ` and ${titles.length - SHOWN_TITLES} more` : '';
  return lastAdministrator(
    `You are the only administrator of ${shown.join(', ')}${more}. Make another member an administrator there, or delete the organization, before you delete the account.`,
  );
};
const membershipsMoved = (): ApiError =>
  concurrentChange('The organizations of this user have just changed. Try again.');

/**
 * Deletes the caller's account. In a browser they confirm with their password or a passkey, if they have a password. Throws a 403 for any
 * other user, and a 409 while an organization would be left without an administrator.
 */
export async function deleteOwnAccount(
  context: Context,
  { actor, cause }: { actor: Actor; cause: Cause },
  userIdOrMe: string,
  proof: Proof,
): Promise<void> {
  const { user_id: userId } = await getCurrentUser(context.db, actor, userIdOrMe);
  assertUnbound(actor);
  if (actor.sessionId !== undefined) {
    const account = await getAccount(context.db, userId);
    if (account.password_hash !== null) await assertOwner(context, userId, proof);
  }
  await deleteUser(context, cause, userId);
}

/**
 * Deletes a user: memberships, credentials, name and address, including those in the audit. The id stays the author of
 * their content and shows only that the user was deleted.
 */
export async function deleteUser(
  { transact, clock, log }: Pick<Context, 'transact' | 'clock' | 'log'>,
  cause: Cause,
  userId: string,
): Promise<void> {
  await transact(async (unit) => {
    const at = clock();
    const memberships = await listMemberships(unit.trx, userId);
    // In a fixed order, and before the user, like every change of memberships.
    for (const { organizationId } of memberships) await lockMembers(unit.trx, organizationId);
    const person = await lockPerson(unit.trx, userId);
    if (!person) throw userNotFound();
    const now = await listMemberships(unit.trx, userId);
    if (JSON.stringify(now) !== JSON.stringify(memberships)) throw membershipsMoved();
    const titles = await listOnlyAdministrated(unit.trx, userId);
    if (titles.length > 0) throw isLastAdministrator(titles);

    await endMemberships(unit, cause, { userId, memberships, at });
    await replaceByTombstone(unit.trx, userId, at);
    await recordDeletion(unit, cause, { userId, memberships, at });
    await forgetPerson(unit.trx, person);
    unit.announce({ kind: 'user', userId });
    for (const { organizationId } of memberships) unit.announce({ kind: 'member', organizationId, userId });
  });
  log.info({ userId }, 'user deleted');
}

interface Leaving {
  userId: string;
  memberships: UserMembership[];
  at: Date;
}

async function endMemberships(
  unit: UnitOfWork,
  cause: Cause,
  { userId, memberships, at }: Leaving,
): Promise<void> {
  for (const { organizationId, isDeleted } of memberships) {
    const key = { organizationId, userId };
    // A deleted organization needs no notifications and no administrator.
    if (isDeleted) await deleteMemberRow(unit.trx, key);
    else await removeMember(unit, cause, key, at);
  }
}

async function recordDeletion(
  { trx }: UnitOfWork,
  cause: Cause,
  { userId, memberships, at }: Leaving,
): Promise<void> {
  const target = { type: 'user' as const, id: userId, label: DELETED_NAME };
  await recordEvents(
    trx,
    memberships.map(({ organizationId }) => ({ organizationId, cause, action: 'user.deleted', target, at })),
  );
}
