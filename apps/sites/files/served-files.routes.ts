import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isId } from '@lectern/std/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findPictureWidth,
  isScaled,
  PICTURE_WIDTHS_TEXT,
  type PictureWidth,
} from '../../server/content/files/picture-sizes.ts';
import { fileNotFound } from '../../server/content/revisions/content-errors.ts';
import { defineError } from '../../server/platform/http/errors.ts';
import { methodNotAllowed } from '../../server/platform/http/request-errors.ts';
import type { BlobStore, ByteRange } from '../../server/platform/storage/blob-store.ts';
import type { Threads } from '../../server/platform/threads/threads.ts';
import { matchesEntityTag } from '../responses/entity-tag.ts';
import { attachment } from './attachment.ts';
import { type BlobReference, createBlobCache } from './blob-cache.ts';
import { parseRange } from './byte-range.ts';
import { deliveryOf, FILE_POLICY } from './delivery.ts';
import { createPictureScaling } from './picture-scaling.ts';

/** A file that a capability opened: its blob, and how to send it. */
interface ServedFile extends BlobReference {
  contentType: string;
  /** The name under which it is saved. */
  name: string;
}

export interface ServedFilesDeps {
  /**
   * Finds the file of a capability; undefined if the space or site, the file or the token does not exist or is no longer valid.
   */
  findServedFile(ownerId: string, fileId: string, token: string): Promise<ServedFile | undefined>;
  /** Whether files of a space or a site are served on a host: a host of a site has only those of the site. */
  isServedOn(host: string, ownerId: string): Promise<boolean>;
  blobs: BlobStore;
  /** Memory for files that are asked for often. */
  cacheBytes: number;
  /** Memory for smaller sizes of pictures. */
  sizesCacheBytes: number;
  threads: Pick<Threads, 'run'>;
}

/** The content to send for a file: the file itself, or a smaller size of a picture. */
interface Sent {
  contentType: string;
  /** The name under which it is saved. */
  name: string;
  tag: string;
  size: number;
  /** Whether the address always has this content. */
  isLasting: boolean;
  read(range: ByteRange | undefined): Promise<Buffer | Readable>;
}

interface FileParams {
  /** The space or the site to which the file belongs. */
  ownerId: string;
  fileId: string;
  token: string;
  name: string;
}

const PATH = '/files/:ownerId/:fileId/:token/:name';
// Larger files are streamed from the store: few are asked for often, and reading ahead would cost memory for each.
const CACHED_BYTES = 1024 * 1024;

/** The type of smaller sizes of pictures. */
const SCALED_TYPE = 'image/webp';
/** Increase it when sizes come out differently: browsers that continue a download must not mix them. */
const SCALING_VERSION = 1;

/** Serves user files by capability: any address that opens returns the same bytes forever. */
export function servedFileRoutes(server: FastifyInstance, deps: ServedFilesDeps): void {
  const cache = createBlobCache(deps.blobs, deps.cacheBytes);
  const scaling = createPictureScaling({
    threads: deps.threads,
    log: server.log,
    read: readWhole,
    maxBytes: deps.sizesCacheBytes,
  });

  server.route<{ Params: FileParams; Querystring: { width?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: PATH,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const file = await findFile(request);
      const width = readWidth(request.query.width);
      const known = request.headers['if-none-match'];
      if (width !== undefined && isScaled(file)) {
        const tag = scaledTag(file, width);
        if (!matchesEntityTag(known, tag)) return send(request, reply, await findScaled(file, width));
        writeHeaders(reply, { ...file, contentType: SCALED_TYPE, tag, isLasting: true });
        return reply.code(304).send();
      }
      return send(request, reply, asItIs(file));
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
    const { ownerId, fileId, token } = params;
    const file =
      isId(ownerId) && isId(fileId) ? await deps.findServedFile(ownerId, fileId, token) : undefined;
    if (!file || !(await deps.isServedOn(host.toLowerCase(), ownerId))) throw fileNotFound();
    return file;
  }

  async function send(request: FastifyRequest, reply: FastifyReply, sent: Sent): Promise<FastifyReply> {
    const { tag, size } = sent;
    writeHeaders(reply, sent);
    if (matchesEntityTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
    if (request.method === 'HEAD') return reply.header('content-length', size).send();

    const range = isRangeWanted(request, tag) ? parseRange(request.headers.range, size) : undefined;
    if (range === 'unsatisfiable') throw rangeNotSatisfiable(size);
    const body = await sent.read(range);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    reply.header('content-length', range ? range.end - range.start + 1 : size);
    return reply.send(body);
  }

  const asItIs = (file: ServedFile, isLasting = true): Sent => ({
    ...file,
    tag: `"${file.hash.toString('base64url')}"`,
    isLasting,
    read: (range) => readBody(file, range),
  });

  /** Finds a smaller size of a picture, or the picture itself if it has none. */
  async function findScaled(file: ServedFile, width: PictureWidth): Promise<Sent> {
    const { bytes, isFinal } = await scaling.find(file, width);
    if (!bytes) return asItIs(file, isFinal);
    return {
      contentType: SCALED_TYPE,
      name: file.name,
      tag: scaledTag(file, width),
      size: bytes.length,
      isLasting: true,
      read: async (range) => partOf(bytes, range),
    };
  }

  async function readBody(file: ServedFile, range?: ByteRange): Promise<Buffer | Readable> {
    const body =
      file.size > CACHED_BYTES
        ? await deps.blobs.read(file.organizationId, file.hash, range)
        : await cache.get(file).then((bytes) => bytes && partOf(bytes, range));
    if (body) return body;
    throw new Error(`The blob ${file.hash.toString('hex')} of ${file.organizationId} is not in storage.`);
  }

  async function readWhole(file: ServedFile): Promise<Buffer> {
    const body = await readBody(file);
    return Buffer.isBuffer(body) ? body : buffer(body);
  }
}

const partOf = (bytes: Buffer, range: ByteRange | undefined): Buffer =>
  range ? bytes.subarray(range.start, range.end + 1) : bytes;

const scaledTag = ({ hash }: ServedFile, width: PictureWidth): string =>
  `"${hash.toString('base64url')}-${width}-${SCALING_VERSION}"`;

function readWidth(written: unknown): PictureWidth | undefined {
  if (written === undefined) return undefined;
  const width = findPictureWidth(written);
  if (width === undefined) throw unknownPictureWidth();
  return width;
}

function writeHeaders(
  reply: FastifyReply,
  { contentType, name, tag, isLasting }: Pick<Sent, 'contentType' | 'name' | 'tag' | 'isLasting'>,
): void {
  const delivery = deliveryOf(contentType);
  reply.headers({
    'content-type': delivery.contentType,
    'content-security-policy': FILE_POLICY,
    'cache-control': isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
    'accept-ranges': 'bytes',
    etag: tag,
  });
  if (!delivery.isInline) reply.header('content-disposition', attachment(name));
  if (delivery.isShared) reply.header('access-control-allow-origin', '*');
}

/**
 * Whether to send a range. With `If-Range`, only for exactly the same bytes; there is no date that it could contain
 * instead.
 */
function isRangeWanted(request: FastifyRequest, tag: string): boolean {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === tag;
}

const rangeNotSatisfiable = defineError({ status: 416, reason: 'range-not-satisfiable' }, (size: number) => ({
  message: `The file has ${size} bytes. The requested range is outside the file.`,
  headers: { 'content-range': `bytes */${size}` },
}));

const unknownPictureWidth = defineError(
  { status: 400, reason: 'unknown-picture-width' },
  `Smaller sizes of pictures have one of these widths: ${PICTURE_WIDTHS_TEXT}.`,
);
