import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { BerReader, BerWriter } from 'ldapts';

type Values = Record<string, string[]>;

/** A directory that says whatever a test wants it to say. */
export interface LdapForger {
  port: number;
  /** The result of the next binds, by name: a code and a message; others succeed. */
  binds: Map<string, { code: number; message: string }>;
  /** What each search finds. */
  entries: { dn: string; attributes: Values }[];
  /** What a search finds instead, by the bytes that ask for it. */
  find: ((request: Buffer) => LdapForger['entries']) | undefined;
  /** References that come with each search. */
  references: string[];
  /** The names and passwords that were sent. */
  bound: { dn: string; password: string }[];
  /** Answers the first bytes of a connection instead, such as StartTLS. */
  instead: ((socket: Socket) => void) | undefined;
  close(): Promise<void>;
}

const BIND = 0x60;
const SEARCH = 0x63;

export async function startLdapForger(): Promise<LdapForger> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (forger.instead) forger.instead(socket);
      else answer(forger, socket, data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const forger: LdapForger = {
    port: (server.address() as AddressInfo).port,
    binds: new Map(),
    entries: [],
    find: undefined,
    references: [],
    bound: [],
    instead: undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return forger;
}

function answer(forger: LdapForger, socket: Socket, data: Buffer): void {
  const reader = new BerReader(data);
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const operation = reader.readSequence();
  if (operation === BIND) {
    reader.readInt();
    const dn = reader.readString() ?? '';
    const password = reader.readString(0x80) ?? '';
    forger.bound.push({ dn, password });
    const { code = 0, message = '' } = forger.binds.get(dn) ?? {};
    socket.write(writeResult(id, 0x61, code, message));
  }
  if (operation !== SEARCH) return;
  for (const { dn, attributes } of forger.find?.(data) ?? forger.entries)
    socket.write(writeEntry(id, dn, attributes));
  for (const reference of forger.references) socket.write(writeReference(id, reference));
  socket.write(writeResult(id, 0x65, 0, ''));
}

export function writeResult(id: number, tag: number, code: number, message: string): Buffer {
  return write(id, tag, (writer) => {
    writer.writeEnumeration(code);
    writer.writeString('');
    writer.writeString(message);
  });
}

const writeEntry = (id: number, dn: string, attributes: Values): Buffer =>
  write(id, 0x64, (writer) => {
    writer.writeString(dn);
    writer.startSequence();
    for (const [name, values] of Object.entries(attributes)) {
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(0x31);
      for (const value of values) writer.writeString(value);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
  });

const writeReference = (id: number, url: string): Buffer =>
  write(id, 0x73, (writer) => writer.writeString(url));

function write(id: number, tag: number, content: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  content(writer);
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}
