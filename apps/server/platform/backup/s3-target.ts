import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { createS3Client } from '../storage/s3-client.ts';
import { describeS3Failure, isNoSuchObject } from '../storage/s3-failure.ts';
import { parseS3Setting } from '../storage/s3-setting.ts';
import type { BackupTarget } from './target.ts';

/** A bucket, or a part of it. An object is there as a whole or not at all. */
export function openS3Target(text: string): BackupTarget {
  const setting = parseS3Setting(text);
  const { bucket, prefix } = setting;
  const client = createS3Client(setting);
  const objectAt = (path: string) => ({ Bucket: bucket, Key: `${prefix}${path}` });
  const explain = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw describeS3Failure(error, setting);
    });
  return {
    name: `s3://${bucket}/${prefix}`.replace(/\/$/, ''),
    async put(path, bytes) {
      const ChecksumSHA256 = createHash('sha256').update(bytes).digest('base64');
      await explain(client.send(new PutObjectCommand({ ...objectAt(path), Body: bytes, ChecksumSHA256 })));
    },
    read: (path) =>
      explain(
        client
          .send(new GetObjectCommand(objectAt(path)))
          .then(({ Body }) => buffer(Body as Readable))
          .catch((error: unknown) => {
            if (isNoSuchObject(error)) return undefined;
            throw error;
          }),
      ),
    async *list(path) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${path}` });
      try {
        for await (const page of pages)
          for (const { Key, Size } of page.Contents ?? [])
            if (Key !== undefined) yield { path: Key.slice(prefix.length), size: Size ?? 0 };
      } catch (error) {
        throw describeS3Failure(error, setting);
      }
    },
    async delete(path) {
      await explain(client.send(new DeleteObjectCommand(objectAt(path))));
    },
    async close() {
      client.destroy();
    },
  };
}
