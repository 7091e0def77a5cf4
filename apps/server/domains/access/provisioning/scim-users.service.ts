import { isDeepStrictEqual } from 'node:util';
import { isId, newUserId } from '@lectern/std/ids';
import type { Filter } from 'scim2-parse-filter';
import type { Cause } from '../../../platform/access/cause.ts';
import type { RoleOrGuest } from '../../../platform/access/roles.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { foldEmail, foldName } from '../../../platform/db/fold-text.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { setVouchedEmail } from '../../identity/accounts/email.service.ts';
import { isProvenDomain } from '../../identity/domains/domains.service.ts';
import { insertMember } from '../../identity/members/insert-members.queries.ts';
import { enableMember } from '../../identity/members/member-states.queries.ts';
import { lockMembers, type MemberKey } from '../../identity/members/members.queries.ts';
import { changeRole, removeMember } from '../../identity/members/members.service.ts';
import { normalizeEmailDomain } from '../../identity/organizations/email-domains.ts';
import { getOrganizationRow } from '../../identity/organizations/organizations.service.ts';
import { addTeamMember } from '../../identity/teams/team-members.service.ts';
import { displayNameFromEmail } from '../../identity/users/display-name.ts';
import { recordForUser } from '../../identity/users/record-for-user.ts';
import { deleteTickets } from '../../identity/users/tickets.queries.ts';
import { insertUnclaimedUsers } from '../../identity/users/unclaimed-users.queries.ts';
import { belongsElsewhere, updateUserRow } from '../../identity/users/users.queries.ts';
import { type PatchOperation, patchScimResource } from './patch-scim-user.ts';
import { readScimUser, type WantedUser } from './read-scim-user.ts';
import { provisionedUserNotFound, scimInvalidValue, scimUniqueness } from './scim-errors.ts';
import { presentScimUser } from './scim-resources.ts';
import {
  deleteProvisionedUser,
  findAccountByEmail,
  findScimUserRow,
  listScimUserRows,
  listTeamsLeft,
  putProvisionedUser,
  type ScimUserRow,
  setFormer,
} from './scim-users.repository.ts';

/** The directory that asks, and the moment. */
interface Step {
  cause: Cause;
  organizationId: string;
  at: Date;
}

export const listScimUsers = (
  { db }: Pick<Context, 'db'>,
  list: { organizationId: string; filter: Filter | undefined; offset: number; limit: number },
): Promise<{ rows: ScimUserRow[]; count: number }> => listScimUserRows(db, list);

export async function getScimUser({ db }: Pick<Context, 'db'>, key: MemberKey): Promise<ScimUserRow> {
  const row = isId(key.userId) ? await findScimUserRow(db, key) : undefined;
  if (!row) throw provisionedUserNotFound();
  return row;
}

/**
 * Makes the person a member, with an account if there is none. An existing account of another owner becomes a member
 * only if the organization has verified the domain of its address, or nobody has ever signed in to it.
 */
export async function createScimUser(
  context: Context,
  cause: Cause,
  organizationId: string,
  resource: unknown,
): Promise<ScimUserRow> {
  const wanted = readScimUser(resource);
  const { email } = wanted;
  if (email === undefined)
    throw scimInvalidValue('The user needs an email address in emails, or as userName.');
  return context.transact(async (unit) => {
    const step = { cause, organizationId, at: context.clock() };
    await lockMembers(unit.trx, organizationId);
    const userId = await findOrAddAccount(unit, step, { ...wanted, email });
    const key = { organizationId, userId };
    await putProvisionedUser(unit.trx, key, wanted, step.at);
    await changeAccount(context, unit, step, await getScimUser({ db: unit.trx }, key), wanted);
    if (wanted.active) await activate(unit, step, await getScimUser({ db: unit.trx }, key), wanted.role);
    else await deactivate(unit, step, await getScimUser({ db: unit.trx }, key));
    return getScimUser({ db: unit.trx }, key);
  });
}

async function findOrAddAccount(
  { trx }: UnitOfWork,
  { organizationId, at }: Step,
  { email, displayName }: { email: string; displayName: string | undefined },
): Promise<string> {
  const account = await findAccountByEmail(trx, organizationId, email);
  if (account?.isProvisioned) throw scimUniqueness(`There is already a user with the address ${email}.`);
  if (account) {
    const isOwn = account.membership !== null && !account.membership.disabled;
    if (isOwn || account.isUnclaimed || (await isVouchedFor(trx, organizationId, email)))
      return account.userId;
    throw scimUniqueness(
      `The account of ${email} belongs to somebody who is not a member. Verify the domain of the address, or invite them.`,
    );
  }
  const name = displayName ?? displayNameFromEmail(email);
  const userId = newUserId();
  await insertUnclaimedUsers(
    trx,
    [{ userId, email, folded: foldEmail(email), displayName: name, nameFolded: foldName(name) }],
    at,
  );
  return userId;
}

/** Whether the organization has verified the domain of the address. */
async function isVouchedFor(db: Context['db'], organizationId: string, email: string): Promise<boolean> {
  const domain = normalizeEmailDomain(email.slice(email.lastIndexOf('@') + 1));
  return domain !== undefined && isProvenDomain(db, organizationId, domain);
}

/** Changes the user to what the directory wants. */
export async function replaceScimUser(
  context: Context,
  cause: Cause,
  key: MemberKey,
  resource: unknown,
): Promise<ScimUserRow> {
  const wanted = readScimUser(resource);
  return changeScimUser(context, cause, key, () => wanted);
}

/** Changes attributes of the user (RFC 7644, section 3.5.2). */
export async function patchScimUser(
  context: Context,
  cause: Cause,
  key: MemberKey,
  operations: readonly PatchOperation[],
): Promise<ScimUserRow> {
  return changeScimUser(context, cause, key, (row) => {
    const { meta: _meta, groups: _groups, ...before } = presentScimUser(row, '');
    return readScimUser(patchScimResource(before, operations));
  });
}

async function changeScimUser(
  context: Context,
  cause: Cause,
  key: MemberKey,
  toWanted: (row: ScimUserRow) => WantedUser,
): Promise<ScimUserRow> {
  const { organizationId } = key;
  if (!isId(key.userId)) throw provisionedUserNotFound();
  return context.transact(async (unit) => {
    const { trx } = unit;
    const step = { cause, organizationId, at: context.clock() };
    await lockMembers(trx, organizationId);
    const row = await getScimUser({ db: trx }, key);
    const wanted = toWanted(row);
    if (!isKnownAs(row, wanted)) await putProvisionedUser(trx, key, wanted, step.at);
    await changeAccount(context, unit, step, row, wanted);
    if (!wanted.active) await deactivate(unit, step, row);
    else await activate(unit, step, row, wanted.role);
    return getScimUser({ db: trx }, key);
  });
}

const isKnownAs = (row: ScimUserRow, { userName, externalId, attributes }: WantedUser): boolean =>
  row.user_name === userName &&
  row.external_id === externalId &&
  isDeepStrictEqual(row.attributes, attributes);

/**
 * Changes the name and the address of the account as far as the organization may speak for it: both for addresses in a
 * domain that it has verified, and otherwise only while nobody else knows the account.
 */
async function changeAccount(
  context: Context,
  unit: UnitOfWork,
  { cause, organizationId, at }: Step,
  row: ScimUserRow,
  { email, displayName }: WantedUser,
): Promise<void> {
  const { trx } = unit;
  const userId = row.user_id;
  const isVouched = await isVouchedFor(trx, organizationId, row.email);
  const isAlone = !isVouched && !(await belongsElsewhere(trx, { userId, organizationId }));
  if (displayName !== undefined && displayName !== row.display_name && (isVouched || isAlone)) {
    await updateUserRow(trx, userId, { display_name: displayName });
    await recordForUser(
      trx,
      { userId, onlyIn: organizationId },
      {
        cause,
        action: 'user.updated',
        target: { type: 'user', id: userId, label: displayName },
        payload: { before: { displayName: row.display_name }, after: { displayName } },
        at,
      },
    );
  }
  if (email === undefined || foldEmail(email) === foldEmail(row.email)) return;
  const isProven = isVouched && (await isVouchedFor(trx, organizationId, email));
  if (!isProven && !(isAlone && row.is_unclaimed)) return;
  await setVouchedEmail(context, unit, { userId, email, verifiedAt: isProven ? at : null, cause, at });
}

/** Makes the user a member with the role, or with the role and the teams from before the directory deactivated them. */
async function activate(
  unit: UnitOfWork,
  { cause, organizationId, at }: Step,
  row: ScimUserRow,
  wantedRole: RoleOrGuest | undefined,
): Promise<void> {
  const { trx, announce } = unit;
  const key = { organizationId, userId: row.user_id };
  if (row.active) {
    await changeRole(unit, cause, { ...key, role: wantedRole }, at);
    return;
  }
  const isReturning = row.former_teams !== null;
  // Who left, or was removed by an administrator, has not agreed to come back.
  if (!isReturning && !row.is_unclaimed && !(await isVouchedFor(trx, organizationId, row.email)))
    throw scimUniqueness(
      `${row.email} is no longer a member. Verify the domain of the address, or invite them again.`,
    );
  const before = isReturning ? (row.former_role as RoleOrGuest) : await defaultRole(trx, organizationId);
  const role = wantedRole === undefined ? before : wantedRole;
  const isNew = await insertMember(trx, { ...key, role, sso: true, isInvited: true, joinedAt: at });
  if (!isNew) {
    // An invitation waited: the directory accepts it for its person.
    await enableMember(trx, key);
    await deleteTickets(trx, { ...key, purposes: ['invitation'] });
    await changeRole(unit, cause, { ...key, role: wantedRole }, at);
  }
  await recordEvent(trx, {
    organizationId,
    cause,
    action: isNew ? 'member.joined' : 'member.accepted',
    target: { type: 'member', id: row.user_id, label: row.display_name },
    payload: { by: 'scim', after: isNew ? { role, sso: true, disabled: false } : { disabled: false } },
    at,
  });
  announce({ kind: 'member', ...key });
  for (const teamId of await listTeamsLeft(trx, organizationId, row.former_teams ?? []))
    await addTeamMember(unit, cause, { organizationId, teamId, userId: row.user_id }, at);
  await setFormer(trx, key, null);
}

const defaultRole = async (db: UnitOfWork['trx'], organizationId: string): Promise<RoleOrGuest> =>
  (await getOrganizationRow(db, organizationId)).default_role as RoleOrGuest;

/** Ends the membership with all access at once, and remembers the role and the teams. */
async function deactivate(
  unit: UnitOfWork,
  { cause, organizationId, at }: Step,
  row: ScimUserRow,
): Promise<void> {
  if (!row.active) return;
  const key = { organizationId, userId: row.user_id };
  await removeMember(unit, cause, key, at);
  await setFormer(unit.trx, key, { role: row.role, teamIds: row.teams.map(({ id }) => id) });
}

/** Ends the membership and forgets what the directory said. */
export async function deleteScimUser(context: Context, cause: Cause, key: MemberKey): Promise<void> {
  if (!isId(key.userId)) throw provisionedUserNotFound();
  await context.transact(async (unit) => {
    await lockMembers(unit.trx, key.organizationId);
    await getScimUser({ db: unit.trx }, key);
    await removeMember(unit, cause, key, context.clock());
    await deleteProvisionedUser(unit.trx, key);
  });
}
