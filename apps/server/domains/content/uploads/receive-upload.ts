import { createHash } from 'node:crypto';
import { hashFromBytes } from '@lectern/content/tree/hash';
import { newId } from '@lectern/std/ids';
import { findUnstorable } from '@lectern/std/well-formed';
import type { FastifyRequest } from 'fastify';
import { insertBlobs } from '../../../content/files/blobs.repository.ts';
import { describeMedia } from '../../../content/files/media-type.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { authorIdOf } from '../../../platform/access/author.ts';
import type { Context } from '../../../platform/context.ts';
import { invalidField } from '../../../platform/http/errors.ts';
import type { StagedBlob } from '../../../platform/storage/blob-store.ts';
import { readUploadBody } from './read-upload-body.ts';
import { tooManyUploads, uploadNotFound } from './upload-errors.ts';
import {
  completeUpload,
  deleteUpload,
  insertUpload,
  type NewUpload,
  renewUpload,
  UPLOAD_LIFETIME_MS,
  type UploadedFile,
  type UploadKey,
  type UploadPlace,
} from './uploads.queries.ts';

/** As long as the name of a file can be. */
export const MAX_NAME_LENGTH = 256;
/** Formats have their dimensions below this. */
export const HEAD_BYTES = 1_000_000;
const LIMITS = { ofAuthor: 10, ofOrganization: 50 };
const ACTIVE_MS = 60 * 60 * 1000;
/** The uploads of a process that was killed count as in progress for this time, and are renewed in others. */
const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 3;

export interface Upload extends UploadedFile {
  uploadId: string;
  name: string;
  expiresAt: Date;
}

interface UploadRequest {
  space: UploadPlace;
  actor: Actor;
  /** The name in the query. */
  name: string | undefined;
}

/**
 * Receives a file for later edits of the space, or imports of the organization, without holding it in memory. A row is stored before the first byte
 * and completed after the last, so that whatever is interrupted is found by the sweep.
 */
export async function receiveUpload(
  context: Context,
  request: FastifyRequest,
  { space, actor, name: given }: UploadRequest,
): Promise<Upload> {
  const { db, blobs, config } = context;
  const body = await readUploadBody(request.raw, config.limits.uploadBytes);
  const name = checkName(given ?? body.name);
  const at = context.clock();
  const key = await startUpload(context, { space, actor, name, at });
  const renew = () => renewUpload(db, key, inOneLease(context.clock())).catch(() => {});
  const renewing = setInterval(renew, RENEW_MS).unref();
  let staged: StagedBlob | undefined;
  try {
    staged = await blobs.stage(body.bytes);
    await body.end();
    await request.keyed?.describeBody(db, fingerprintOf(request, name, staged.hash));
    return {
      ...(await keepUpload(context, { key, name, staged })),
      expiresAt: new Date(at.getTime() + UPLOAD_LIFETIME_MS),
    };
  } catch (error) {
    // The first error is more useful than a second one.
    await deleteUpload(db, key).catch(() => {});
    throw error;
  } finally {
    clearInterval(renewing);
    await staged?.discard();
  }
}

const inOneLease = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

export function checkName(name: string | undefined): string {
  if (name === undefined || name === '')
    throw invalidField('name', 'is required, in the query, in Content-Disposition or in the form');
  if (name.length > MAX_NAME_LENGTH)
    throw invalidField('name', `must not be longer than ${MAX_NAME_LENGTH} characters`);
  const unstorable = findUnstorable(name);
  if (unstorable !== undefined) throw invalidField('name', `must not contain ${unstorable}`);
  return name;
}

interface StartedUpload {
  space: UploadPlace;
  actor: Actor;
  name: string;
  at: Date;
  pieces?: NewUpload['pieces'];
}

/** Stores that an upload begins. */
export async function startUpload(
  { db }: Pick<Context, 'db'>,
  { space, actor, name, at, pieces }: StartedUpload,
): Promise<UploadKey> {
  const { organizationId, spaceId } = space;
  const key = { organizationId, spaceId, uploadId: newId() };
  const isStarted = await insertUpload(db, {
    ...key,
    authorId: authorIdOf(actor),
    name,
    at,
    pieces,
    activeSince: new Date(at.getTime() - ACTIVE_MS),
    activeUntil: pieces ? undefined : inOneLease(at),
    limits: LIMITS,
  });
  if (!isStarted) throw tooManyUploads();
  return key;
}

/** Makes staged bytes a complete upload. */
async function keepUpload(
  context: Context,
  { key, name, staged }: { key: UploadKey; name: string; staged: StagedBlob },
): Promise<Omit<Upload, 'expiresAt'>> {
  if (staged.size === 0) throw invalidField('', 'must not be empty');
  const file = await keepStaged(context, { key, name, staged });
  const isComplete = await context.transact(({ trx }) => completeUpload(trx, { ...key, file }));
  if (!isComplete) throw uploadNotFound('upload');
  return { ...file, uploadId: key.uploadId, name };
}

/** Makes staged bytes a blob: its row first, then the bytes, as `keepBlobs` explains. */
export async function keepStaged(
  { db }: Pick<Context, 'db'>,
  {
    key: { organizationId },
    name,
    staged,
  }: { key: Pick<UploadKey, 'organizationId'>; name: string; staged: StagedBlob },
): Promise<UploadedFile> {
  const { contentType, dimensions } = await describeMedia(name, await staged.readHead(HEAD_BYTES));
  const { hash, size } = staged;
  const file: UploadedFile = { hash, size, contentType, ...(dimensions ? { dimensions } : {}) };
  await insertBlobs(db, organizationId, [{ ...file, hash: hashFromBytes(hash) }]);
  await staged.keep(organizationId);
  return file;
}

/** Forms with different boundaries can hold the same file. */
export const fingerprintOf = ({ url }: FastifyRequest, name: string, hash: Buffer): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([url, name]))
    .update(hash)
    .digest();
