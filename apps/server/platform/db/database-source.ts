import postgres from 'postgres';
import { readDatabaseUrl, type TargetServer } from './database-url.ts';
import { createServers, nameHost, type Servers } from './servers.ts';
import { StartError } from './start-error.ts';

type Settings = postgres.Options<Record<string, postgres.PostgresType>>;

/** The address of a server: a Unix socket if `path` is set, otherwise `host` and `port`. */
export interface DatabaseConnection {
  host: string;
  port: number;
  path?: string;
  username: string;
  password: string;
  database: string;
}

/** Where connections are opened. */
export interface DatabaseSource {
  /** For messages, without credentials. */
  name: string;
  /** Whether a pooler or proxy may be in front of the server, or another server may replace it. */
  isRemote: boolean;
  /** Undefined for a single server. */
  servers: Servers | undefined;
  target: TargetServer;
  /** Makes a client, which connects at its first statement. */
  open(settings: Settings): postgres.Sql;
}

export interface SourceOptions {
  /** Exactly one of the two. */
  url?: string | undefined;
  connection?: DatabaseConnection | undefined;
  connectTimeoutSeconds?: number | undefined;
  /** Whether the address is that of a standby. */
  isReplica?: boolean;
}

const CONNECT_TIMEOUT_SECONDS = 10;

/** Reads where the database is. Throws `StartError`. */
export function readDatabaseSource(options: SourceOptions): DatabaseSource {
  const { url, connection, connectTimeoutSeconds = CONNECT_TIMEOUT_SECONDS } = options;
  const common = { connect_timeout: connectTimeoutSeconds, connection: { application_name: 'lectern' } };
  if (connection) {
    const { path, host, port, database } = connection;
    return {
      name: `“${database}” at ${path ?? nameHost({ host, port })}`,
      isRemote: false,
      servers: undefined,
      target: 'read-write',
      open: (settings) =>
        postgres({ ...common, ...settings, ...connection, ssl: false }) as unknown as postgres.Sql,
    };
  }
  const address = readAddress(url ?? '', options.isReplica ?? false);
  const { hosts, target, database } = address;
  const openAt = (given: Settings, host = hosts[0]): postgres.Sql => {
    const place = host && { host: [host.host], port: [host.port], ...(host.path ? { path: host.path } : {}) };
    return postgres(address.url, { ...common, ...given, ...place } as Settings) as unknown as postgres.Sql;
  };
  const servers =
    hosts.length > 1
      ? createServers({
          hosts,
          target,
          open: (host) => openAt({ max: 1, fetch_types: false, onnotice: () => {} }, host),
          timeoutMs: connectTimeoutSeconds * 1000,
        })
      : undefined;
  const socket = servers && { socket: () => servers.connect() };
  return {
    name: `“${database}”${hosts.length > 0 ? ` at ${hosts.map(nameHost).join(',')}` : ''}`,
    isRemote: true,
    servers,
    target,
    open: (settings) => openAt({ ...settings, ...socket } as Settings),
  };
}

function readAddress(url: string, isReplica: boolean): ReturnType<typeof readDatabaseUrl> {
  try {
    return readDatabaseUrl(url, { isReplica });
  } catch (error) {
    throw new StartError(
      `${isReplica ? 'DATABASE_REPLICA_URLS' : 'DATABASE_URL'} ${(error as Error).message}`,
    );
  }
}
