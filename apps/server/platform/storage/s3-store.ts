import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { blobSegments, findBlobHash, organizationSegment } from './blob-name.ts';
import type { BlobSource, BlobStore, ByteRange, ListedBlob, StagedBlob, StoredBlob } from './blob-store.ts';
import { createS3Client } from './s3-client.ts';
import { describeS3Failure, isNoSuchObject, isTransient } from './s3-failure.ts';
import { parseS3Setting, type S3Setting } from './s3-setting.ts';
import { openTempFolder, stageFile, type TempFolder } from './temp-folder.ts';

// A copy costs a request, so what was put within this time is young enough as it is.
const RENEW_AFTER_MS = 60 * 60 * 1000;
const DELETED_AT_ONCE = 16;
const MAX_ATTEMPTS = 3;
const BETWEEN_ATTEMPTS_MS = 200;

/** Blobs as objects `<prefix>/<organization>/<first byte>/<hash>`; `folder` holds what is on its way to the bucket. */
export async function openS3Store(setting: string, folder: string): Promise<BlobStore> {
  const parsed = parseS3Setting(setting);
  const client = createS3Client(parsed);
  return new S3Store(client, parsed, await openTempFolder(join(folder, 'tmp')));
}

class S3Store implements BlobStore {
  readonly #client: S3Client;
  readonly #setting: S3Setting;
  readonly #temporary: TempFolder;

  constructor(client: S3Client, setting: S3Setting, temporary: TempFolder) {
    this.#client = client;
    this.#setting = setting;
    this.#temporary = temporary;
  }

  async put(organizationId: string, source: BlobSource): Promise<StoredBlob> {
    organizationSegment(organizationId);
    if (Buffer.isBuffer(source)) {
      const blob = { hash: createHash('sha256').update(source).digest(), size: source.length };
      await this.#upload(organizationId, blob, () => source);
      return blob;
    }
    const staged = await this.stage(source);
    try {
      await staged.keep(organizationId);
    } finally {
      await staged.discard();
    }
    return { hash: staged.hash, size: staged.size };
  }

  // An object's key is the hash of all its bytes, so a stream has to end before its upload can begin.
  async stage(source: AsyncIterable<Buffer>): Promise<StagedBlob> {
    const written = await this.#temporary.write(source);
    return stageFile(written, (organizationId) =>
      this.#upload(organizationId, written, () => createReadStream(written.path)),
    );
  }

  async read(organizationId: string, hash: Buffer, range?: ByteRange): Promise<Readable | undefined> {
    const command = new GetObjectCommand({
      ...this.#object(organizationId, hash),
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    });
    const response = await this.#requestObject(() => this.#client.send(command));
    return response?.Body as Readable | undefined;
  }

  async findSize(organizationId: string, hash: Buffer): Promise<number | undefined> {
    return (await this.#head(organizationId, hash))?.ContentLength;
  }

  async delete(organizationId: string, hash: Buffer): Promise<void> {
    const command = new DeleteObjectCommand(this.#object(organizationId, hash));
    await this.#requestObject(() => this.#client.send(command));
  }

  async deleteAll(organizationId: string, signal: AbortSignal): Promise<void> {
    // One by one: the request that deletes many at once requires a checksum that several providers refuse.
    let under: Promise<void>[] = [];
    for await (const { hash } of this.list(organizationId)) {
      signal.throwIfAborted();
      under.push(this.delete(organizationId, hash));
      if (under.length < DELETED_AT_ONCE) continue;
      await Promise.all(under);
      under = [];
    }
    await Promise.all(under);
  }

  async *list(organizationId: string): AsyncIterable<ListedBlob> {
    const { bucket, prefix } = this.#setting;
    const pages = paginateListObjectsV2(
      { client: this.#client },
      { Bucket: bucket, Prefix: `${prefix}${organizationSegment(organizationId)}/` },
    );
    try {
      for await (const page of pages) {
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          const hash = findBlobHash(Key?.split('/').at(-1) ?? '');
          if (hash && Size !== undefined && LastModified) yield { hash, size: Size, storedAt: LastModified };
        }
      }
    } catch (error) {
      throw describeS3Failure(error, this.#setting);
    }
  }

  async check(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#setting.bucket }));
    } catch (error) {
      throw describeS3Failure(error, this.#setting);
    }
  }

  isFull(): Promise<boolean> {
    return this.#temporary.isFull();
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  async #upload(organizationId: string, blob: StoredBlob, open: () => Buffer | Readable): Promise<void> {
    const object = this.#object(organizationId, blob.hash);
    const stored = await this.#head(organizationId, blob.hash);
    if (stored?.ContentLength === blob.size) {
      if (Date.now() - (stored.LastModified?.getTime() ?? 0) < RENEW_AFTER_MS) return;
      // The provider's only way to make an object young again; no bytes travel.
      const copy = new CopyObjectCommand({
        ...object,
        CopySource: encodeURI(`${object.Bucket}/${object.Key}`),
        MetadataDirective: 'REPLACE',
      });
      if (await this.#requestObject(() => this.#client.send(copy))) return;
    }
    const put = { ...object, ContentLength: blob.size, ChecksumSHA256: blob.hash.toString('base64') };
    // The client repeats failed requests by itself, except those whose body is a stream.
    for (let attempt = 1; ; attempt += 1) {
      const body = open();
      try {
        await this.#client.send(new PutObjectCommand({ ...put, Body: body }));
        return;
      } catch (error) {
        if (Buffer.isBuffer(body) || attempt === MAX_ATTEMPTS || !isTransient(error))
          throw describeS3Failure(error, this.#setting);
      } finally {
        if (!Buffer.isBuffer(body)) body.destroy();
      }
      await pause(attempt * BETWEEN_ATTEMPTS_MS);
    }
  }

  #head(organizationId: string, hash: Buffer): Promise<HeadObjectCommandOutput | undefined> {
    const command = new HeadObjectCommand(this.#object(organizationId, hash));
    return this.#requestObject(() => this.#client.send(command));
  }

  async #requestObject<T>(send: () => Promise<T>): Promise<T | undefined> {
    try {
      return await send();
    } catch (error) {
      if (isNoSuchObject(error)) return undefined;
      throw describeS3Failure(error, this.#setting);
    }
  }

  #object(organizationId: string, hash: Buffer): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#setting;
    return { Bucket: bucket, Key: `${prefix}${blobSegments(organizationId, hash).join('/')}` };
  }
}
