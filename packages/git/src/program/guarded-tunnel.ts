/**
 * A SOCKS5 server on loopback for one git operation, and git's only way to the network. Here the
 * address is checked at connect time and pinned, only the one expected host and port is let
 * through, and the bytes are counted: none of that depends on the version of git or curl.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { NetworkError } from '@lectern/std/network-error';
import type { GitNetwork } from './git-network.ts';
import { readSocksRequest, SOCKS_REPLY } from './socks-handshake.ts';

interface Tunnel {
  /** Bytes that came from the remote so far. */
  receivedBytes(): number;
  /** Why the tunnel ended or refused a connection, if it did. */
  failure(): NetworkError | 'too-large' | 'other-host' | undefined;
  close(): Promise<void>;
}

export interface GuardedTunnel extends Tunnel {
  /** For git's `http.proxy`, with a password that is valid as long as the tunnel. */
  proxyUrl: string;
}

export interface ForwardingTunnel extends Tunnel {
  /** On loopback. Every connection to it becomes one to the host. */
  port: number;
}

export interface TunnelOptions {
  hostname: string;
  port: number;
  network: GitNetwork;
  maxBytes: number;
  /** Called once when `maxBytes` has been exceeded. */
  onTooLarge: () => void;
}

const USERNAME = 'tunnel';

export async function openGuardedTunnel(options: TunnelOptions): Promise<GuardedTunnel> {
  const password = randomBytes(24).toString('hex');
  const isPassword = (given: string): boolean =>
    given.length === password.length &&
    timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(password, 'latin1'));
  const { port, ...tunnel } = await openTunnel(options, (client) =>
    readSocksRequest(client, (user, given) => user === USERNAME && isPassword(given)),
  );
  return { ...tunnel, proxyUrl: `socks5h://${USERNAME}:${password}@127.0.0.1:${port}` };
}

/**
 * The same for ssh, which speaks no SOCKS: the tunnel is the host. Other users of the machine could use it while it is
 * open, too, but reach no other host.
 */
export async function openForwardingTunnel(options: TunnelOptions): Promise<ForwardingTunnel> {
  return openTunnel(options);
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

interface Target {
  hostname: string;
  port: number;
}

/**
 * `shakeHands` reads the target of a connection; it returns undefined if the connection was refused. Without it, all
 * connections lead to the host in `options`.
 */
async function openTunnel(
  options: TunnelOptions,
  shakeHands?: (client: Socket) => Promise<Target | undefined>,
): Promise<ForwardingTunnel> {
  const target: Target = { hostname: withoutBrackets(options.hostname), port: options.port };
  const reply = (code: Buffer): Buffer => (shakeHands ? code : Buffer.alloc(0));
  const sockets = new Set<Socket>();
  let received = 0;
  let failure: ReturnType<Tunnel['failure']>;

  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };

  const join = async (client: Socket): Promise<void> => {
    track(client);
    const wanted = shakeHands ? await shakeHands(client) : target;
    if (!wanted) return;
    if (wanted.hostname !== target.hostname || wanted.port !== target.port) {
      failure ??= 'other-host';
      client.end(SOCKS_REPLY.notAllowed);
      return;
    }
    let remote: Socket;
    try {
      remote = await options.network.connect(wanted);
    } catch (error) {
      failure ??= error as NetworkError;
      client.end(reply(SOCKS_REPLY.unreachable));
      return;
    }
    track(remote);
    if (client.destroyed) {
      remote.destroy();
      return;
    }
    client.write(reply(SOCKS_REPLY.connected));
    remote.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= options.maxBytes) return;
      if (failure === undefined) {
        failure = 'too-large';
        options.onTooLarge();
      }
      remote.destroy();
      client.destroy();
    });
    remote.pipe(client);
    client.pipe(remote);
    remote.once('close', () => client.destroy());
    client.once('close', () => remote.destroy());
  };

  const server = createServer((client) => void join(client).catch(() => client.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    receivedBytes: () => received,
    failure: () => failure,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
