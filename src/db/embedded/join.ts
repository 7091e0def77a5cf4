import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseConnection } from '../connect.ts';
import { clusterPaths, getPassword, USERNAME } from './cluster.ts';
import { isRunning, type ProcessIdentity } from './process-identity.ts';

/** Lines of `postmaster.pid`, from 0. */
const PORT_LINE = 3;
const SOCKET_LINE = 4;

/**
 * The database of a service that runs on this data directory now, for a command beside it; undefined when none
 * runs there.
 */
export function findRunningPostgres(dataDir: string): DatabaseConnection | undefined {
  const paths = clusterPaths(dataDir);
  const pidFile = join(paths.cluster, 'postmaster.pid');
  if (!existsSync(paths.lock) || !existsSync(pidFile)) return undefined;
  const holder = JSON.parse(readFileSync(paths.lock, 'utf8') || 'null') as ProcessIdentity | null;
  if (!holder || !isRunning(holder)) return undefined;
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const port = Number(lines[PORT_LINE]);
  const credentials = { username: USERNAME, password: getPassword(paths), database: 'postgres' };
  if (!lines[SOCKET_LINE]) return { host: '127.0.0.1', port, ...credentials };
  return { host: 'localhost', port, path: join(paths.cluster, `.s.PGSQL.${port}`), ...credentials };
}
