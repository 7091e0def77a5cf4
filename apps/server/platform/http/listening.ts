import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartError } from '../db/start-error.ts';

/** A port of this machine, and the setting that names it. */
export interface ListenAddress {
  host: string;
  port: number;
  setting: string;
}

/** A port that no other program can take until it is released. */
export interface ReservedPort {
  release(): Promise<void>;
}

/**
 * Takes a port before there is a server for it, so that a port in use stops the start before it has created anything.
 * Clients that connect are turned away, as before the start. Throws `StartError`.
 */
export async function reservePort(address: ListenAddress): Promise<ReservedPort> {
  const { host, port } = address;
  const server = createServer((socket) => socket.destroy());
  await explain(address, async () => {
    server.listen({ host, port });
    await once(server, 'listening');
  });
  return {
    async release() {
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Listens on a port. Throws `StartError`. */
export async function listen(server: FastifyInstance, address: ListenAddress): Promise<void> {
  const { host, port } = address;
  await explain(address, async () => {
    await server.listen({ host, port });
  });
}

async function explain(
  { host, port, setting }: ListenAddress,
  startListening: () => Promise<void>,
): Promise<void> {
  try {
    await startListening();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.`,
      );
    }
    if (code === 'EACCES')
      throw new StartError(
        `You do not have permission to use port ${port}. Set ${setting} to a port above 1023.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`LECTERN_HOST is ${host}, which is not an address of this machine.`);
    }
    throw error;
  }
}
