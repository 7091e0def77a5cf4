import { makeFolders } from '../../make-folders.ts';
import type { DatabaseConnection } from '../connect.ts';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { chooseAddress } from './address.ts';
import {
  type ClusterPaths,
  checkMajorVersion,
  clusterPaths,
  createCluster,
  DATABASE,
  getPassword,
  USERNAME,
} from './cluster.ts';
import { lockDirectory } from './directory-lock.ts';
import { getPrograms } from './programs.ts';
import { runServer, type ServerProcess } from './server.ts';
import { getServerUser } from './server-user.ts';
import { endStaleServer } from './stale-server.ts';

export interface EmbeddedPostgres {
  connection: DatabaseConnection;
  /** The number of the process that runs now, or ran last. */
  readonly pid: number;
  /** Starts the server again, at the same address, after it ended unexpectedly. Throws `StartError`. */
  restart(): Promise<void>;
  /** Ends the sessions, writes everything to disk and waits until the server has ended. */
  stop(): Promise<void>;
  /** Called with one sentence when the server ends without having been asked to. */
  onUnexpectedExit(report: (reason: string) => void): void;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  /** False only where losing everything in a power cut does not matter. */
  fsync?: boolean;
  settings?: Record<string, string>;
}

/**
 * Starts the PostgreSQL that comes with the service on `<dataDir>/postgres`, made on the first start.
 * It listens on a Unix socket inside that directory, or, where its path is too long, on a free port of
 * the loopback interface. Ends a server that an earlier process left behind. Throws `StartError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const paths = clusterPaths(options.dataDir);
  try {
    for (const directory of [options.dataDir, paths.home]) await makeFolders(directory, 0o700);
    const unlock = await lockDirectory(paths.lock, options.dataDir);
    try {
      return await start(options, paths, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    throw explain(error, options.dataDir);
  }
}

async function start(
  options: EmbeddedPostgresOptions,
  paths: ClusterPaths,
  unlock: () => void,
): Promise<EmbeddedPostgres> {
  const { log, fsync = true } = options;
  checkMajorVersion(paths);
  const user = getServerUser([paths.cluster, paths.home]);
  const programs = getPrograms({ forOtherUser: user !== undefined, privatePlace: paths.home });
  const password = getPassword(paths);
  await createCluster({ paths, initdb: programs.initdb, user, password, fsync });
  await endStaleServer(paths.cluster, log);
  const address = await chooseAddress(paths.cluster);
  let report: ((reason: string) => void) | undefined;
  const run = async (): Promise<ServerProcess> => {
    const server = await runServer({
      program: programs.postgres,
      directory: paths.cluster,
      user,
      log,
      settings: {
        listen_addresses: address.path ? '' : address.host,
        port: String(address.port),
        unix_socket_directories: address.path ? '.' : '',
        unix_socket_permissions: '0700',
        fsync: fsync ? 'on' : 'off',
        ...options.settings,
      },
    });
    server.onUnexpectedExit((reason) => report?.(reason));
    return server;
  };
  let server = await run();
  return {
    connection: { ...address, username: USERNAME, password, database: DATABASE },
    get pid() {
      return server.pid;
    },
    restart: async () => {
      await endStaleServer(paths.cluster, log);
      server = await run();
    },
    stop: async () => {
      await server.stop();
      unlock();
    },
    onUnexpectedExit: (callback) => {
      report = callback;
    },
  };
}

function explain(error: unknown, dataDir: string): unknown {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // A read-only disk: mkdir says that the parent does not exist.
  if (
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    (code === 'ENOENT' && syscall === 'mkdir')
  ) {
    return new StartError(
      `The data directory ${dataDir} cannot be used: ${path ?? 'a file in it'} is not writable. Make it writable for the user that runs Lectern, or set LECTERN_DATA_DIR.`,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartError(`The disk that holds ${dataDir} is full.`);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartError(`The data directory ${dataDir} cannot be created: ${path} is not a directory.`);
  }
  return error;
}
