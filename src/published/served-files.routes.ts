import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileNotFound } from '../content/revisions/content-errors.ts';
import { defineError } from '../http/errors.ts';
import { isId } from '../http/ids.ts';
import { methodNotAllowed } from '../http/request-errors.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { attachment } from './attachment.ts';
import { type BlobReference, createBlobCache } from './blob-cache.ts';
import { parseRange } from './byte-range.ts';
import { deliveryOf, FILE_POLICY } from './delivery.ts';
import { matchesEntityTag } from './entity-tag.ts';

/** A file that a capability opened: its blob, and how to send it. */
interface ServedFile extends BlobReference {
  contentType: string;
  /** The name under which it is saved. */
  name: string;
}

export interface ServedFilesDeps {
  /** Opens the capability: undefined when the space, the file or the token is not, or is no longer, good. */
  findServedFile(spaceId: string, fileId: string, token: string): Promise<ServedFile | undefined>;
  /** Whether files of the space are served on a host: a host of a site has only those of the site. */
  isServedOn(host: string, spaceId: string): Promise<boolean>;
  blobs: BlobStore;
  /** Memory for files that are asked for often. */
  cacheBytes: number;
}

interface FileParams {
  spaceId: string;
  fileId: string;
  token: string;
  name: string;
}

const PATH = '/files/:spaceId/:fileId/:token/:name';
// Larger files are streamed from the store: few are asked for often, and reading ahead would cost memory for each.
const CACHED_BYTES = 1024 * 1024;

/** User files by capability: any address that opens answers the same bytes forever. */
export function servedFileRoutes(server: FastifyInstance, deps: ServedFilesDeps): void {
  const cache = createBlobCache(deps.blobs, deps.cacheBytes);

  server.route<{ Params: FileParams }>({
    method: ['GET', 'HEAD'],
    url: PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const file = await findFile(request);
      const tag = `"${file.hash.toString('base64url')}"`;
      writeHeaders(reply, file, tag);
      if (matchesEntityTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
      if (request.method === 'HEAD') return reply.header('content-length', file.size).send();

      const range = isRangeWanted(request, tag) ? parseRange(request.headers.range, file.size) : undefined;
      if (range === 'unsatisfiable') throw rangeNotSatisfiable(file.size);
      const body = await readBody(file, range);
      if (!body)
        throw new Error(`The blob ${file.hash.toString('hex')} of ${file.organizationId} is not in storage.`);
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
      reply.header('content-length', range ? range.end - range.start + 1 : file.size);
      return reply.send(body);
    },
  });

  server.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: PATH,
    onRequest: async (request) => {
      throw methodNotAllowed(request.method, 'GET, HEAD');
    },
    handler: () => undefined,
  });

  async function findFile({ params, host }: FastifyRequest<{ Params: FileParams }>): Promise<ServedFile> {
    const { spaceId, fileId, token } = params;
    const file =
      isId(spaceId) && isId(fileId) ? await deps.findServedFile(spaceId, fileId, token) : undefined;
    if (!file || !(await deps.isServedOn(host.toLowerCase(), spaceId))) throw fileNotFound();
    return file;
  }

  async function readBody(file: ServedFile, range: { start: number; end: number } | undefined) {
    if (file.size > CACHED_BYTES) return deps.blobs.read(file.organizationId, file.hash, range);
    const bytes = await cache.get(file);
    return range ? bytes?.subarray(range.start, range.end + 1) : bytes;
  }
}

function writeHeaders(reply: FastifyReply, file: ServedFile, tag: string): void {
  const delivery = deliveryOf(file.contentType);
  reply.headers({
    'content-type': delivery.contentType,
    'content-security-policy': FILE_POLICY,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag: tag,
  });
  if (!delivery.isInline) reply.header('content-disposition', attachment(file.name));
  if (delivery.isShared) reply.header('access-control-allow-origin', '*');
}

/** A range with `If-Range` counts only for exactly the same bytes; there is no date that it could contain instead. */
function isRangeWanted(request: FastifyRequest, tag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === tag;
}

const rangeNotSatisfiable = defineError({ status: 416, reason: 'range-not-satisfiable' }, (size: number) => ({
  message: `The file has ${size} bytes. The requested range has none of them.`,
  headers: { 'content-range': `bytes */${size}` },
}));
