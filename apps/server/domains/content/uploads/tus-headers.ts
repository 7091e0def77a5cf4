import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../../platform/http/errors.ts';
import type { Checksum } from './append-to-upload.ts';
import { baseName } from './read-upload-body.ts';
import { checkName } from './receive-upload.ts';
import { pieceTypeRequired, tusVersionRequired, uploadTooLarge } from './upload-errors.ts';

export const VERSION = '1.0.0';
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256'] as const;
export const PIECE_TYPE = 'application/offset+octet-stream';

export function requireVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== VERSION) throw tusVersionRequired();
}

/** Whether bytes of the file follow the headers. */
export const hasBytes = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || !/^0*$/.test(headers['content-length'] ?? '');

/** What the headers say about the bytes that follow them. */
export function readPieceHeaders(request: FastifyRequest): {
  contentLength: number | undefined;
  checksum: Checksum | undefined;
} {
  const { 'content-type': type, 'content-length': length } = request.headers;
  if (type?.split(';')[0]?.trim().toLowerCase() !== PIECE_TYPE) throw pieceTypeRequired();
  return {
    contentLength: length === undefined ? undefined : Number(length),
    checksum: readChecksum(request),
  };
}

/** The name of an algorithm, and a digest in base64. */
function readChecksum({ headers }: FastifyRequest): Checksum | undefined {
  const header = headers['upload-checksum'];
  if (header === undefined) return undefined;
  const [name, digest = '', ...more] = [header].flat().join(',').trim().split(' ');
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name);
  if (algorithm === undefined)
    throw invalidField('Upload-Checksum', `must begin with one of: ${CHECKSUM_ALGORITHMS.join(', ')}`);
  const bytes = Buffer.from(digest, 'base64');
  const { length } = createHash(algorithm).digest();
  if (more.length > 0 || bytes.length !== length || bytes.toString('base64') !== digest)
    throw invalidField('Upload-Checksum', `must contain ${length} bytes in base64 after ${algorithm}`);
  return { algorithm, digest: bytes };
}

export function readInteger({ headers }: FastifyRequest, name: 'Upload-Length' | 'Upload-Offset'): number {
  const text = headers[name.toLowerCase()];
  if (text === undefined) throw invalidField(name, 'is required, as a header');
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalidField(name, 'must be a number of bytes');
  return Number(text);
}

export interface Announcement {
  length: number;
  name: string;
  metadata: string;
}

/** What the headers say about a file that will arrive. */
export function readAnnouncement(request: FastifyRequest, maxBytes: number): Announcement {
  const length = readInteger(request, 'Upload-Length');
  if (length > maxBytes) throw uploadTooLarge(maxBytes);
  if (length === 0) throw invalidField('Upload-Length', 'must be at least 1');
  const metadata = [request.headers['upload-metadata'] ?? ''].flat().join(',');
  const values = parseMetadata(metadata);
  const name = baseName(values.get('filename') ?? values.get('name'));
  if (name === undefined) throw invalidField('Upload-Metadata', 'must contain a filename');
  return { length, name: checkName(name), metadata };
}

/** Keys, each with its value in base64, separated by commas. */
function parseMetadata(header: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    if (key === '' && header.trim() === '') continue;
    const isValid = key !== '' && more.length === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
    if (!isValid || values.has(key))
      throw invalidField('Upload-Metadata', 'must be a list of different keys, each with a value in base64');
    values.set(key, Buffer.from(value, 'base64').toString('utf8'));
  }
  return values;
}
