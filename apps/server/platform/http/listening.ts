import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { StartError } from '../db/start-error.ts';

/** A port of this machine, and the setting that names it. */
export interface ListenAddress {
  host: string;
  port: number;
  setting: string;
}

/** Ports that no other program can take until they are released. */
interface ReservedPorts {
  release(): Promise<void>;
}

/** The addresses of the two origins. */
export const listAddresses = ({ host, port, sitesPort }: Pick<Config, 'host' | 'port' | 'sitesPort'>) => ({
  sites: { host, port: sitesPort, setting: 'LECTERN_SITES_PORT' },
  api: { host, port, setting: 'LECTERN_PORT' },
});

/** Takes the ports of both origins, or none. Throws `StartError`. */
export async function reservePorts(
  config: Pick<Config, 'host' | 'port' | 'sitesPort'>,
): Promise<ReservedPorts> {
  const { sites, api } = listAddresses(config);
  const first = await reservePort(sites);
  try {
    const second = await reservePort(api);
    return {
      async release() {
        await first.release();
        await second.release();
      },
    };
  } catch (error) {
    await first.release();
    throw error;
  }
}

/**
 * Takes a port before there is a server for it, so that a port in use stops the start before it has created anything.
 * Clients that connect are turned away, as before the start. Throws `StartError`.
 */
async function reservePort(address: ListenAddress): Promise<ReservedPorts> {
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
