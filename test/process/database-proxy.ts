import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import type { DatabaseConnection } from '../../apps/server/platform/db/connect.ts';

export interface DatabaseProxy {
  /** The address of a database behind the proxy, as an operator writes it into DATABASE_URL. */
  url(database: string): string;
  /** Closes all open connections, as a failing network does. */
  cut(): void;
  /** Closes all connections, and every new one immediately, until `restore`. */
  refuse(): void;
  /** Cuts all connections, and leads new ones to another port of this machine; back to the server without one. */
  redirect(port?: number): void;
  /** Keeps notifications back, of open connections as well, until `restore`. */
  deafen(): void;
  /** Drops everything in both directions without closing connections, until `restore`. */
  swallow(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens a port in front of the server of this test run, which itself listens only on a socket. */
export async function startDatabaseProxy(server: DatabaseConnection): Promise<DatabaseProxy> {
  const { host, port, path, username, password } = server;
  const open = new Set<Socket>();
  let isRefusing = false;
  let isSwallowing = false;
  let isDeaf = false;
  let elsewhere: number | undefined;
  const proxy = createServer((near) => {
    if (isRefusing) return void near.destroy();
    const far = elsewhere
      ? createConnection(elsewhere, '127.0.0.1')
      : path
        ? createConnection(path)
        : createConnection(port, host);
    const withoutNotifications = createFilter();
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('data', (bytes) => {
        // The filter must see everything, to know where a message begins.
        const rest = socket === far ? withoutNotifications(bytes) : bytes;
        if (!isSwallowing) other.write(isDeaf ? rest : bytes);
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const near = (proxy.address() as { port: number }).port;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: (database) => `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${near}/${database}`,
    cut,
    refuse: () => {
      isRefusing = true;
      cut();
    },
    redirect: (to) => {
      elsewhere = to;
      cut();
    },
    deafen: () => {
      isDeaf = true;
    },
    swallow: () => {
      isSwallowing = true;
    },
    restore: () => {
      // The open connections lack the dropped bytes.
      if (isSwallowing) cut();
      isRefusing = false;
      isSwallowing = false;
      isDeaf = false;
    },
    close: async () => {
      const closed = once(proxy, 'close');
      proxy.close();
      cut();
      await closed;
    },
  };
}

const NOTIFICATION = 'A'.charCodeAt(0);

/** Removes the notifications from what a server sends. A message that is cut in two is kept until it is whole. */
function createFilter(): (bytes: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const kept: Buffer[] = [];
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest[0] !== NOTIFICATION) kept.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return Buffer.concat(kept);
  };
}
