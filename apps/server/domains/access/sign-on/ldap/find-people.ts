import type { Client, Entry, Filter } from 'ldapts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import { SignOnRefusal } from '../refusal.ts';
import { bindAccount, type DirectoryPerson, describePerson } from './ask-directory.ts';
import { describeError, isAway, withDirectory } from './connect-directory.ts';
import { loadLdapts } from './ldapts.ts';
import { attributesOf } from './read-entry.ts';

/** What a directory says of a person by their permanent name. */
export type Standing =
  | { is: 'admitted'; person: DirectoryPerson }
  /** The entry is gone, inactive, or none with whom somebody may sign in. */
  | { is: 'refused'; why: string }
  /** The entry cannot be read as it is. It says nothing about the person. */
  | { is: 'unclear'; why: string };

/** Whether people can be looked up without their passwords. */
export const canFindPeople = ({ bind, userDn }: LdapDirectory): boolean =>
  bind !== undefined || userDn === undefined;

/**
 * Asks a directory about people whom it knew, over one connection. Throws a refusal if it cannot be used, or shows no
 * person at all: then its silence about one means nothing.
 */
export async function findPeople(
  directory: LdapDirectory,
  subjects: readonly string[],
): Promise<Map<string, Standing>> {
  return withDirectory(directory, async (client) => {
    await bindAccount(client, directory);
    const standings = new Map<string, Standing>();
    for (const subject of subjects) standings.set(subject, await findStanding(client, directory, subject));
    const hasMissing = [...standings.values()].some(({ is }) => is === 'refused');
    const hasFound = [...standings.values()].some(({ is }) => is === 'admitted');
    if (hasMissing && !hasFound && !(await showsPeople(client, directory)))
      throw new SignOnRefusal('directory-settings', 'The directory shows no person.');
    return standings;
  });
}

async function findStanding(client: Client, directory: LdapDirectory, subject: string): Promise<Standing> {
  const { ResultCodeError } = await loadLdapts();
  try {
    const entry = await findBySubject(client, directory, subject);
    if (!entry) return { is: 'refused', why: 'no entry' };
    const person = await describePerson(client, directory, entry);
    if (person.nameId !== subject) return { is: 'unclear', why: 'The entry has another id.' };
    return { is: 'admitted', person };
  } catch (error) {
    if (error instanceof SignOnRefusal)
      return { is: ENDING.has(error.reason) ? 'refused' : 'unclear', why: error.reason };
    if (!(error instanceof ResultCodeError) || isAway(error)) throw error;
    return { is: 'unclear', why: describeError(error) };
  }
}

/** Reasons for which the directory lets somebody in no longer. */
const ENDING: ReadonlySet<string> = new Set(['directory-inactive', 'email-domain']);

async function findBySubject(
  client: Client,
  directory: LdapDirectory,
  subject: string,
): Promise<Entry | undefined> {
  const { AndFilter, EqualityFilter } = await loadLdapts();
  const { base, idAttribute: attribute, timeoutSeconds } = directory;
  const value = attribute.toLowerCase() === 'objectguid' ? Buffer.from(subject, 'hex') : subject;
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    filter: new AndFilter({
      filters: [new EqualityFilter({ attribute, value }), ...(await filterOfPeople(directory))],
    }),
    attributes: attributesOf(directory),
    explicitBufferAttributes: [attribute, 'objectGUID'],
    sizeLimit: 2,
    timeLimit: timeoutSeconds,
  });
  if (searchEntries.length > 1) throw new SignOnRefusal('directory-ambiguous');
  return searchEntries[0];
}

/**
 * The filter of the settings for whatever name: it may require a group. One that compares the name by a rule cannot be
 * asked without it, and is left out.
 */
async function filterOfPeople({ filter, userDn }: LdapDirectory): Promise<Filter[]> {
  if (userDn !== undefined || /:=\s*\{user\}/.test(filter)) return [];
  const { FilterParser } = await loadLdapts();
  try {
    return [FilterParser.parseString(filter.replaceAll('{user}', '*'))];
  } catch {
    throw new SignOnRefusal('directory-settings', `Not a filter: ${filter}`);
  }
}

async function showsPeople(client: Client, directory: LdapDirectory): Promise<boolean> {
  const { AndFilter, PresenceFilter, SizeLimitExceededError } = await loadLdapts();
  const { base, idAttribute: attribute, emailAttribute, timeoutSeconds } = directory;
  const people = await filterOfPeople(directory);
  try {
    const { searchEntries } = await client.search(base, {
      scope: 'sub',
      filter: new AndFilter({
        filters: [
          new PresenceFilter({ attribute }),
          ...(people.length > 0 ? people : [new PresenceFilter({ attribute: emailAttribute })]),
        ],
      }),
      attributes: ['1.1'],
      sizeLimit: 1,
      timeLimit: timeoutSeconds,
    });
    return searchEntries.length > 0;
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return true;
    throw error;
  }
}
