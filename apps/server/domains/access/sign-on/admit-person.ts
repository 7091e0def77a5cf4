import { newUserId } from '@lectern/std/ids';
import type { Cause } from '../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import { insertMember } from '../../identity/members/insert-members.queries.ts';
import { enterSso } from '../../identity/members/member-states.queries.ts';
import { isAnySuspended } from '../../identity/organizations/organizations.queries.ts';
import { addTeamMember } from '../../identity/teams/team-members.service.ts';
import { insertUser } from '../../identity/users/users.queries.ts';
import { claimByAssertion, findAccount, isDomainOfOthers } from './accounts.repository.ts';
import { type AssertedPerson, nameOf } from './asserted-person.ts';
import { findIdentityRow, insertIdentity, touchIdentity } from './identities.repository.ts';
import { keyOf, type ProviderRow } from './providers.queries.ts';
import { SignOnRefusal } from './refusal.ts';

/** The admitted user; or the account with the asserted address, whose owner must first prove that it is theirs. */
export type Admission = { userId: string } | { linkUserId: string; email: string };

/** Returns the cause of a change, once the user is known. */
export type CauseOf = (userId: string) => Cause;

/**
 * Decides which user a provider's response admits. A name that the provider has used before means the same user as
 * then. Otherwise the address decides: an unknown address creates a new member; an existing member is matched if an
 * administrator assigned them to single sign-on or if no user has ever signed in to the account. The owner of any other
 * account has not agreed to be signed in by this provider (docs/decisions/sso-accounts.md). Runs under the lock of the
 * members: the same person may arrive twice at once.
 */
export async function admitPerson(
  unit: UnitOfWork,
  provider: ProviderRow,
  person: AssertedPerson,
  { causeOf, at }: { causeOf: CauseOf; at: Date },
): Promise<Admission> {
  const { trx } = unit;
  const key = keyOf(provider);
  const { organizationId } = key;
  const known = await findIdentityRow(trx, key, person.nameId);
  if (known) {
    const account = await findAccount(trx, organizationId, { userId: known.user_id });
    if (!account?.membership || account.membership.disabled) throw new SignOnRefusal('member-disabled');
    await touchIdentity(trx, key, { nameId: person.nameId, at });
    await claimByAssertion(trx, { organizationId, userId: account.userId, email: person.email, at });
    return { userId: account.userId };
  }
  const { email } = person;
  if (email === undefined) throw new SignOnRefusal(person.emailProblem ?? 'no-email');
  const account = await findAccount(trx, organizationId, { email });
  // Whoever proved the domain decides who gets an account there; SAML has always left that open.
  if (!account && person.oidc && (await isDomainOfOthers(trx, organizationId, email)))
    throw new SignOnRefusal('email-of-others');
  // Its members can still sign in, because its administrators can export it.
  if (!account && (await isAnySuspended(trx, [organizationId])))
    throw new SignOnRefusal('organization-suspended');
  if (!account) return { userId: await addPerson(unit, provider, { ...person, email }, { causeOf, at }) };
  const { userId, membership, isUnclaimed } = account;
  if (!membership) throw new SignOnRefusal('no-member');
  if (membership.disabled) throw new SignOnRefusal('invitation-waits');
  if (!membership.sso && !isUnclaimed) return { linkUserId: userId, email };
  await connectPerson(unit, provider, { person, userId, isSso: membership.sso }, { causeOf, at });
  return { userId };
}

/** Connects the provider's name for the person with this member. */
export async function connectPerson(
  { trx, announce }: UnitOfWork,
  provider: ProviderRow,
  { person, userId, isSso }: { person: AssertedPerson; userId: string; isSso: boolean },
  { causeOf, at }: { causeOf: CauseOf; at: Date },
): Promise<void> {
  const key = keyOf(provider);
  const { organizationId } = key;
  await insertIdentity(trx, key, { nameId: person.nameId, userId, at });
  await claimByAssertion(trx, { organizationId, userId, email: person.email, at });
  if (isSso) return;
  await enterSso(trx, { organizationId, userId });
  const account = await findAccount(trx, organizationId, { userId });
  await recordEvent(trx, {
    organizationId,
    cause: causeOf(userId),
    action: 'member.updated',
    target: { type: 'member', id: userId, label: account?.displayName ?? null },
    payload: { before: { sso: false }, after: { sso: true }, provider: describe(provider, person) },
    at,
  });
  announce({ kind: 'member', organizationId, userId });
}

/** Describes a sign-in for the audit. */
export const describe = (provider: ProviderRow, { nameId }: AssertedPerson) => ({
  id: provider.provider_id,
  label: provider.label,
  nameId,
});

async function addPerson(
  unit: UnitOfWork,
  provider: ProviderRow,
  person: AssertedPerson & { email: string },
  { causeOf, at }: { causeOf: CauseOf; at: Date },
): Promise<string> {
  const { trx, announce } = unit;
  const { organization_id: organizationId, default_role: role, default_team_id: teamId } = provider;
  const { email } = person;
  const userId = newUserId();
  const displayName = nameOf(person, email);
  await insertUser(trx, { userId, email, displayName, createdAt: at });
  await insertMember(trx, { organizationId, userId, role, sso: true, joinedAt: at });
  const cause = causeOf(userId);
  await recordEvent(trx, {
    organizationId,
    cause,
    action: 'member.joined',
    target: { type: 'member', id: userId, label: displayName },
    payload: { after: { role, sso: true, disabled: false }, provider: describe(provider, person) },
    at,
  });
  announce({ kind: 'member', organizationId, userId });
  if (teamId !== null) await addTeamMember(unit, cause, { organizationId, teamId, userId }, at);
  await connectPerson(unit, provider, { person, userId, isSso: true }, { causeOf, at });
  return userId;
}
