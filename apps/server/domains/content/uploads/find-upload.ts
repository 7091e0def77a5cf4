import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { hashFromBytes } from '@lectern/content/tree/hash';
import { isId } from '@lectern/std/ids';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import { describeMedia } from '../../../content/files/media-type.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import { HEAD_BYTES } from './receive-upload.ts';
import { uploadNotFound } from './upload-errors.ts';
import { findUploadedFile, UPLOAD_LIFETIME_MS } from './uploads.queries.ts';

interface NamedUpload {
  space: SpaceKey;
  uploadId: string;
  /** The name of the file in the content, which decides between kinds of text. */
  name: string;
  /** Names the field in errors. */
  path: string;
}

/** Finds the file that an edit names. Throws if it was not uploaded to this space, or too long ago. */
export async function findUpload(
  { db, blobs, clock }: Pick<Context, 'db' | 'blobs' | 'clock'>,
  { space: { organizationId, spaceId }, uploadId, name, path }: NamedUpload,
): Promise<NewBlob> {
  if (!isId(uploadId)) throw uploadNotFound(path);
  const since = new Date(clock().getTime() - UPLOAD_LIFETIME_MS);
  const found = await findUploadedFile(db, { organizationId, spaceId, uploadId, since });
  if (!found) throw uploadNotFound(path);
  const { name: formerName, hash, ...facts } = found;
  const blob = { hash: hashFromBytes(hash), ...facts };
  if (extname(name).toLowerCase() === extname(formerName).toLowerCase()) return blob;
  const head = await blobs.read(organizationId, hash, {
    start: 0,
    end: Math.min(facts.size, HEAD_BYTES) - 1,
  });
  if (!head) throw uploadNotFound(path);
  return { hash: blob.hash, size: facts.size, ...(await describeMedia(name, await buffer(head))) };
}
