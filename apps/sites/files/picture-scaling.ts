import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PictureWidth } from '../../server/content/files/picture-sizes.ts';
import { scalePictureTask } from '../../server/content/files/scale-picture.ts';
import { createTurns } from '../../server/platform/access/turns.ts';
import { ThreadLimitError } from '../../server/platform/threads/thread-limit-error.ts';
import type { Threads } from '../../server/platform/threads/threads.ts';
import { WorkMeter } from '../../server/platform/work-meter.ts';
import type { BlobReference } from './blob-cache.ts';

/** A smaller size of a picture. Undefined `bytes`: it has none. `isFinal`: this will never change. */
interface ScaledPicture {
  bytes: Buffer | undefined;
  isFinal: boolean;
}

export interface PictureScaling<Picture extends BlobReference> {
  find(picture: Picture, width: PictureWidth): Promise<ScaledPicture>;
}

interface ScalingParts<Picture extends BlobReference> {
  threads: Pick<Threads, 'run'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  read(picture: Picture): Promise<Buffer>;
  /** Memory for sizes that are asked for often. */
  maxBytes: number;
}

const DEADLINE_MS = 10_000;
const MAX_WAITING = 200;
/** The time for which a picture is not scaled again after scaling took too long or failed for another reason. */
const PAUSE_MS = 10 * 60_000;
/** The memory that an entry takes besides its bytes. */
const ENTRY_BYTES = 500;

const NONE: ScaledPicture = { bytes: undefined, isFinal: true };
const FAILED: ScaledPicture = { bytes: undefined, isFinal: false };

/**
 * Makes the smaller sizes of pictures on their first request. Only one is made at a time, since a decoded picture can
 * take 160 MB, and organizations take turns.
 */
export function createPictureScaling<Picture extends BlobReference>({
  threads,
  log,
  read,
  maxBytes,
}: ScalingParts<Picture>): PictureScaling<Picture> {
  const kept = new LRUCache<string, ScaledPicture>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => (bytes?.length ?? 0) + ENTRY_BYTES,
  });
  const making = new Map<string, Promise<ScaledPicture>>();
  const turns = createTurns({
    ofOne: 1,
    ofAll: 1,
    waiting: MAX_WAITING,
    refuse: () => new ThreadLimitError('time'),
  });

  async function make(picture: Picture, width: PictureWidth): Promise<ScaledPicture> {
    const end = await turns.take(picture.organizationId, DEADLINE_MS);
    try {
      return await scale(await read(picture), picture, width);
    } finally {
      end();
    }
  }

  async function scale(bytes: Buffer, { hash }: BlobReference, width: PictureWidth): Promise<ScaledPicture> {
    // Pictures take turns with the pages that are drawn in the same threads.
    const meter = new WorkMeter('pictures', () => undefined);
    try {
      const scaled = await meter.measure(() =>
        threads.run(scalePictureTask, { bytes, width }, { lane: 'request', deadlineMs: DEADLINE_MS }),
      );
      return scaled ? { bytes: asBuffer(scaled), isFinal: true } : NONE;
    } catch (err) {
      log.warn({ err, blob: hash.toString('hex'), width }, 'a picture could not be scaled');
      return FAILED;
    }
  }

  async function makeAndKeep(key: string, picture: Picture, width: PictureWidth): Promise<ScaledPicture> {
    try {
      const scaled = await make(picture, width);
      kept.set(key, scaled, scaled.isFinal ? {} : { ttl: PAUSE_MS });
      return scaled;
    } catch (error) {
      if (error instanceof ThreadLimitError) return FAILED;
      throw error;
    }
  }

  return {
    async find(picture, width) {
      const key = `${picture.organizationId}${picture.hash.toString('latin1')}${width}`;
      const known = kept.get(key) ?? making.get(key);
      if (known) return known;
      const made = makeAndKeep(key, picture, width).finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
