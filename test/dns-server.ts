import { createSocket } from 'node:dgram';

/** The answer for a name: its TXT records, each in pieces; no such name; a failure; or silence. */
type Answer = string[][] | 'missing' | 'failure' | 'silence';

export interface DnsServer {
  /** The value for `LECTERN_DNS_SERVERS`. */
  address: string;
  /** By name; other names do not exist. */
  answers: Map<string, Answer>;
  /** The names that were asked for. */
  asked: string[];
  close(): Promise<void>;
}

const TXT = 16;
const CODES = { missing: 3, failure: 2 } as const;

/** A small real DNS server on UDP, which knows TXT records. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query, 12);
    asked.push(name);
    const answer = answers.get(name) ?? 'missing';
    if (answer === 'silence') return;
    const question = query.subarray(12, end + 4);
    const records = typeof answer === 'string' ? [] : answer;
    const code = typeof answer === 'string' ? CODES[answer] : 0;
    socket.send(
      Buffer.concat([header(query, code, records.length), question, ...records.map(txt)]),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    answers,
    asked,
    close: () =>
      new Promise((resolve) => {
        socket.close(() => resolve());
      }),
  };
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] as number; length > 0; length = message[at] as number) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function header(query: Buffer, code: number, answers: number): Buffer {
  const bytes = Buffer.alloc(12);
  query.copy(bytes, 0, 0, 2);
  // An answer, recursion asked for and available.
  bytes.writeUInt16BE(0x8180 | code, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(answers, 6);
  return bytes;
}

function txt(pieces: string[]): Buffer {
  const content = Buffer.concat(
    pieces.map((piece) => Buffer.from(`${String.fromCharCode(piece.length)}${piece}`, 'latin1')),
  );
  const bytes = Buffer.alloc(12);
  // The name is the one in the question.
  bytes.writeUInt16BE(0xc00c, 0);
  bytes.writeUInt16BE(TXT, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt32BE(0, 6);
  bytes.writeUInt16BE(content.length, 10);
  return Buffer.concat([bytes, content]);
}
