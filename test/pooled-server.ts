import type { DatabaseConnection } from '../apps/server/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../apps/server/platform/db/embedded/start.ts';
import { silentLog } from './database.ts';
import { findFreePorts } from './free-port.ts';
import { startPgBouncer } from './process/pgbouncer.ts';
import { startRedis } from './redis-server.ts';

export interface PooledServer {
  /** The server itself, on a port. */
  connection: DatabaseConnection;
  /** The address of a pooler that shares sessions between transactions, to which the name of a database is added. */
  poolerUrl: string;
  brokerUrl: string;
  stop(): Promise<void>;
}

/** Starts an embedded server that is stopped now, on a port, with PgBouncer in front of it, and Redis. */
export async function startPooled(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<PooledServer> {
  const [port = 0] = await findFreePorts(1);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    fsync: false,
    settings: {
      ...settings,
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
    },
  });
  const { path: _socket, ...login } = server.connection;
  const url = new URL(`postgres://${login.username}:${login.password}@127.0.0.1:${port}/`);
  const pooler = await startPgBouncer(url, {
    pool_mode: 'transaction',
    default_pool_size: 8,
    max_client_conn: 2_000,
    server_idle_timeout: 5,
  });
  const redis = await startRedis();
  return {
    connection: { ...login, host: '127.0.0.1', port },
    poolerUrl: pooler.url(''),
    brokerUrl: redis.url,
    stop: async () => {
      await redis.kill();
      await pooler.close();
      await server.stop();
    },
  };
}
