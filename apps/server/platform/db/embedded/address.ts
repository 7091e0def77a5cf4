import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The address of the server: the socket at `path` if there is one. */
export interface Address {
  host: string;
  port: number;
  path?: string;
}

/** The maximum length of a Unix socket address. */
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;
/** Only part of the socket's name. */
const SOCKET_PORT = 5432;

export function socketPath(cluster: string): string {
  return join(cluster, `.s.PGSQL.${SOCKET_PORT}`);
}

/** A socket inside the cluster's own directory, or a free port of the loopback interface where its path is too long. */
export async function chooseAddress(cluster: string): Promise<Address> {
  return socketAddress(cluster) ?? { host: '127.0.0.1', port: await findFreePort() };
}

/** Returns the address that a ready server of that cluster reports. */
export function findAddress(cluster: string): Address | undefined {
  // One value for each line: process, directory, start, port, socket's directory, address, shared memory, state.
  const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
    .split('\n')
    .map((line) => line.trim());
  if (lines[7] !== 'ready') return undefined;
  return lines[4] ? socketAddress(cluster) : { host: lines[5] ?? '', port: Number(lines[3]) };
}

function socketAddress(cluster: string): Address | undefined {
  const path = socketPath(cluster);
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES
    ? { host: 'localhost', port: SOCKET_PORT, path }
    : undefined;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
