import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { DatabaseFailure } from './database-failure.ts';
import type { DatabaseHost, TargetServer } from './database-url.ts';

/** Several servers, of which one is the primary. The driver's own choice takes a standby for a primary (3.4.9). */
export interface Servers {
  /** Connects to the server that is wanted now, without a handshake. */
  connect(): Promise<Socket>;
  /** The server that was found is no longer the one that is wanted. */
  forget(): void;
}

interface ServersOptions {
  hosts: readonly DatabaseHost[];
  target: TargetServer;
  /** Makes a client of one server. */
  open: (host: DatabaseHost) => Sql;
  timeoutMs: number;
}

/** How long a server that suits waits for those that are named before it. */
const PREFERENCE_MS = 500;

interface State {
  isStandby: boolean;
  isReadOnly: boolean;
}

/** Whether a server accepts changes, as one row. */
export const SELECT_STATE = `pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** Why a server cannot be used; undefined if it can. */
export function findObstacle({ isStandby, isReadOnly }: State, target: TargetServer): string | undefined {
  if (isStandby) return 'is a read-only standby';
  return isReadOnly && target !== 'primary' ? 'is read-only' : undefined;
}

/** Finds the server that is wanted among several, and remembers it until it fails. */
export function createServers({ hosts, target, open, timeoutMs }: ServersOptions): Servers {
  let found: DatabaseHost | undefined;
  let searching: Promise<DatabaseHost> | undefined;

  async function ask(host: DatabaseHost): Promise<{ host: DatabaseHost; obstacle: string | undefined }> {
    const client = open(host);
    try {
      const response = client.unsafe<State[]>(`select ${SELECT_STATE}`);
      const [state] = await Promise.race([response, rejectLater(timeoutMs)]);
      // With `any`, the first server that responds is taken, whatever it is.
      return { host, obstacle: target === 'any' ? undefined : findObstacle(state as State, target) };
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return {
        host,
        obstacle: code === 'ECONNREFUSED' ? 'refused the connection' : `failed (${message || code})`,
      };
    } finally {
      void client.end({ timeout: 0 });
    }
  }

  /** The first in the order of the address, as in libpq, but one that does not respond delays nothing for long. */
  async function search(): Promise<DatabaseHost> {
    const findings = hosts.map(ask);
    const suiting = findings.map(async (finding) => {
      const { host, obstacle } = await finding;
      if (obstacle !== undefined) throw new Error(obstacle);
      return host;
    });
    const first = await Promise.any(suiting).catch(() => undefined);
    if (!first) {
      const reasons = (await Promise.all(findings)).map(
        ({ host, obstacle }) => `${nameHost(host)} ${obstacle}`,
      );
      throw new DatabaseFailure(
        'away',
        `None of the servers of the database accepts changes: ${reasons.join(', ')}.`,
      );
    }
    const earlier = Promise.allSettled(suiting.slice(0, hosts.indexOf(first)));
    const settled = await Promise.race([earlier, setTimeout(PREFERENCE_MS, [], { ref: false })]);
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0] ?? first;
  }

  const find = (): Promise<DatabaseHost> => {
    searching ??= search().finally(() => {
      searching = undefined;
    });
    return searching;
  };

  return {
    connect: async () => {
      if (found) {
        const socket = await connectTo(found, timeoutMs).catch(() => undefined);
        if (socket) return socket;
      }
      found = await find();
      return connectTo(found, timeoutMs);
    },
    forget: () => {
      found = undefined;
    },
  };
}

export const nameHost = ({ host, port, path }: DatabaseHost): string =>
  path ?? `${host.includes(':') ? `[${host}]` : host}:${port}`;

async function connectTo({ host, port, path }: DatabaseHost, timeoutMs: number): Promise<Socket> {
  const socket = path ? createConnection(path) : createConnection(port, host);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    socket.destroy();
    if ((error as Error).name !== 'AbortError') throw error;
    throw new DatabaseFailure('away', 'The database does not respond.', { cause: error });
  }
  // The driver checks the certificate for this name.
  return Object.assign(socket, { host });
}

async function rejectLater(milliseconds: number): Promise<never> {
  await setTimeout(milliseconds, undefined, { ref: false });
  throw new Error('no response');
}
