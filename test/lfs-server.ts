/** The LFS server of a Git server in tests, which misbehaves on request. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface LfsFixture {
  /** Stores a file, and returns the pointer that a repository has in its place. */
  add(content: Buffer): string;
  /** Its requests, as method and path, and whether they had credentials. */
  requests: string[];
  /** May be changed while the server runs. */
  options: LfsOptions;
  /** Responds to a request if it is one for LFS. */
  respond(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export interface LfsOptions {
  auth?: { username: string; password: string };
  /** The status of each batch. */
  batchStatus?: number;
  /** An address to which batches are redirected. */
  batchRedirect?: string;
  /** Another origin that serves the downloads. */
  downloadOrigin?: string;
  /** How downloads fail. */
  download?: 'wrong-bytes' | 'too-long' | 'hanging' | number | { redirect: string };
}

export const lfsPointer = (content: Buffer): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(content).digest('hex')}\nsize ${content.length}\n`;

export function createLfsFixture(): LfsFixture {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const options: LfsOptions = {};

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const path = request.url ?? '';
    const isBatch = path.endsWith('/info/lfs/objects/batch');
    if (!isBatch && !path.startsWith('/lfs-objects/')) return false;
    const sent = request.headers.authorization ? ' with credentials' : '';
    requests.push(`${request.method} ${path}${sent}`);
    const { auth, batchStatus, batchRedirect, download } = options;
    const expected = auth && `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
    if (isBatch) {
      if (batchRedirect) response.writeHead(307, { location: batchRedirect }).end();
      else if (batchStatus) response.writeHead(batchStatus).end('{}');
      else if (expected && request.headers.authorization !== expected) response.writeHead(401).end('{}');
      else await respondToBatch(request, response);
      return true;
    }
    // Downloads are allowed by the header of their batch alone.
    if (request.headers['x-ticket'] !== 'ticket') response.writeHead(403).end();
    else if (typeof download === 'number') response.writeHead(download).end();
    else if (typeof download === 'object') response.writeHead(302, { location: download.redirect }).end();
    else if (download !== 'hanging') {
      const content = objects.get(path.slice('/lfs-objects/'.length)) ?? Buffer.alloc(0);
      if (download === 'too-long') response.end(Buffer.concat([content, content]));
      else response.end(download === 'wrong-bytes' ? Buffer.alloc(content.length) : content);
    }
    return true;
  }

  async function respondToBatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as {
      operation: string;
      objects: { oid: string; size: number }[];
    };
    const origin = options.downloadOrigin ?? `http://${request.headers.host}`;
    const listed = asked.objects.map(({ oid, size }) =>
      objects.get(oid)?.length === size && asked.operation === 'download'
        ? {
            oid,
            size,
            actions: { download: { href: `${origin}/lfs-objects/${oid}`, header: { 'X-Ticket': 'ticket' } } },
          }
        : { oid, size, error: { code: 404, message: 'Object does not exist' } },
    );
    response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
    response.end(JSON.stringify({ transfer: 'basic', objects: listed }));
  }

  return {
    add: (content) => {
      objects.set(createHash('sha256').update(content).digest('hex'), content);
      return lfsPointer(content);
    },
    requests,
    options,
    respond,
  };
}
