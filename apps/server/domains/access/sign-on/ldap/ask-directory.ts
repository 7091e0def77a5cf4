import type { Client, Entry, Filter } from 'ldapts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import type { AssertedPerson } from '../asserted-person.ts';
import { SignOnRefusal } from '../refusal.ts';
import { describeError, withDirectory } from './connect-directory.ts';
import { escapeDnValue, escapeFilterValue, fillTemplate } from './escape.ts';
import { loadLdapts } from './ldapts.ts';
import { normalizeDn } from './normalize-dn.ts';
import { attributesOf, readEntry, readsMemberOf, textsOf } from './read-entry.ts';

const MAX_USER_LENGTH = 256;
const MAX_PASSWORD_LENGTH = 1024;
const MAX_GROUPS = 2000;
const GROUPS_PER_PAGE = 500;

/** A person whom the directory knows, with those of their groups that the settings name. */
export type DirectoryPerson = AssertedPerson & { groups: string[] };

/**
 * What cannot be right: a directory takes a name with an empty password for nobody and says that all is well (RFC 4513,
 * section 5.1.2), and some read a password only up to a NUL.
 */
const isPossible = ({ user, password }: { user: string; password: string }): boolean =>
  user !== '' &&
  user.length <= MAX_USER_LENGTH &&
  !/\p{C}/u.test(user) &&
  password !== '' &&
  password.length <= MAX_PASSWORD_LENGTH &&
  !password.includes('\0');

/** Undefined: the directory does not know the name, or not with this password. Throws a refusal for all else. */
export async function askDirectory(
  directory: LdapDirectory,
  given: { user: string; password: string },
): Promise<DirectoryPerson | undefined> {
  if (!isPossible(given)) return undefined;
  const { user, password } = given;
  return withDirectory(directory, async (client) => {
    if (directory.userDn !== undefined) {
      const dn = fillTemplate(directory.userDn, { user }, escapeDnValue);
      if (!(await bindPerson(client, { dn, password }))) return undefined;
      const entry = await findEntry(client, directory, { base: dn });
      if (!entry) throw new SignOnRefusal('directory-settings', 'The person cannot read their own entry.');
      return describePerson(client, directory, entry);
    }
    await bindAccount(client, directory);
    const entry = await findEntry(client, directory, { user });
    if (!entry || !(await bindPerson(client, { dn: entry.dn, password }))) return undefined;
    await bindAccount(client, directory);
    return describePerson(client, directory, entry);
  });
}

/** Signs in the account that searches, if there is one. */
export async function bindAccount(client: Client, { bind }: LdapDirectory): Promise<void> {
  if (!bind) return;
  try {
    await client.bind(bind.dn, bind.password);
  } catch (error) {
    const { ResultCodeError } = await loadLdapts();
    if (!(error instanceof ResultCodeError)) throw error;
    throw new SignOnRefusal('directory-settings', `The bind account: ${describeError(error)}`);
  }
}

/** False: the password is wrong. */
async function bindPerson(
  client: Client,
  { dn, password }: { dn: string; password: string },
): Promise<boolean> {
  // Without a name, a directory signs nobody in and says that all is well.
  if (!dn.includes('=') || password === '')
    throw new SignOnRefusal('directory-settings', 'An entry without a name.');
  const { InvalidCredentialsError, NoSuchObjectError, InvalidDNSyntaxError } = await loadLdapts();
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof NoSuchObjectError || error instanceof InvalidDNSyntaxError) return false;
    if (!(error instanceof InvalidCredentialsError)) throw await explainBind(error);
    const reason = reasonOf(error.message);
    if (reason !== undefined) throw new SignOnRefusal(reason, describeError(error));
    return false;
  }
}

/** Of a directory that refuses the person although the password may be right, such as with a policy of passwords. */
async function explainBind(error: unknown): Promise<unknown> {
  const { ResultCodeError } = await loadLdapts();
  const isRefusal = error instanceof ResultCodeError && [19, 50, 53].includes(error.code);
  return isRefusal ? new SignOnRefusal('directory-inactive', describeError(error)) : error;
}

/** Active Directory says in its message why somebody cannot sign in: only to those who know the password, but for locks. */
function reasonOf(message: string): 'directory-inactive' | 'directory-password-expired' | undefined {
  const code = /\bdata ([0-9a-f]{3})\b/i.exec(message)?.[1]?.toLowerCase();
  if (code === '532' || code === '773') return 'directory-password-expired';
  return code === '530' || code === '531' || code === '533' || code === '701' || code === '775'
    ? 'directory-inactive'
    : undefined;
}

/** The entry of a person; throws a refusal if there are several. References to other directories are not followed. */
export async function findEntry(
  client: Client,
  directory: LdapDirectory,
  by: { user: string } | { base: string },
): Promise<Entry | undefined> {
  const { NoSuchObjectError } = await loadLdapts();
  const { idAttribute, timeoutSeconds } = directory;
  const own = 'base' in by;
  try {
    const { searchEntries } = await client.search(own ? by.base : directory.base, {
      scope: own ? 'base' : 'sub',
      filter: own ? '(objectClass=*)' : await toFilter(directory.filter, by),
      attributes: attributesOf(directory),
      explicitBufferAttributes: [idAttribute, 'objectGUID'],
      // Enough to see that there is more than one.
      sizeLimit: 2,
      timeLimit: timeoutSeconds,
    });
    if (searchEntries.length > 1) throw new SignOnRefusal('directory-ambiguous');
    return searchEntries[0];
  } catch (error) {
    if (own && error instanceof NoSuchObjectError) return undefined;
    throw error;
  }
}

/** Throws a refusal that does not contain the values. */
async function toFilter(template: string, values: Readonly<Record<string, string>>): Promise<Filter> {
  const { FilterParser } = await loadLdapts();
  try {
    return FilterParser.parseString(fillTemplate(template, values, escapeFilterValue));
  } catch {
    throw new SignOnRefusal('directory-settings', `Not a filter: ${template}`);
  }
}

export async function describePerson(
  client: Client,
  directory: LdapDirectory,
  entry: Entry,
): Promise<DirectoryPerson> {
  const person = readEntry(directory, entry);
  const named = new Set(directory.groups.map(({ group }) => normalizeDn(group)));
  const groups = named.size === 0 ? [] : await listGroups(client, directory, entry);
  const own = groups.map(normalizeDn).filter((group) => group !== undefined);
  return { ...person, groups: [...new Set(own)].filter((group) => named.has(group)) };
}

async function listGroups(client: Client, directory: LdapDirectory, entry: Entry): Promise<string[]> {
  if (readsMemberOf(directory)) {
    // Active Directory sends a part of a long list only. A part would take away what the rest gives.
    if (Object.keys(entry).some((name) => /^memberOf;range=/i.test(name)))
      throw new SignOnRefusal('directory-groups', 'memberOf is sent in parts.');
    return textsOf(entry, 'memberOf');
  }
  const { base, filter } = directory.groupSearch as NonNullable<LdapDirectory['groupSearch']>;
  const [uid] = textsOf(entry, 'uid');
  if (uid === undefined && filter.includes('{uid}')) return [];
  const { SizeLimitExceededError } = await loadLdapts();
  const groups: string[] = [];
  try {
    const pages = client.searchPaginated(base, {
      scope: 'sub',
      filter: await toFilter(filter, { dn: entry.dn, uid: uid ?? '' }),
      attributes: ['1.1'],
      timeLimit: directory.timeoutSeconds,
      paged: { pageSize: GROUPS_PER_PAGE },
    });
    for await (const { searchEntries } of pages) {
      groups.push(...searchEntries.map(({ dn }) => dn));
      if (groups.length > MAX_GROUPS) throw new SignOnRefusal('directory-groups', 'too many');
    }
  } catch (error) {
    if (error instanceof SizeLimitExceededError)
      throw new SignOnRefusal('directory-groups', 'The directory limits the size of searches.');
    throw error;
  }
  return groups;
}
