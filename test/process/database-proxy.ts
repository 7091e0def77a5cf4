import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import type { DatabaseConnection } from '../../src/db/connect.ts';

export interface DatabaseProxy {
  /** The address of a database behind the proxy, as an operator writes it into DATABASE_URL. */
  url(database: string): string;
  /** Cuts every connection that is open now, as a network does. */
  cut(): void;
  /** Cuts every connection, and every new one at once, until `restore`. */
  refuse(): void;
  /** Passes nothing on anymore, in either direction, and closes nothing, until `restore`. */
  swallow(): void;
  restore(): void;
  close(): Promise<void>;
}

/** A port in front of the server of this test run, which itself listens on a socket only. */
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
      // What was swallowed is missing from the connections that are open.
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
