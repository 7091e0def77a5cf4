import type { Cause } from '../../../../platform/access/cause.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { endSession, type OpenedSession, openSession } from '../../../identity/sessions/sessions.service.ts';
import { emailTaken } from '../../../identity/users/users.queries.ts';
import type { AssertedPerson } from '../asserted-person.ts';
import { admitToInstance, joinOrganizations } from '../instance/admit-to-instance.ts';
import { applyInstanceGroups, type GroupSource, lockOrganizations } from '../instance/instance-groups.ts';
import type { InstanceProvider } from './instance-providers.ts';
import type { OidcClients } from './oidc-clients.ts';
import { insertOidcSession } from './oidc-sessions.queries.ts';
import { redeemCode } from './redeem-code.ts';

/** A browser that comes back from a provider of the instance. */
interface ComingBrowser {
  query: URLSearchParams;
  browser: string | undefined;
  /** The secret of the session that it had until now, which ends. */
  previous: string | undefined;
  address: string;
  userAgent: string | undefined;
  causeOf: (userId: string) => Cause;
}

/**
 * Signs a person in to the whole instance. The operator trusts the provider for the addresses that it verified:
 * they open the accounts whose own address is verified, and new accounts if the operator allows that
 * (docs/decisions/openid-connect.md). New people join the organizations that verified the domain of their address.
 */
export async function signInToInstance(
  context: Context,
  clients: OidcClients,
  provider: InstanceProvider,
  coming: ComingBrowser,
): Promise<{ session: OpenedSession; returnPath: string }> {
  const { state, person } = await redeemCode(context, clients, provider, coming);
  const open = () => context.transact((unit) => openFor(context, unit, provider, { person, coming }));
  let opened: Awaited<ReturnType<typeof open>>;
  try {
    opened = await open();
  } catch (error) {
    // The address was given to an account elsewhere a moment ago: now there is one.
    if (!emailTaken.matches(error)) throw error;
    opened = await open();
  }
  const { userId } = opened;
  if (opened.isNew) {
    const cause = coming.causeOf(userId);
    await joinOrganizations(context, { userId, email: person.email as string, cause });
  }
  return { session: opened.session, returnPath: state.returnPath };
}

async function openFor(
  context: Context,
  unit: UnitOfWork,
  provider: InstanceProvider,
  { person, coming }: { person: AssertedPerson; coming: ComingBrowser },
): Promise<{ session: OpenedSession; userId: string; isNew: boolean }> {
  const { trx } = unit;
  const at = context.clock();
  const { issuer, signUp } = provider;
  const organizationIds = await lockOrganizations(unit, provider);
  const { userId, isNew } = await admitToInstance(trx, { issuer, signUp, at }, person);
  if (person.groups !== undefined) {
    const { nameId, groups } = person;
    await applyInstanceGroups(unit, toGroupSource(provider), organizationIds, {
      person: { nameId, groups },
      userId,
      cause: coming.causeOf(userId),
      at,
    });
  }
  if (coming.previous !== undefined) await endSession(unit, coming.previous);
  const session = await openSession(context, trx, {
    userId,
    method: 'oidc',
    address: coming.address,
    userAgent: coming.userAgent,
  });
  if (person.oidc)
    await insertOidcSession(trx, { ...person.oidc, sessionId: session.sessionId, provider: provider.key });
  return { session, userId, isNew };
}

/** No directory has a name with a colon. */
const toGroupSource = ({ name, label, groups }: InstanceProvider): GroupSource => ({
  key: `oidc:${name}`,
  id: `oidc/${name}`,
  label,
  groups,
});
