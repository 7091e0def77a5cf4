import type { Client } from 'ldapts';
import type { LdapDirectory } from '../../../../platform/config.ts';
import { SignOnRefusal } from '../refusal.ts';
import { bindAccount, describePerson, findEntry } from './ask-directory.ts';
import { describeError, withDirectory } from './connect-directory.ts';
import { loadLdapts } from './ldapts.ts';
import { normalizeDn } from './normalize-dn.ts';

const LOOPBACK = /^ldaps?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/;

/** What works, and what the operator should look at. */
export interface DirectoryReport {
  steps: string[];
  warnings: string[];
  /** Undefined: people can sign in. */
  problem: string | undefined;
}

/** Tries each step of a sign-in that needs no password of a person. `user`: whose entry is searched, too. */
export async function examineDirectory(
  directory: LdapDirectory,
  user: string | undefined,
): Promise<DirectoryReport> {
  const report: DirectoryReport = { steps: [], warnings: [], problem: undefined };
  if (directory.encryption === 'none' && !LOOPBACK.test(directory.url))
    report.warnings.push(
      `Passwords are sent to ${directory.url} without encryption. Use ldaps://, or leave StartTLS on.`,
    );
  try {
    await withDirectory(directory, (client) => examine(client, directory, { user, report }));
  } catch (error) {
    if (!(error instanceof SignOnRefusal)) throw error;
    report.problem = error.detail ?? error.message;
  }
  return report;
}

async function examine(
  client: Client,
  directory: LdapDirectory,
  { user, report }: { user: string | undefined; report: DirectoryReport },
): Promise<void> {
  const { steps, warnings } = report;
  await bindAccount(client, directory);
  if (!directory.bind) await client.search('', { scope: 'base', attributes: ['1.1'], sizeLimit: 1 });
  const way = { ldaps: ' over TLS', 'start-tls': ' with StartTLS', none: '' }[directory.encryption];
  steps.push(`${directory.url} responds${way}.`);
  if (directory.bind) steps.push(`The bind account ${directory.bind.dn} is accepted.`);
  if (!directory.bind && directory.userDn !== undefined) {
    steps.push('Entries are read with the password of their person, so no entry was searched.');
    if (directory.checkMinutes > 0)
      warnings.push('Without a bind account, sessions of people who are deactivated go on until they end.');
    return;
  }
  await assertVisible(client, directory.base, 'base');
  steps.push(`The base ${directory.base} can be read.`);
  for (const { group } of directory.groups) {
    if (normalizeDn(group) === undefined) warnings.push(`“${group}” is not a distinguished name.`);
    else if (!(await isVisible(client, group))) warnings.push(`The group ${group} cannot be found.`);
  }
  if (user === undefined) return;
  const entry = await findEntry(client, directory, { user });
  if (!entry) throw new SignOnRefusal('directory-settings', `No entry matches “${user}”.`);
  const person = await describePerson(client, directory, entry);
  steps.push(
    `The entry of “${user}” is ${entry.dn}.`,
    `Its id is ${person.nameId}, its name ${person.displayName ?? '(none)'}, its email address ${person.email ?? '(none)'}.`,
    `It is in these of the groups of the settings: ${person.groups.join('; ') || '(none)'}.`,
  );
}

async function assertVisible(client: Client, dn: string, what: string): Promise<void> {
  if (await isVisible(client, dn)) return;
  throw new SignOnRefusal('directory-settings', `The ${what} ${dn} does not exist, or cannot be read.`);
}

async function isVisible(client: Client, dn: string): Promise<boolean> {
  const { ResultCodeError } = await loadLdapts();
  try {
    const { searchEntries } = await client.search(dn, { scope: 'base', attributes: ['1.1'], sizeLimit: 1 });
    return searchEntries.length > 0;
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error;
    // noSuchObject, invalidDNSyntax, insufficientAccessRights, referral
    if ([10, 32, 34, 50].includes(error.code)) return false;
    throw new SignOnRefusal('directory-settings', describeError(error));
  }
}
