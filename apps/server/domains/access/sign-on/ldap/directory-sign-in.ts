import type { Cause } from '../../../../platform/access/cause.ts';
import { seal, unseal } from '../../../../platform/access/keys.ts';
import type { UnitOfWork } from '../../../../platform/access/transaction.ts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import type { Context } from '../../../../platform/context.ts';
import { networkOf } from '../../../../platform/http/client-network.ts';
import { findAccountRow, lockAccountRow } from '../../../identity/accounts/account.queries.ts';
import { codeRequired, incorrectCode, type SignInPlace } from '../../../identity/accounts/sign-in.service.ts';
import { tryCode, tryPassword } from '../../../identity/accounts/sign-in-attempts.ts';
import { useCode } from '../../../identity/accounts/totp/use-code.ts';
import { endSession, type OpenedSession, openSession } from '../../../identity/sessions/sessions.service.ts';
import { emailTaken } from '../../../identity/users/users.queries.ts';
import { admitToInstance, joinOrganizations } from '../instance/admit-to-instance.ts';
import { findInstanceIdentity } from '../instance/instance-accounts.repository.ts';
import { applyInstanceGroups, type GroupSource, lockOrganizations } from '../instance/instance-groups.ts';
import { SignOnRefusal } from '../refusal.ts';
import { askDirectory, type DirectoryPerson } from './ask-directory.ts';
import { normalizeDn } from './normalize-dn.ts';

/** The browser that signs in, and the cause of what that changes. */
export interface DirectoryPlace extends SignInPlace {
  causeOf: (userId: string) => Cause;
}

/** What the directory said a moment ago of a person whose account has a second factor, before the code is entered. */
export interface DirectoryProof {
  userId: string;
  person: DirectoryPerson;
}

const PROOF_LIFETIME_MS = 5 * 60 * 1000;
/** Distinguishes proofs from other texts that the same key seals. */
const PROOF = 'directory-proof';

/** Throws a refusal if there is no such directory. */
export function getDirectory(
  { ldapDirectories }: Context['config'],
  { name }: { name: string },
): LdapDirectory {
  const directory = ldapDirectories.find((one) => one.name === name);
  if (!directory) throw new SignOnRefusal('provider-gone', 'unknown');
  return directory;
}

/** The names of people at a directory. No issuer of OpenID Connect is the same: it is a URL with a host. */
export const issuerOf = ({ name }: LdapDirectory): string => `ldap:${name}`;

/** Groups of people and of the settings are compared in one form of their distinguished names. */
export const toGroupSource = ({ name, label, groups }: LdapDirectory): GroupSource => ({
  key: name,
  id: `ldap/${name}`,
  label,
  groups: groups.map((one) => ({ ...one, group: normalizeDn(one.group) ?? '' })),
});

/**
 * Signs a person in to the whole instance with the password of the directory. Throws a refusal that does not reveal
 * whether the directory knows the name, and a 429 after too many failures.
 */
export async function signInByDirectory(
  context: Context,
  directory: LdapDirectory,
  given: { user: string; password: string },
  place: DirectoryPlace,
): Promise<{ session: OpenedSession } | { needsCode: DirectoryProof }> {
  const who = { email: attemptsKey(directory, given.user), network: networkOf(place.address) };
  let person: DirectoryPerson | undefined;
  await tryPassword(who, context.clock(), async () => {
    person = await askDirectory(directory, given);
    return person !== undefined;
  });
  if (!person) throw new SignOnRefusal('directory-credentials');
  const userId = await findSecondFactor(context, directory, person);
  if (userId !== undefined) return { needsCode: { userId, person } };
  return { session: await open(context, directory, { person, place }) };
}

/** Signs the person of a proof in, who has the code. */
export async function completeByDirectory(
  context: Context,
  directory: LdapDirectory,
  { userId, person }: DirectoryProof,
  { code, place }: { code: string; place: DirectoryPlace },
): Promise<OpenedSession> {
  let session: OpenedSession | undefined;
  await tryCode(userId, context.clock(), async () => {
    try {
      session = await open(context, directory, { person, place, second: { userId, code } });
      return true;
    } catch (error) {
      if (incorrectCode.matches(error)) return false;
      throw error;
    }
  });
  if (!session) throw incorrectCode();
  return session;
}

/** One name, however it is written: directories ignore case, width, and characters that are not shown. */
const attemptsKey = ({ name }: LdapDirectory, user: string): string =>
  `ldap ${name} ${user.normalize('NFKC').replaceAll(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')}`;

/** The user whom the person means, if their account has a second factor. */
async function findSecondFactor(
  { db }: Context,
  directory: LdapDirectory,
  { nameId, email }: DirectoryPerson,
): Promise<string | undefined> {
  const userId = await findInstanceIdentity(db, { issuer: issuerOf(directory), subject: nameId });
  const by = userId !== undefined ? { userId } : email !== undefined ? { email } : undefined;
  const account = by && (await findAccountRow(db, by));
  return account?.totp_confirmed_at ? account.user_id : undefined;
}

interface Opening {
  person: DirectoryPerson;
  place: DirectoryPlace;
  second?: { userId: string; code: string };
}

async function open(context: Context, directory: LdapDirectory, opening: Opening): Promise<OpenedSession> {
  const attempt = () => context.transact((unit) => openIn(context, unit, directory, opening));
  let opened: Awaited<ReturnType<typeof attempt>>;
  try {
    opened = await attempt();
  } catch (error) {
    // The address was given to an account elsewhere a moment ago: now there is one.
    if (!emailTaken.matches(error)) throw error;
    opened = await attempt();
  }
  const { session, userId, isNew } = opened;
  if (isNew) {
    const cause = opening.place.causeOf(userId);
    await joinOrganizations(context, { userId, email: opening.person.email as string, cause });
  }
  return session;
}

async function openIn(
  context: Context,
  unit: UnitOfWork,
  directory: LdapDirectory,
  { person, place, second }: Opening,
): Promise<{ session: OpenedSession; userId: string; isNew: boolean }> {
  const { trx } = unit;
  const at = context.clock();
  const organizationIds = await lockOrganizations(unit, directory);
  const { signUp } = directory;
  const admitted = await admitToInstance(trx, { issuer: issuerOf(directory), signUp, at }, person);
  const { userId } = admitted;
  if (second && second.userId !== userId) throw new SignOnRefusal('provider-changed');
  const account = await lockAccountRow(trx, userId, 'share');
  if (account?.totp_confirmed_at) {
    if (!second) throw codeRequired();
    if (!(await useCode(trx, context.keyRing, { userId, code: second.code, now: at }))) throw incorrectCode();
  }
  await applyInstanceGroups(unit, toGroupSource(directory), organizationIds, {
    person,
    userId,
    cause: place.causeOf(userId),
    at,
  });
  if (place.previous !== undefined) await endSession(unit, place.previous);
  const { address, userAgent } = place;
  const session = await openSession(context, trx, { userId, method: 'ldap', address, userAgent });
  return { session, ...admitted };
}

/** For the page between password and code: only this service can read it. */
export const sealDirectoryProof = (
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  { name }: LdapDirectory,
  proof: DirectoryProof,
): string =>
  seal(
    keyRing.keys('sign-on')[0] as Buffer,
    JSON.stringify([PROOF, name, proof, clock().getTime() + PROOF_LIFETIME_MS]),
  ).toString('base64url');

/** Undefined for one that is too old, of another directory, or none. */
export function findDirectoryProof(
  { keyRing, clock }: Pick<Context, 'keyRing' | 'clock'>,
  { name }: LdapDirectory,
  sealed: string,
): DirectoryProof | undefined {
  let opened: [kind: string, name: string, proof: DirectoryProof, until: number];
  try {
    opened = JSON.parse(unseal(keyRing.keys('sign-on'), Buffer.from(sealed, 'base64url')));
  } catch {
    // Forged, or older than a rotation of the secret.
    return undefined;
  }
  const [kind, of, proof, until] = opened;
  return kind === PROOF && of === name && until > clock().getTime() ? proof : undefined;
}
