import { createHash } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { authorIdOf } from '../../../platform/access/author.ts';
import { grantedSpace, grantedTo } from '../../../platform/access/authorize.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import { PREFLIGHT_HEADERS } from '../../../platform/http/response-headers.ts';
import { Id } from '../../../platform/http/schemas.ts';
import { appendToUpload } from './append-to-upload.ts';
import { baseName } from './read-upload-body.ts';
import { checkName, startUpload } from './receive-upload.ts';
import {
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

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,expiration,termination';
const PIECE_TYPE = 'application/offset+octet-stream';
const UPLOADS = '/v1/spaces/:spaceId/uploads';
const UPLOAD = `${UPLOADS}/:uploadId`;
/** What scripts on pages of other origins read. */
const EXPOSED_HEADERS =
  'Location, Retry-After, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id';

const InSpace = Type.Object({ spaceId: Id });
const UploadParams = Type.Object({ spaceId: Id, uploadId: Id });
const CONFIG = { access: UPLOAD_CONFIG.access, audit: UPLOAD_CONFIG.audit } as const;

/** The tus protocol: files that arrive in pieces, and are continued after an interruption. */
export const resumableUploadRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { config, clock } = context;
    acceptFiles(app);
    app.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'tus-resumable': VERSION, 'access-control-expose-headers': EXPOSED_HEADERS });
    });

    app.route({
      method: 'OPTIONS',
      url: UPLOADS,
      config: { access: 'public' },
      schema: { hide: true },
      handler: async (_request, reply) =>
        reply
          .code(204)
          .headers({
            ...PREFLIGHT_HEADERS,
            allow: 'POST, OPTIONS',
            'tus-version': VERSION,
            'tus-extension': EXTENSIONS,
            'tus-max-size': String(config.limits.uploadBytes),
          })
          .send(),
    });

    app.route({
      method: 'POST',
      url: UPLOADS,
      config: {
        ...CONFIG,
        hasStreamedBody: true,
        errors: [tusVersionRequired, tooManyUploads, uploadTooLarge],
      },
      schema: {
        operationId: 'createResumableUpload',
        tags: ['Content'],
        summary: 'Begin a resumable upload',
        description:
          'Begins an upload by the tus protocol, version 1.0.0. `Upload-Length` is the size of the file, and `Upload-Metadata` contains its `filename`. The bytes are sent to the URL in `Location`, whose last segment is the id of the upload. After the last byte, edits can name this id as `upload`.',
        params: InSpace,
        response: { 201: Type.Null() },
      },
      handler: async (request, reply) => {
        requireVersion(request);
        const { length, name, metadata } = readAnnouncement(request, config.limits.uploadBytes);
        const at = clock();
        await request.keyed?.describeBody(context.db, fingerprintOf(request, { length, metadata }));
        const { spaceId, uploadId } = await startUpload(context, {
          space: grantedSpace(request),
          actor: grantedTo(request).actor,
          name,
          at,
          pieces: { length, metadata },
        });
        reply.code(201).headers({
          location: `${config.baseUrl}/v1/spaces/${spaceId}/uploads/${uploadId}`,
          'upload-expires': expiryOf(at),
        });
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
        const upload = await getUpload(context, request);
        setOffset(reply, upload, upload.received);
        reply.header('upload-length', String(upload.length));
        if (upload.metadata !== '') reply.header('upload-metadata', upload.metadata);
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
        errors: [tusVersionRequired, uploadNotFound, uploadOffsetMismatch, tooManyPieces, pieceTypeRequired],
      },
      schema: {
        operationId: 'continueResumableUpload',
        tags: ['Content'],
        summary: 'Continue a resumable upload',
        description:
          'Adds the body to the bytes that have arrived. `Upload-Offset` is their number. If the connection ends early, the bytes that have arrived by then are kept.',
        params: UploadParams,
        body: { content: { [PIECE_TYPE]: { schema: Type.Unsafe<unknown>({}) } } },
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const upload = await getUpload(context, request);
        const { headers, raw } = request;
        if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== PIECE_TYPE)
          throw pieceTypeRequired();
        const offset = readInteger(request, 'Upload-Offset');
        const { 'content-length': length } = headers;
        const contentLength = length === undefined ? undefined : Number(length);
        const reached = await appendToUpload(context, { upload, offset, body: raw, contentLength });
        setOffset(reply, upload, reached);
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
        const upload = await getUpload(context, request);
        await context.transact(({ trx }) => expireUpload(trx, upload, clock()));
        reply.code(204);
        return null;
      },
    });
  };

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

function requireVersion({ headers }: FastifyRequest): void {
  if (headers['tus-resumable'] !== VERSION) throw tusVersionRequired();
}

function readInteger({ headers }: FastifyRequest, name: 'Upload-Length' | 'Upload-Offset'): number {
  const text = headers[name.toLowerCase()];
  if (text === undefined) throw invalidField(name, 'is required, as a header');
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text))
    throw invalidField(name, 'must be a number of bytes');
  return Number(text);
}

interface Announcement {
  length: number;
  name: string;
  metadata: string;
}

/** What the headers tell of a file that will arrive. */
function readAnnouncement(request: FastifyRequest, maxBytes: number): Announcement {
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

/** The requests that create uploads differ in their headers only. */
const fingerprintOf = (
  { url }: FastifyRequest,
  { length, metadata }: Pick<Announcement, 'length' | 'metadata'>,
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([url, length, metadata]))
    .digest();
