import type { Cause } from '../../access/cause.ts';
import type { UnitOfWork } from '../../access/transaction.ts';
import { newId } from '../../http/ids.ts';
import { recordEvent } from '../audit/record-event.ts';
import { insertMember } from '../members/insert-members.queries.ts';
import { enterSso } from '../members/member-states.queries.ts';
import { addTeamMember } from '../teams/team-members.service.ts';
import { insertUser } from '../users/users.queries.ts';
import { claimByAssertion, findAccount } from './accounts.repository.ts';
import { type AssertedPerson, nameOf } from './asserted-person.ts';
import { findIdentityRow, insertIdentity, touchIdentity } from './saml/identities.repository.ts';
import { SignOnRefusal } from './saml/refusal.ts';
import { keyOf, type ProviderRow } from './saml/saml.queries.ts';

/** Who it is; or whose account has that address, when they must show first that it is theirs. */
export type Admission = { userId: string } | { linkUserId: string; email: string };

/** Who asks, from where, once it is known who it is. */
export type CauseOf = (userId: string) => Cause;

/**
 * Whom an answer of a provider lets in. A name that the provider used before means whom it meant then. Else the address
 * decides: nobody's makes a new member; that of a member whom an administrator gave to the single sign-on, or whom
 * nobody has come in as yet, is theirs. Every other account is somebody's who has not agreed to be signed in by this
 * provider (docs/decisions/sso-accounts.md). Under the lock of the members: the same person may come twice at once.
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
  if (email === undefined) throw new SignOnRefusal('no-email');
  const account = await findAccount(trx, organizationId, { email });
  if (!account) return { userId: await addPerson(unit, provider, { ...person, email }, { causeOf, at }) };
  const { userId, membership, isUnclaimed } = account;
  if (!membership) throw new SignOnRefusal('no-member');
  if (membership.disabled) throw new SignOnRefusal('invitation-waits');
  if (!membership.sso && !isUnclaimed) return { linkUserId: userId, email };
  await connectPerson(unit, provider, { person, userId, isSso: membership.sso }, { causeOf, at });
  return { userId };
}

/** From now on the provider means this member by its name for them. */
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

/** What the audit keeps of who signed in by what. */
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
  const userId = newId();
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
