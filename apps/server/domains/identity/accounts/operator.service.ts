import { isId, newUserId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import { BY_OPERATOR, type Cause } from '../../../platform/access/cause.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { type ApiError, defineError, invalidRequest } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { insertMember } from '../members/insert-members.queries.ts';
import { lockOrganizationRow } from '../organizations/organizations.queries.ts';
import { endSessions } from '../sessions/sessions.service.ts';
import { displayNameFromEmail } from '../users/display-name.ts';
import {
  hasInstanceAdministrator,
  type InstanceStanding,
  lockInstanceStanding,
  updateInstanceStanding,
} from '../users/instance-standing.queries.ts';
import { hasAnyUser, insertUser } from '../users/users.queries.ts';
import { userNotFound, userWithEmailNotFound } from '../users/users.service.ts';
import { type AccountRow, findAccountRow, lockAccountRow, setVerified } from './account.queries.ts';
import { recordAccountChange } from './account-events.ts';
import { deleteTotp } from './totp/totp.repository.ts';
import { secondFactorNotFound, TURNED_OFF } from './totp/totp.service.ts';

/** The context of the operator's commands. */
type Needed = Pick<Context, 'transact' | 'clock'>;

/** The same rule as for `LECTERN_ADMIN_EMAIL`: an address inside a network has no domain. */
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

const noAddress = (email: string): ApiError => invalidRequest(`“${email}” is not an email address.`);

const noSuchOrganization = defineError(
  { status: 404, reason: 'organization-not-found' },
  (organizationId: string) => `There is no organization with the ID ${organizationId}.`,
);
const neverStarted = defineError(
  { status: 409, reason: 'never-started' },
  'Start the service once before you add users. Its first start creates the administrator.',
);

export const lastInstanceAdministrator = defineError(
  { status: 409, reason: 'last-instance-administrator' },
  'This is the last administrator of the instance. Make another user an administrator of the instance first.',
);
export const ownStanding = defineError({ status: 409, reason: 'own-account' }, 'You cannot block yourself.');

interface UserInput {
  email: string;
  name?: string | undefined;
  /** The organization that the user joins, and their role in it. */
  membership?: { organizationId: string; role: RoleOrGuest } | undefined;
}

/** Throws a 409 if the address is taken, a 404 if the organization does not exist. */
export async function createUser({ transact, clock }: Needed, input: UserInput): Promise<void> {
  const { email, name, membership } = input;
  if (!ADDRESS.test(email)) throw noAddress(email);
  const userId = newUserId();
  const displayName = name ?? displayNameFromEmail(email);
  await transact(async ({ trx, announce }) => {
    const at = clock();
    if (!(await hasAnyUser(trx))) throw neverStarted();
    if (membership) await assertOrganization(trx, membership.organizationId);
    await insertUser(trx, { userId, email, displayName, createdAt: at });
    if (!membership) return;
    const { organizationId, role } = membership;
    await insertMember(trx, { organizationId, userId, role, joinedAt: at });
    await recordEvent(trx, {
      organizationId,
      cause: BY_OPERATOR,
      action: 'member.joined',
      target: { type: 'member', id: userId, label: displayName },
      payload: { after: { role } },
      at,
    });
    announce({ kind: 'member', organizationId, userId });
  });
}

/** Locks the organization: it continues to exist, and its members do not change, until the transaction ends. */
async function assertOrganization(trx: Transaction<DB>, organizationId: string): Promise<void> {
  const row = isId(organizationId) ? await lockOrganizationRow(trx, organizationId) : undefined;
  if (!row) throw noSuchOrganization(organizationId);
}

/** Takes the operator's word for it that the address is the user's. */
export async function verifyUser({ transact, clock }: Needed, email: string): Promise<void> {
  await transact(async ({ trx }) => {
    const { user_id: userId } = await lockUser(trx, email);
    await setVerified(trx, { userId, at: clock() });
  });
}

/**
 * Blocks a user or lets them in again, and makes them an instance administrator or ends that. A blocked user is signed
 * out everywhere, and their tokens are refused while they are blocked.
 */
export async function changeInstanceStanding(
  { transact, clock }: Needed,
  cause: Cause,
  { userId, ...changes }: { userId: string; isBlocked?: boolean; isAdministrator?: boolean },
): Promise<void> {
  await transact(async (unit) => {
    const before = await lockInstanceStanding(unit.trx, userId);
    if (!before) throw userNotFound();
    const after = { ...before, ...changes };
    if (after.isBlocked && cause.actor?.kind === 'user' && cause.actor.userId === userId) throw ownStanding();
    if (after.isBlocked === before.isBlocked && after.isAdministrator === before.isAdministrator) return;
    const at = clock();
    const { isAdministrator, isBlocked } = after;
    await updateInstanceStanding(unit.trx, userId, { isAdministrator, blockedAt: isBlocked ? at : null });
    if (!(await hasInstanceAdministrator(unit.trx))) throw lastInstanceAdministrator();
    if (isBlocked) await endSessions(unit, { userId }, undefined);
    unit.announce({ kind: 'user', userId });
    const account = { user_id: userId, display_name: before.displayName };
    const payload = { before: toRecorded(before), after: toRecorded(after) };
    await recordAccountChange(unit.trx, cause, { account, payload, at });
  });
}

const toRecorded = ({ isBlocked, isAdministrator }: InstanceStanding) => ({
  blocked: isBlocked,
  instanceAdministrator: isAdministrator,
});

/** For the command line, which knows the address. */
export async function setInstanceAdministrator(
  context: Needed & Pick<Context, 'db'>,
  email: string,
  isAdministrator: boolean,
): Promise<void> {
  const account = await findAccountRow(context.db, { email });
  if (!account) throw userWithEmailNotFound(email);
  await changeInstanceStanding(context, BY_OPERATOR, { userId: account.user_id, isAdministrator });
}

/** Signs all browsers of a user out. Their tokens stay. */
export async function signOutUser({ transact }: Needed, userId: string): Promise<void> {
  await transact(async (unit) => {
    await endSessions(unit, { userId }, undefined);
  });
}

/** For a user who lost both the app and the recovery codes. Throws a 404 if they have no second factor. */
export async function removeSecondFactor(
  { transact, clock }: Needed,
  email: string,
  cause: Cause = BY_OPERATOR,
): Promise<void> {
  await transact(async ({ trx }) => {
    const account = await lockUser(trx, email);
    const wasOn = await deleteTotp(trx, account.user_id);
    if (!wasOn) throw secondFactorNotFound();
    await recordAccountChange(trx, cause, { account, payload: TURNED_OFF, at: clock() });
  });
}

async function lockUser(trx: Transaction<DB>, email: string): Promise<AccountRow> {
  const found = await findAccountRow(trx, { email });
  const account = found && (await lockAccountRow(trx, found.user_id, 'no key update'));
  if (!account) throw userWithEmailNotFound(email);
  return account;
}
