import { execFile } from 'node:child_process';
import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseConnection } from '../apps/server/platform/db/connect.ts';
import { clusterPaths } from '../apps/server/platform/db/embedded/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/platform/db/embedded/start.ts';
import { silentLog } from './database.ts';
import { findFreePorts } from './free-port.ts';

export interface ReplicatedServer {
  /** The primary, on a port. */
  connection: DatabaseConnection;
  replica: EmbeddedPostgres;
  stop(): Promise<void>;
}

const SETTINGS = { wal_level: 'replica' };

/** Starts an embedded server that is stopped now, on a port, and a standby from a copy of its files. */
export async function startWithReplica(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ReplicatedServer> {
  const replicaDir = join(dataDir, 'replica');
  const [from, to] = [clusterPaths(dataDir), clusterPaths(replicaDir)];
  await mkdir(replicaDir, { mode: 0o700 });
  await promisify(execFile)('cp', ['-a', from.home, to.home]);
  const signal = join(to.cluster, 'standby.signal');
  const { uid, gid } = await stat(to.cluster);
  await writeFile(signal, '');
  await chown(signal, uid, gid);
  const start = (folder: string, own: Record<string, string>) =>
    startEmbeddedPostgres({
      dataDir: folder,
      log: silentLog,
      fsync: false,
      settings: { ...SETTINGS, ...settings, ...own },
    });
  const [port = 0] = await findFreePorts(1);
  const primary = await start(dataDir, {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  });
  const { path: _socket, ...login } = primary.connection;
  const replica = await start(replicaDir, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${login.username} password=${login.password}`,
  });
  return {
    connection: { ...login, host: '127.0.0.1', port },
    replica,
    stop: async () => {
      await replica.stop();
      await primary.stop();
    },
  };
}
