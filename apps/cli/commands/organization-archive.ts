import { constants, createWriteStream, existsSync } from 'node:fs';
import { copyFile, link, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isId, newId } from '@lectern/std/ids';
import { getOrganizationRow } from '../../server/domains/identity/organizations/organizations.service.ts';
import { findUserByEmail } from '../../server/domains/identity/users/users.queries.ts';
import {
  importFile,
  recordExportByOperator,
} from '../../server/domains/lifecycle/organization-archive/archives.service.ts';
import { writeArchive } from '../../server/domains/lifecycle/organization-archive/write-archive.ts';
import type { Config } from '../../server/platform/config.ts';
import { contextOfJobs } from '../../server/platform/context.ts';
import { describeBytes } from '../describe-bytes.ts';
import { CommandError } from './command-error.ts';
import { isFile } from './file-kind.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

/** `organization export <id> <file>` */
export async function exportOrganization(config: Config, args: string[]): Promise<number> {
  const { all } = parseCommand('organization export', args);
  const [organizationId, path] = all;
  if (organizationId === undefined || path === undefined)
    throw new CommandError('Specify an organization and a file: lectern organization export <id> <file>.');
  if (!isId(organizationId)) throw new CommandError(`${organizationId} is not the id of an organization.`);
  return withContext(config, async ({ context }) => {
    await getOrganizationRow(context.db, organizationId);
    const signal = new AbortController().signal;
    refuseExisting(path);
    const { stream, manifest } = writeArchive(context, { organizationId, signal });
    // If the command is killed, there is no file that looks like an archive, and the next attempt replaces this one.
    const draft = `${path}.part`;
    try {
      await pipeline(stream, createWriteStream(draft, { mode: 0o600, flush: true }));
      await placeNew(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    await recordExportByOperator(context, organizationId);
    const { size } = await stat(path);
    console.log(
      `Exported ${manifest.documents} documents and ${manifest.files.count} files to ${path} (${describeBytes(size)}).`,
    );
    if (manifest.missing.length > 0)
      console.log(`${manifest.missing.length} files are missing from the storage, and from the archive.`);
    return 0;
  });
}

const fileExists = (path: string): CommandError => new CommandError(`${path} exists. Specify a new file.`);

/** Before the work, which would be for nothing. */
function refuseExisting(path: string): void {
  if (existsSync(path)) throw fileExists(path);
}

/** What file systems without links say. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** Gives the draft its name, unless a file has it by now: neither a link nor such a copy replaces one. */
async function placeNew(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(error.code ?? '')) throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw fileExists(path);
    throw error;
  }
}

/** `organization import <file> --administrator <address>` */
export async function importOrganization(config: Config, args: string[]): Promise<number> {
  const { argument: path, options } = parseCommand('organization import', args);
  const { administrator: email } = options;
  if (path === undefined || email === undefined)
    throw new CommandError(
      'Specify a file and a user: lectern organization import <file> --administrator <address>.',
    );
  if (!isFile(path)) throw new CommandError(`${path} is not a file.`);
  return withContext(config, async ({ context }) => {
    const user = await findUserByEmail(context.db, email);
    if (!user) throw new CommandError(`There is no user with the address ${email}. Create the user first.`);
    const { size } = await stat(path);
    const report = await importFile(contextOfJobs(context), {
      path,
      size,
      organizationId: newId(),
      administratorId: user.user_id,
    });
    console.log(`Imported as the organization ${report.organizationId}.`);
    const { invited, unmatched } = report.people;
    console.log(`${invited} people are invited, and have no access before they accept.`);
    for (const address of unmatched)
      console.log(`Not invited, because the account here has not verified the address: ${address}`);
    for (const note of report.notes) console.log(note);
    console.log('What archives do not contain:');
    for (const line of report.enterAgain) console.log(`  ${line}`);
    return 0;
  });
}
