import { existsSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { BackupError } from '../../server/platform/backup/backup-error.ts';
import { deriveKeys, instanceMark } from '../../server/platform/backup/names.ts';
import { openBackup } from '../../server/platform/backup/open-backup.ts';
import type { ReadableBackup } from '../../server/platform/backup/read-backup.ts';
import { findBackup, requireRepository } from '../../server/platform/backup/repository.ts';
import { type RestoredBackup, restoreBackup } from '../../server/platform/backup/restore-backup.ts';
import { readIdentities } from '../../server/platform/backup/sealing.ts';
import type { Config } from '../../server/platform/config.ts';
import { assertNotInUse } from '../../server/platform/db/embedded/find-running.ts';
import { createLog } from '../../server/platform/log.ts';
import { makeFolders } from '../../server/platform/make-folders.ts';
import { openBlobStore } from '../../server/platform/storage/open-blob-store.ts';
import { openDatabase } from '../open-database.ts';
import { withTarget } from './backup.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { secretFile } from './with-instance.ts';

/** `restore <target> [backup]`: restores a backup into an empty database and data directory. */
export async function restore(config: Config, args: string[]): Promise<number> {
  const { all, options } = parseCommand('restore', args);
  const [text, wanted] = all;
  if (text === undefined) throw new CommandError('Specify a folder or a bucket: lectern restore <target>.');
  const identities = await readIdentityFile(options.identity);
  return withTarget(text, async (target) => {
    await requireRepository(target);
    const backup = await openBackup(target, await findBackup(target, wanted), identities);
    if (!config.databaseUrl) assertNotInUse(config.dataDir);
    await makeFolders(config.dataDir, 0o700);
    const notice = await placeSecret(config, backup);
    const restored = await restoreInto(config, backup);
    printRestored(backup, restored);
    if (notice !== undefined) console.error(`lectern: ${notice}`);
    return 0;
  });
}

export async function readIdentityFile(path: string | undefined): Promise<string[]> {
  if (path === undefined) return [];
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`The identity file cannot be read: ${error.message}.`);
  });
  return readIdentities(text, path);
}

async function restoreInto(config: Config, backup: ReadableBackup): Promise<RestoredBackup> {
  const log = createLog({ ...config, logLevel: 'warn' });
  const { database, close } = await openDatabase(config, log);
  try {
    const blobs = await openBlobStore(config.storage, config.dataDir);
    try {
      await blobs.check();
      return await restoreBackup(backup, { database, blobs }, log);
    } finally {
      await blobs.close();
    }
  } finally {
    await close();
  }
}

/**
 * Puts the secret of the instance into the data directory, or makes sure that the settings have it. Returns what the
 * operator has to do before the start.
 */
async function placeSecret(
  { dataDir, secrets }: Config,
  backup: ReadableBackup,
): Promise<string | undefined> {
  const { instance } = backup.file.header;
  const isOurs = (all: readonly string[]): boolean => deriveKeys(all).map(instanceMark).includes(instance);
  const path = secretFile(dataDir);
  const present = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  if (secrets && isOurs(secrets)) return undefined;
  if (!secrets && present !== undefined && isOurs([present])) return undefined;
  const { secret } = backup.manifest;
  if (secret === null)
    throw new BackupError(
      'The backup does not contain the secret of the instance, because it was given in LECTERN_SECRET. Set LECTERN_SECRET to the same value.',
    );
  if (present !== undefined && present !== secret)
    throw new BackupError(
      `${path} has the secret of another instance. Restore into an empty data directory.`,
    );
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secrets
    ? `LECTERN_SECRET is not the secret of the restored instance. Start the service with the content of ${path} as LECTERN_SECRET.`
    : undefined;
}

function printRestored({ file }: ReadableBackup, restored: RestoredBackup): void {
  const { id, takenAt } = file.header;
  console.log(`The backup ${id} is restored: ${restored.rows} rows and ${restored.files} files.`);
  console.log(`Everything is as it was at ${takenAt}. Start the service to use it.`);
  if (restored.migrations.length > 0)
    console.log(`The database was migrated to this version: ${restored.migrations.join(', ')}.`);
  if (restored.leftOut.length > 0)
    console.error(
      `lectern: These tables do not belong to Lectern and were left out: ${restored.leftOut.join(', ')}.`,
    );
  for (const { hash, organizationId, problem } of restored.missing)
    console.error(
      `lectern: The file ${hash} of the organization ${organizationId} was ${problem} when the backup was made.`,
    );
}
