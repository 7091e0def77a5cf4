import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import type { DatabaseConnection } from '../../src/db/connect.ts';

export interface DatabaseProxy {
  /** The address of a database behind the proxy, as an operator writes it into DATABASE_URL. */
  url(database: string): string;
  /** Closes all open connections, as a failing network does. */
  cut(): void;
  /** Closes all connections, and every new one immediately, until `restore`. */
  refuse(): void;
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
  const proxy = createServer((near) => {
    if (isRefusing) return void near.destroy();
    const far = path ? createConnection(path) : createConnection(port, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('data', (bytes) => {
        if (!isSwallowing) other.write(bytes);
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
    swallow: () => {
      isSwallowing = true;
    },
    restore: () => {
      // The open connections lack the dropped bytes.
      if (isSwallowing) cut();
      isRefusing = false;
      isSwallowing = false;
    },
    close: async () => {
      const closed = once(proxy, 'close');
      proxy.close();
      cut();
      await closed;
    },
  };
}
