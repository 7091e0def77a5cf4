import { BY_OPERATOR } from '../../../../platform/access/cause.ts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import type { Context } from '../../../../platform/context.ts';
import { lockAccountRow } from '../../../identity/accounts/account.queries.ts';
import { recordAccountChange } from '../../../identity/accounts/account-events.ts';
import { endSessions } from '../../../identity/sessions/sessions.service.ts';
import { deleteUserTokens } from '../../../identity/tokens/tokens.queries.ts';
import { applyInstanceGroups, lockOrganizations } from '../instance/instance-groups.ts';
import { SignOnRefusal } from '../refusal.ts';
import type { DirectoryPerson } from './ask-directory.ts';
import { type CheckedIdentity, listUnchecked, noteCheck } from './directory-checks.repository.ts';
import { issuerOf, toGroupSource } from './directory-sign-in.ts';
import { canFindPeople, findPeople, type Standing } from './find-people.ts';

/** Bounds one run, so that no directory keeps another one waiting for long. */
const PEOPLE_PER_RUN = 200;
/** All of these have the time that a sign-in has. */
const PEOPLE_PER_CONNECTION = 20;
const MINUTE_MS = 60 * 1000;

/**
 * Asks each directory about the people who can act by it, and ends the access of those whom it lets in no longer. A
 * directory that cannot be used ends nobody's access, and is asked again at the next run.
 */
export async function checkDirectories(context: Context, signal: AbortSignal): Promise<void> {
  for (const directory of context.config.ldapDirectories) {
    if (signal.aborted) return;
    if (directory.checkMinutes > 0 && canFindPeople(directory))
      await checkDirectory(context, directory, signal);
  }
}

async function checkDirectory(
  context: Context,
  directory: LdapDirectory,
  signal: AbortSignal,
): Promise<void> {
  const now = context.clock();
  const before = new Date(now.getTime() - directory.checkMinutes * MINUTE_MS);
  const issuer = issuerOf(directory);
  const people = await listUnchecked(context.db, { issuer, before, now, limit: PEOPLE_PER_RUN });
  for (let start = 0; start < people.length && !signal.aborted; start += PEOPLE_PER_CONNECTION) {
    const some = people.slice(start, start + PEOPLE_PER_CONNECTION);
    let standings: Map<string, Standing>;
    try {
      standings = await findPeople(
        directory,
        some.map(({ subject }) => subject),
      );
    } catch (error) {
      if (!(error instanceof SignOnRefusal)) throw error;
      const { reason, detail } = error;
      context.log.warn({ directory: directory.name, reason, detail }, 'a directory could not be checked');
      return;
    }
    for (const identity of some)
      await applyStanding(context, directory, identity, standings.get(identity.subject) as Standing);
  }
}

async function applyStanding(
  context: Context,
  directory: LdapDirectory,
  identity: CheckedIdentity,
  standing: Standing,
): Promise<void> {
  const { userId } = identity;
  const isOver = standing.is === 'refused';
  const person = toPerson(identity, standing);
  const isEnded = await context.transact(async (unit) => {
    const at = context.clock();
    const organizationIds = person ? await lockOrganizations(unit, directory) : [];
    // A sign-in of this moment waits for this, or has changed when the name was last used.
    const account = await lockAccountRow(unit.trx, userId, 'no key update');
    if (!account || !(await noteCheck(unit.trx, issuerOf(directory), { ...identity, at, isOver })))
      return false;
    if (person) {
      const application = { person, userId, cause: BY_OPERATOR, at };
      await applyInstanceGroups(unit, toGroupSource(directory), organizationIds, application);
    }
    if (!isOver) return false;
    await endSessions(unit, { userId }, undefined);
    await deleteUserTokens(unit.trx, userId);
    unit.announce({ kind: 'user', userId });
    const provider = { id: `ldap/${directory.name}`, label: directory.label, nameId: identity.subject };
    const payload = { changed: 'access', after: { sessions: 0, tokens: 0 }, provider };
    await recordAccountChange(unit.trx, BY_OPERATOR, { account, payload, at });
    return true;
  });
  const fields = { directory: directory.name, userId };
  if (isEnded && standing.is === 'refused')
    context.log.info({ ...fields, why: standing.why }, 'a directory ended the access of a person');
  else if (standing.is === 'unclear')
    context.log.warn({ ...fields, why: standing.why }, 'a directory says nothing clear about a person');
}

/** Whose groups count from now on: none for somebody whom the directory lets in no longer. */
function toPerson({ subject }: CheckedIdentity, standing: Standing): DirectoryPerson | undefined {
  if (standing.is === 'admitted') return standing.person;
  if (standing.is === 'unclear') return undefined;
  return { nameId: subject, email: undefined, displayName: undefined, sessionEndsAt: undefined, groups: [] };
}
