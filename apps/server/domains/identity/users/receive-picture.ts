import { createHash } from 'node:crypto';
import { newId } from '@lectern/std/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { smallPictureTask } from '../../../content/files/small-picture.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { payloadTooLarge } from '../../../platform/http/request-errors.ts';

const MAX_BYTES = 5_000_000;
const DEADLINE_MS = 10_000;

export const pictureNotFound = defineNotFound('picture-not-found', 'picture');
const pictureType = defineError(
  { status: 415, reason: 'picture-type' },
  'This is not a picture that can be used here. Use a PNG, JPEG or WebP picture of at most 40 megapixels, without an animation.',
);
/** What a request with a picture can be refused for. */
export const PICTURE_ERRORS = [payloadTooLarge, pictureType] as const;

export const PICTURE_DESCRIPTION =
  'The body is a PNG, JPEG or WebP picture of at most 5 MB. It is stored as a WebP picture of at most 256 pixels, without metadata such as where it was taken.';

export const PictureBodySchema = {
  content: Object.fromEntries(
    ['image/png', 'image/jpeg', 'image/webp'].map((type) => [type, { schema: Type.Unsafe<unknown>({}) }]),
  ),
};

/** A picture as it is stored: WebP that the service has written. */
export interface SmallPicture {
  pictureId: string;
  bytes: Buffer;
  at: Date;
}

/** Bodies of any type reach the handlers unread. */
export function acceptPictures(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** Reads the picture in a request, and makes the small one that is stored. */
export async function receivePicture(
  { db, threads, clock }: Pick<Context, 'db' | 'threads' | 'clock'>,
  request: FastifyRequest,
  { isSquare }: { isSquare: boolean },
): Promise<SmallPicture> {
  const bytes = await readBody(request);
  await request.keyed?.describeBody(db, createHash('sha256').update(request.url).update(bytes).digest());
  const small = await threads.run(
    smallPictureTask,
    { bytes, isSquare },
    { lane: 'request', deadlineMs: DEADLINE_MS },
  );
  if (!small) throw pictureType();
  return { pictureId: newId(), bytes: Buffer.from(small), at: clock() };
}

async function readBody({ raw, headers }: FastifyRequest): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) throw payloadTooLarge(MAX_BYTES);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw payloadTooLarge(MAX_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const PICTURE_RESPONSE = {
  produces: ['image/webp'],
  response: { 200: { content: { 'image/webp': { schema: Type.String() } } } },
};

/** Sends a picture. Its address always has this one. */
export function sendPicture(reply: FastifyReply, bytes: Buffer | undefined): FastifyReply {
  if (!bytes) throw pictureNotFound();
  return reply
    .headers({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(bytes);
}

/** The address of a picture: stored without the origin if it is the service's own. */
export const presentPictureUrl = (url: string, baseUrl: string): string =>
  url.startsWith('/') ? `${baseUrl}${url}` : url;
