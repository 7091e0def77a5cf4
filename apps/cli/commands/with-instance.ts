import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from '../../server/platform/backup/backup-error.ts';
import type { InstanceParts } from '../../server/platform/backup/take-backup.ts';
import type { Config } from '../../server/platform/config.ts';
import { clusterPaths } from '../../server/platform/db/embedded/cluster.ts';
import { createLog } from '../../server/platform/log.ts';
import { openBlobStore } from '../../server/platform/storage/open-blob-store.ts';
import { openDatabase } from '../open-database.ts';
import { CommandError } from './command-error.ts';

/** The file of the secret that the first start made. */
export const secretFile = (dataDir: string): string => join(dataDir, 'secret');

/**
 * Runs a command on the database and the files as they are: beside a running service, and without migrating anything, so
 * that a new version can back up what an older one has left.
 */
export async function withInstance(
  config: Config,
  run: (instance: InstanceParts) => Promise<number>,
): Promise<number> {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !existsSync(clusterPaths(dataDir).home))
    throw new CommandError(
      `There is no database in ${dataDir}. Set LECTERN_DATA_DIR to the data directory of the service.`,
    );
  const secrets = config.secrets ?? [await readSecret(dataDir)];
  const opened = await openDatabase(config, createLog({ ...config, logLevel: 'warn' }));
  try {
    const blobs = await openBlobStore(config.storage, dataDir);
    try {
      await blobs.check();
      const isSecretInDirectory = config.secrets === undefined;
      return await explained(() => run({ database: opened.database, blobs, secrets, isSecretInDirectory }));
    } finally {
      await blobs.close();
    }
  } finally {
    await opened.close();
  }
}

/** What an operator can change is one line. */
export async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  }
}

async function readSecret(dataDir: string): Promise<string> {
  const path = secretFile(dataDir);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new CommandError(`The secret of the instance cannot be read: ${(error as Error).message}.`);
  }
}
