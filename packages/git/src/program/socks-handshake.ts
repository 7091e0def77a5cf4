/** The server's half of SOCKS5 (RFC 1928) with user name and password (RFC 1929), as far as one CONNECT. */
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const readReply = (code: number): Buffer => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);

export const SOCKS_REPLY = { connected: readReply(0), notAllowed: readReply(2), unreachable: readReply(4) };

const CONNECT = 1;
const BY_PASSWORD = 2;
const NO_METHOD = 0xff;
const IPV4 = 1;
const DOMAIN = 3;
const IPV6 = 4;

/**
 * Returns the target that the client requests; undefined, with the socket closed, if it violates the protocol or the
 * password is wrong.
 */
export async function readSocksRequest(
  socket: Socket,
  isAllowed: (username: string, password: string) => boolean,
): Promise<{ hostname: string; port: number } | undefined> {
  const read = createReader(socket);
  const refuse = (reply: Buffer): undefined => {
    socket.end(reply);
    return undefined;
  };
  const [version, methods] = await read(2);
  if (version !== 5) return refuse(Buffer.from([5, NO_METHOD]));
  if (!(await read(methods!)).includes(BY_PASSWORD)) return refuse(Buffer.from([5, NO_METHOD]));
  socket.write(Buffer.from([5, BY_PASSWORD]));
  const [, nameLength] = await read(2);
  const username = (await read(nameLength!)).toString('latin1');
  const [passwordLength] = await read(1);
  const password = (await read(passwordLength!)).toString('latin1');
  if (!isAllowed(username, password)) return refuse(Buffer.from([1, 1]));
  socket.write(Buffer.from([1, 0]));
  const [, command, , kind] = await read(4);
  if (command !== CONNECT) return refuse(readReply(7));
  const hostname = await readHost(kind!, read);
  if (hostname === undefined) return refuse(readReply(8));
  const port = (await read(2)).readUInt16BE();
  return { hostname, port };
}

type Read = (length: number) => Promise<Buffer>;

async function readHost(kind: number, read: Read): Promise<string | undefined> {
  if (kind === DOMAIN) {
    const [length] = await read(1);
    return (await read(length!)).toString('latin1');
  }
  if (kind === IPV4) return [...(await read(4))].join('.');
  if (kind === IPV6) return ipaddr.fromByteArray([...(await read(16))]).toString();
  return undefined;
}

/** Reads exactly the requested number of bytes, leaving the rest in the socket; fails if the socket ends earlier. */
function createReader(socket: Socket): Read {
  return async (length) => {
    if (length === 0) return Buffer.alloc(0);
    for (;;) {
      const bytes = socket.read(length) as Buffer | null;
      if (bytes) return bytes;
      if (socket.destroyed || socket.readableEnded) throw new Error('The client left during the handshake.');
      await new Promise<void>((resolve) => {
        const go = (): void => {
          socket.off('readable', go);
          socket.off('close', go);
          socket.off('end', go);
          resolve();
        };
        socket.once('readable', go);
        socket.once('close', go);
        socket.once('end', go);
      });
    }
  };
}
