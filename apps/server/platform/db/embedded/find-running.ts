import { dirname } from 'node:path';
import type { DatabaseConnection } from '../connect.ts';
import { findAddress } from './address.ts';
import { clusterPaths, DATABASE, getPassword, USERNAME } from './cluster.ts';
import { directoryInUse, findLockHolder } from './directory-lock.ts';

/**
 * Finds the embedded server that another process runs on this data directory, for a command beside a running service;
 * undefined if there is none, or if it is not ready. It ends when that process does.
 */
export function findEmbeddedPostgres(
  dataDir: string,
): { connection: DatabaseConnection; holderPid: number } | undefined {
  const paths = clusterPaths(dataDir);
  const holder = findLockHolder(paths.lock);
  if (!holder) return undefined;
  try {
    const address = findAddress(paths.cluster);
    if (!address) return undefined;
    const password = getPassword(paths);
    return {
      connection: { ...address, username: USERNAME, password, database: DATABASE },
      holderPid: holder.pid,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Refuses a data directory on which another process works, before anything is done. Throws `StartError`. */
export function assertNotInUse(dataDir: string): void {
  const { home, lock } = clusterPaths(dataDir);
  const holder = findLockHolder(lock);
  if (holder) throw directoryInUse(dirname(home), holder);
}
