import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { chooseEncoding } from './compression.ts';

/** A file of the build, with the compressed forms that the build writes beside it; a font has none. */
export interface BuiltFile {
  contentType: string;
  body: Buffer;
  compressed: { br: Buffer; gzip: Buffer } | undefined;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Undefined if the folder has no such file, or if its type is none that browsers load. */
export function readBuiltFile(folder: string, name: string): BuiltFile | undefined {
  const contentType = TYPES[extname(name)];
  if (contentType === undefined) return undefined;
  const read = (suffix: string): Buffer => readFileSync(join(folder, name + suffix));
  if (contentType === 'font/woff2') return { contentType, body: read(''), compressed: undefined };
  if (!existsSync(join(folder, `${name}.br`))) return undefined;
  return { contentType, body: read(''), compressed: { br: read('.br'), gzip: read('.gz') } };
}

const ENCODINGS = ['br', 'gzip'] as const;

/** Its name must contain the hash of its content: browsers and proxies keep it for good. */
export function sendBuiltFile(
  reply: FastifyReply,
  file: BuiltFile,
  accepted: string | undefined,
): FastifyReply {
  const { contentType, body, compressed } = file;
  reply.headers({ 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' });
  if (!compressed) return reply.send(body);
  const encoding = chooseEncoding(accepted, ENCODINGS);
  reply.header('vary', 'accept-encoding');
  if (encoding === undefined) return reply.send(body);
  return reply.header('content-encoding', encoding).send(compressed[encoding]);
}
