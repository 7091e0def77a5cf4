import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface SyslogReceiver {
  protocol: 'udp' | 'tcp' | 'tls';
  host: string;
  port: number;
}

const TIMEOUT_MS = 15_000;
/** How long a receiver may take to close the connection after it has read everything. */
const CLOSE_MS = 5000;

/** Larger datagrams are often dropped on their way. */
export const maxBytesOf = ({ protocol }: SyslogReceiver): number => (protocol === 'udp' ? 8192 : 262_144);

/**
 * Sends messages in their order, on one connection. Over TCP and TLS it resolves after the receiver has closed its side,
 * which it does when it has read everything; syslog has no other acknowledgement.
 */
export const sendSyslog = (
  receiver: SyslogReceiver,
  messages: readonly Buffer[],
  signal: AbortSignal,
): Promise<void> =>
  receiver.protocol === 'udp' ? sendDatagrams(receiver, messages) : sendStream(receiver, messages, signal);

async function sendDatagrams({ host, port }: SyslogReceiver, messages: readonly Buffer[]): Promise<void> {
  const socket = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
  try {
    for (const message of messages)
      await new Promise<void>((resolve, reject) =>
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve())),
      );
  } finally {
    socket.close();
  }
}

function sendStream(
  { protocol, host, port }: SyslogReceiver,
  messages: readonly Buffer[],
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket =
      protocol === 'tls'
        ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }) })
        : connectTcp({ host, port });
    let isSent = false;
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const abort = (): void => fail(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    socket.setTimeout(TIMEOUT_MS, () =>
      fail(new Error(`The syslog server ${host}:${port} does not respond.`)),
    );
    socket.on('error', fail);
    // A receiver that sends something must not fill the buffer.
    socket.resume();
    socket.once(protocol === 'tls' ? 'secureConnect' : 'connect', () => {
      // Octet counting (RFC 6587 and 5425): a message can contain line breaks.
      for (const message of messages) {
        socket.write(`${message.length} `);
        socket.write(message);
      }
      socket.end(() => {
        isSent = true;
        // Some receivers keep their side open.
        socket.setTimeout(CLOSE_MS, () => socket.destroy());
      });
    });
    socket.once('close', (hadError) => {
      signal.removeEventListener('abort', abort);
      if (hadError) return;
      if (isSent) resolve();
      else reject(new Error(`The syslog server ${host}:${port} closed the connection.`));
    });
  });
}
