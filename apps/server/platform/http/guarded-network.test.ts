import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connectGuarded,
  NetworkError,
  type NetworkPolicy,
  resolvePublicAddresses,
} from './guarded-network.ts';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<{ origin: string; port: number }> {
  const server = createServer(listener).listen(0, '0.0.0.0');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port };
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** 127.0.0.1 plays a public address; every other loopback address a private one. */
const POLICY: NetworkPolicy = { allowPrivate: false, isAllowed: (address) => address === '127.0.0.1' };
async function failureOf(promise: Promise<unknown>): Promise<NetworkError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NetworkError);
  return error as NetworkError;
}

describe('resolvePublicAddresses', () => {
  const resolveHost = async (name: string) =>
    name === 'mixed'
      ? [
          { address: '10.0.0.1', family: 4 as const },
          { address: '8.8.8.8', family: 4 as const },
        ]
      : [];

  it('keeps only the public addresses of a name', async () => {
    expect(await resolvePublicAddresses('mixed', { allowPrivate: false, resolveHost })).toEqual([
      { address: '8.8.8.8', family: 4 },
    ]);
    expect(await resolvePublicAddresses('mixed', { allowPrivate: true, resolveHost })).toHaveLength(2);
  });

  it('refuses literal addresses and local names, and names unknown hosts', async () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433', '0x7f.1', '0']) {
      expect([host, (await failureOf(resolvePublicAddresses(host, { allowPrivate: false }))).code]).toEqual([
        host,
        'refused-address',
      ]);
    }
    const unknown = await failureOf(resolvePublicAddresses('nowhere', { allowPrivate: true, resolveHost }));
    expect(unknown.message).toContain('nowhere');
  });

  it('does not take a resolver that fails for a name that does not exist', async () => {
    const fail = (code: string) => async () => {
      throw Object.assign(new Error(code), { code });
    };
    const codeOf = async (code: string) =>
      (await failureOf(resolvePublicAddresses('a.example', { allowPrivate: false, resolveHost: fail(code) })))
        .code;
    expect([await codeOf('ENOTFOUND'), await codeOf('EAI_AGAIN')]).toEqual(['unknown-host', 'unreachable']);
  });
});

describe('connectGuarded', () => {
  it('connects to the address that was checked', async () => {
    const { port } = await serve(() => {});
    const resolveHost = async () => [
      { address: '127.0.0.2', family: 4 as const },
      { address: '127.0.0.1', family: 4 as const },
    ];
    const socket = await connectGuarded({ hostname: 'name.example', port }, { ...POLICY, resolveHost });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
    expect((await failureOf(connectGuarded({ hostname: '127.0.0.2', port }, POLICY))).code).toBe(
      'refused-address',
    );
  });
});
