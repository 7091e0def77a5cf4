import { connect, type Socket } from 'node:net';

/** ExtendedRequest with the id 1 and the name 1.3.6.1.4.1.1466.20037 (RFC 4511, section 4.14). */
const REQUEST = Buffer.concat([
  Buffer.from('301d02010177188016', 'hex'),
  Buffer.from('1.3.6.1.4.1.1466.20037'),
]);
const MAX_RESPONSE_BYTES = 4096;

/** The directory did not begin to encrypt. */
export class StartTlsError extends Error {}

/**
 * Connects, and asks the directory to encrypt. Done here rather than by the library, which keeps what was received
 * before the encryption: somebody in between could begin a response there that looks as if it were encrypted.
 */
export function startTls({ host, port }: { host: string; port: number }): {
  socket: Socket;
  ready: Promise<void>;
} {
  const socket = connect(port, host);
  const ready = new Promise<void>((resolve, reject) => {
    let received = Buffer.alloc(0);
    const read = (data: Buffer) => {
      received = Buffer.concat([received, data]);
      const message = readElement(received, 0);
      if (!message && received.length <= MAX_RESPONSE_BYTES) return;
      socket.off('data', read);
      if (!message || message.end !== received.length)
        reject(new StartTlsError('The directory sent more than one response before the encryption.'));
      else if (!isSuccess(received, message.start))
        reject(new StartTlsError('The directory refuses StartTLS.'));
      else resolve();
    };
    socket.on('data', read);
    socket.once('error', reject);
    socket.once('close', () => reject(new StartTlsError('The directory closed the connection.')));
    socket.write(REQUEST);
  });
  return { socket, ready };
}

/** Whether it is the ExtendedResponse to the request, with the result code 0. */
function isSuccess(message: Buffer, start: number): boolean {
  const id = readElement(message, start);
  const response = id && readElement(message, id.end);
  const code = response && readElement(message, response.start);
  return (
    id?.tag === 0x02 &&
    message.subarray(id.start, id.end).equals(Buffer.from([1])) &&
    response?.tag === 0x78 &&
    code?.tag === 0x0a &&
    message.subarray(code.start, code.end).equals(Buffer.from([0]))
  );
}

/** An element of BER: its tag, and where its content is. Undefined: it is not complete. */
function readElement(
  buffer: Buffer,
  offset: number,
): { tag: number; start: number; end: number } | undefined {
  const tag = buffer[offset];
  const first = buffer[offset + 1];
  if (tag === undefined || first === undefined) return undefined;
  const count = first < 0x80 ? 0 : first & 0x7f;
  const start = offset + 2 + count;
  if (count > 4 || buffer.length < start) return undefined;
  const length = count === 0 ? first : buffer.readUIntBE(offset + 2, count);
  return buffer.length < start + length ? undefined : { tag, start, end: start + length };
}
