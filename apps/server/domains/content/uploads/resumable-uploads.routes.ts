import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import { runUnkeyed } from '../../../platform/access/idempotency/keyed-request.ts';
import type { Context } from '../../../platform/context.ts';
import { methodNotAllowed } from '../../../platform/http/request-errors.ts';
import { PREFLIGHT_HEADERS } from '../../../platform/http/response-headers.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { appendToUpload, requireFit } from './append-to-upload.ts';
import { startUpload } from './receive-upload.ts';
import {
  type Announcement,
  CHECKSUM_ALGORITHMS,
  hasBytes,
  PIECE_TYPE,
  readAnnouncement,
  readInteger,
  readPieceHeaders,
  requireVersion,
  VERSION,
} from './tus-headers.ts';
import {
  checksumMismatch,
  pieceTypeRequired,
  tooManyPieces,
  tooManyUploads,
  tusVersionRequired,
  uploadNotFound,
  uploadOffsetMismatch,
  uploadTooLarge,
} from './upload-errors.ts';
import { expireUpload, findResumableUpload, type ResumableUpload } from './upload-pieces.queries.ts';
import { UPLOAD_LIFETIME_MS } from './uploads.queries.ts';
import { acceptFiles, UPLOAD_CONFIG } from './uploads.routes.ts';

const EXTENSIONS = 'creation,creation-with-upload,expiration,checksum,termination';
const UPLOADS = '/v1/spaces/:spaceId/uploads';
const UPLOAD = `${UPLOADS}/:uploadId`;
const UPLOAD_METHODS = 'HEAD, PATCH, DELETE, OPTIONS';
/** The headers that scripts of other origins may read. */
const EXPOSED_HEADERS =
  'Location, Retry-After, Tus-Checksum-Algorithm, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id';

const InSpace = Type.Object({ spaceId: Id });
const UploadParams = Type.Object({ spaceId: Id, uploadId: Id });
const CONFIG = { access: UPLOAD_CONFIG.access, audit: UPLOAD_CONFIG.audit } as const;
const PIECE_BODY = { content: { [PIECE_TYPE]: { schema: Type.Unsafe<unknown>({}) } } };
const PIECE_ERRORS = [
  tusVersionRequired,
  uploadNotFound,
  uploadOffsetMismatch,
  tooManyPieces,
  pieceTypeRequired,
  checksumMismatch,
] as const;

/** The tus protocol: files that arrive in pieces, and are continued after an interruption. */
export const resumableUploadRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config } = context;
    acceptFiles(app);
    app.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': VERSION, 'access-control-expose-headers': EXPOSED_HEADERS });
    });

    describeServer(app, config);

    app.route({
      method: 'POST',
      url: UPLOADS,
      config: {
        ...CONFIG,
        hasStreamedBody: true,
        errors: [...PIECE_ERRORS, tooManyUploads, uploadTooLarge],
      },
      schema: {
        operationId: 'createResumableUpload',
        tags: ['Content'],
        summary: 'Begin a resumable upload',
        description:
          'Begins an upload by the tus protocol, version 1.0.0. `Upload-Length` is the size of the file, and `Upload-Metadata` contains its `filename`. The bytes are sent to the URL in `Location`, whose last segment is the id of the upload; the first of them can be the body of this request. After the last byte, edits can name this id as `upload`.',
        params: InSpace,
        body: PIECE_BODY,
        response: { 201: Type.Null() },
      },
      handler: async (request, reply) => {
        requireVersion(request);
        const announcement = readAnnouncement(request, config.limits.uploadBytes);
        const piece = hasBytes(request) ? readPieceHeaders(request) : undefined;
        requireFit(piece?.contentLength, announcement.length);
        await request.keyed?.describeBody(context.db, fingerprintOf(request, announcement));
        const upload = await beginUpload(context, request, announcement);
        reply.code(201);
        reply.header('location', `${config.baseUrl}/v1/spaces/${upload.spaceId}/uploads/${upload.uploadId}`);
        if (piece) {
          const first = { upload, offset: 0, body: request.raw, ...piece };
          setOffset(reply, upload, await receiveFirst(context, first));
        } else reply.header('upload-expires', expiryOf(upload.createdAt));
        return sendEmpty(reply);
      },
    });

    app.route({
      method: 'HEAD',
      url: UPLOAD,
      config: { ...CONFIG, errors: [tusVersionRequired, uploadNotFound] },
      schema: {
        operationId: 'getResumableUpload',
        tags: ['Content'],
        summary: 'Get the offset of a resumable upload',
        description: 'The upload continues at `Upload-Offset`. It is complete when this is `Upload-Length`.',
        params: UploadParams,
        response: { 200: Type.Null() },
      },
      handler: async (request, reply) => {
        await describeUpload(context, request, reply);
        return sendEmpty(reply);
      },
    });

    app.route({
      method: 'PATCH',
      url: UPLOAD,
      config: {
        ...CONFIG,
        hasStreamedBody: true,
        recognizesRepeats: true,
        errors: PIECE_ERRORS,
      },
      schema: {
        operationId: 'continueResumableUpload',
        tags: ['Content'],
        summary: 'Continue a resumable upload',
        description:
          'Adds the body to the bytes that have arrived. `Upload-Offset` is their number. If the connection ends early, the bytes that have arrived by then are kept, unless the request has an `Upload-Checksum`.',
        params: UploadParams,
        body: PIECE_BODY,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await continueUpload(context, request, reply);
        reply.code(204);
        return null;
      },
    });

    app.route({
      method: 'DELETE',
      url: UPLOAD,
      config: { ...CONFIG, errors: [tusVersionRequired, uploadNotFound] },
      schema: {
        operationId: 'deleteResumableUpload',
        tags: ['Content'],
        summary: 'Delete a resumable upload',
        description: 'Its id can no longer be named. Files of the content that were made of it stay.',
        params: UploadParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        await endUpload(context, request);
        reply.code(204);
        return null;
      },
    });

    app.route({
      method: 'POST',
      url: UPLOAD,
      config: {
        ...CONFIG,
        hasStreamedBody: true,
        recognizesRepeats: true,
        errors: [...PIECE_ERRORS, methodNotAllowed],
      },
      schema: {
        operationId: 'overrideResumableUpload',
        tags: ['Content'],
        summary: 'Continue or delete a resumable upload by POST',
        description:
          'For programs that can send only `GET` and `POST`: `X-HTTP-Method-Override` contains the method that the request stands for, which is `HEAD`, `PATCH` or `DELETE`.',
        params: UploadParams,
        body: PIECE_BODY,
        response: { 200: Type.Null(), 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { 'x-http-method-override': override } = request.headers;
        if (override === 'PATCH') await continueUpload(context, request, reply);
        else if (override === 'DELETE') await endUpload(context, request);
        else if (override === 'HEAD') await describeUpload(context, request, reply);
        else throw methodNotAllowed('POST without X-HTTP-Method-Override', UPLOAD_METHODS);
        reply.code(override === 'HEAD' ? 200 : 204);
        return sendEmpty(reply);
      },
    });
  };

function describeServer(app: FastifyInstance, { limits }: Context['config']): void {
  for (const [url, allow] of [
    [UPLOADS, 'POST, OPTIONS'],
    [UPLOAD, UPLOAD_METHODS],
  ] as const)
    app.route({
      method: 'OPTIONS',
      url,
      config: { access: 'public' },
      schema: { hide: true },
      handler: async (_request, reply) =>
        reply
          .code(204)
          .headers({
            ...PREFLIGHT_HEADERS,
            allow,
            'tus-version': VERSION,
            'tus-extension': EXTENSIONS,
            'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
            'tus-max-size': String(limits.uploadBytes),
          })
          .send(),
    });
}

async function beginUpload(
  context: Context,
  request: FastifyRequest,
  { length, name, metadata }: Announcement,
): Promise<ResumableUpload> {
  const at = context.clock();
  const key = await startUpload(context, {
    space: grantedSpace(request),
    actor: grantedTo(request).actor,
    name,
    at,
    pieces: { length, metadata },
  });
  return { ...key, name, createdAt: at, length, received: 0, metadata };
}

/**
 * Receives the bytes that come with the creation of an upload. The response to a failure names no upload, so none
 * remains. The pieces do not store the key of the request: a repeat that finds no response creates another upload.
 */
async function receiveFirst(context: Context, first: Parameters<typeof appendToUpload>[1]): Promise<number> {
  try {
    return await runUnkeyed(() => appendToUpload(context, first));
  } catch (error) {
    await expireUpload(context.db, first.upload, context.clock()).catch(() => {});
    throw error;
  }
}

async function continueUpload(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const upload = await getUpload(context, request);
  const piece = readPieceHeaders(request);
  const offset = readInteger(request, 'Upload-Offset');
  const reached = await appendToUpload(context, { upload, offset, body: request.raw, ...piece });
  setOffset(reply, upload, reached);
}

async function describeUpload(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const upload = await getUpload(context, request);
  setOffset(reply, upload, upload.received);
  reply.header('upload-length', String(upload.length));
  if (upload.metadata !== '') reply.header('upload-metadata', upload.metadata);
}

async function endUpload(context: Context, request: FastifyRequest): Promise<void> {
  const upload = await getUpload(context, request);
  await context.transact(({ trx }) => expireUpload(trx, upload, context.clock()));
}

/** The upload of the URL, if the caller has begun it in this space. */
async function getUpload({ db, clock }: Context, request: FastifyRequest): Promise<ResumableUpload> {
  const { uploadId } = request.params as { uploadId: string };
  if (!isId(uploadId)) throw uploadNotFound('uploadId');
  const { organizationId, spaceId } = grantedSpace(request);
  const since = new Date(clock().getTime() - UPLOAD_LIFETIME_MS);
  const authorId = authorIdOf(grantedTo(request).actor);
  const upload = await findResumableUpload(db, { organizationId, spaceId, uploadId }, { authorId, since });
  if (!upload) throw uploadNotFound('uploadId');
  requireVersion(request);
  return upload;
}

const expiryOf = (createdAt: Date): string =>
  new Date(createdAt.getTime() + UPLOAD_LIFETIME_MS).toUTCString();

/** Other statuses than 204 would have the body `null`. */
function sendEmpty<Reply extends FastifyReply>(reply: Reply): Reply {
  (reply as FastifyReply).send();
  return reply;
}

function setOffset(reply: FastifyReply, upload: ResumableUpload, offset: number): void {
  reply.header('upload-offset', String(offset));
  reply.header('upload-expires', expiryOf(upload.createdAt));
}

/** The requests that create uploads differ in their headers only. */
const fingerprintOf = (
  { url }: FastifyRequest,
  { length, metadata }: Pick<Announcement, 'length' | 'metadata'>,
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([url, length, metadata]))
    .digest();
