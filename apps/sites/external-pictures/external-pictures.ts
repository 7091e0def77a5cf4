import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ImageDimensions } from '../../server/content/files/image-dimensions.ts';
import { describeMedia, type Media } from '../../server/content/files/media-type.ts';
import { createTurns } from '../../server/platform/access/turns.ts';
import { decodeBody } from '../../server/platform/http/decode-body.ts';
import { limitEntries } from '../../server/platform/http/entry-limit.ts';
import { type GuardedResponse, guardedFetch } from '../../server/platform/http/guarded-fetch.ts';
import { NetworkError, type NetworkPolicy } from '../../server/platform/http/guarded-network.ts';

/** A picture of another host. */
export interface ExternalPicture {
  bytes: Buffer;
  contentType: string;
  dimensions: ImageDimensions | undefined;
  entityTag: string;
}

/** A picture on another host that an organization shows. */
interface WantedPicture {
  organizationId: string;
  url: string;
}

interface Kept {
  /** Undefined: there was none, or it could not be fetched. */
  picture: ExternalPicture | undefined;
  /** The tag that its host gave it. */
  foreignTag: string | undefined;
  /** When it is fetched again, in milliseconds. */
  until: number;
}

const TYPES = new Set([
  'image/apng',
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
]);
const MAX_PICTURE_BYTES = 10_000_000;
const MAX_REDIRECTS = 4;
const TIMEOUT_MS = 10_000;
const FRESH_MS = 60 * 60_000;
/** The time for which a picture that could not be fetched is not tried again. */
const PAUSE_MS = 60_000;
const ENTRY_BYTES = 500;
/** Sizes are small, and needed longer than the pictures. */
const MAX_SIZES = 20_000;
const MAX_TAG_LENGTH = 200;
/** Pictures that are fetched at once: each can be as large as the limit. */
const TURNS = { ofOne: 4, ofAll: 12, waiting: 200 };

class TooManyPicturesError extends Error {}

export interface ExternalPicturesOptions {
  policy: NetworkPolicy;
  clock: () => Date;
  /** Memory for pictures that are asked for often. */
  maxBytes: number;
}

/**
 * Fetches pictures of other hosts for readers, of whom the hosts learn nothing. Organizations take turns, and an
 * organization with many pictures takes no more than its turns.
 */
export class ExternalPictures {
  readonly #policy: NetworkPolicy;
  readonly #clock: () => Date;
  readonly #kept: LRUCache<string, Kept>;
  /** Null: it has no size, or could not be fetched. */
  readonly #sizes = new LRUCache<string, { size: ImageDimensions | null }>(limitEntries(MAX_SIZES));
  readonly #fetching = new Map<string, Promise<ExternalPicture | undefined>>();
  readonly #turns = createTurns({ ...TURNS, refuse: () => new TooManyPicturesError() });

  constructor({ policy, clock, maxBytes }: ExternalPicturesOptions) {
    this.#policy = policy;
    this.#clock = clock;
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ picture }, key) => (picture?.bytes.length ?? 0) + key.length + ENTRY_BYTES,
    });
  }

  /** Returns the size of a picture that was fetched before; null if it has none, undefined if it was not fetched. */
  sizeOf(wanted: WantedPicture): ImageDimensions | null | undefined {
    return this.#sizes.get(keyOf(wanted))?.size;
  }

  /** Returns undefined for a picture that cannot be had now. */
  async find(wanted: WantedPicture): Promise<ExternalPicture | undefined> {
    const key = keyOf(wanted);
    const kept = this.#kept.get(key);
    if (kept && this.#clock().getTime() < kept.until) return kept.picture;
    const fetching = this.#fetching.get(key) ?? this.#refresh(key, wanted, kept);
    this.#fetching.set(key, fetching);
    return fetching;
  }

  async #refresh(
    key: string,
    { organizationId, url }: WantedPicture,
    kept: Kept | undefined,
  ): Promise<ExternalPicture | undefined> {
    try {
      const end = await this.#turns.take(organizationId, TIMEOUT_MS);
      try {
        const next = await this.#fetch(url, kept);
        this.#kept.set(key, next);
        this.#sizes.set(key, { size: next.picture?.dimensions ?? null });
        return next.picture;
      } finally {
        end();
      }
    } catch (error) {
      if (error instanceof TooManyPicturesError) return kept?.picture;
      throw error;
    } finally {
      this.#fetching.delete(key);
    }
  }

  async #fetch(url: string, kept: Kept | undefined): Promise<Kept> {
    const until = (pause: number): number => this.#clock().getTime() + pause;
    try {
      const response = await guardedFetch(url, {
        ...this.#policy,
        headers: {
          accept: 'image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.5',
          'accept-encoding': 'identity',
          'user-agent': 'Lectern',
          ...(kept?.picture && kept.foreignTag !== undefined ? { 'if-none-match': kept.foreignTag } : {}),
        },
        onlyUsualPorts: true,
        maxRedirects: MAX_REDIRECTS,
        maxBytes: MAX_PICTURE_BYTES,
        timeoutMs: TIMEOUT_MS,
      });
      if (response.status === 304 && kept?.picture) return { ...kept, until: until(FRESH_MS) };
      const picture = response.status === 200 ? await readPicture(response) : undefined;
      if (picture) return { picture, foreignTag: tagOf(response), until: until(FRESH_MS) };
      const isTemporary = response.status === 429 || response.status >= 500;
      return { ...(isTemporary && kept ? kept : NOTHING), until: until(PAUSE_MS) };
    } catch (error) {
      if (error instanceof NetworkError) return { ...(kept ?? NOTHING), until: until(PAUSE_MS) };
      throw error;
    }
  }
}

const keyOf = ({ organizationId, url }: WantedPicture): string => `${organizationId} ${url}`;

const NOTHING: Omit<Kept, 'until'> = { picture: undefined, foreignTag: undefined };

/** The bytes decide whether it is a picture, whatever its host calls it. */
async function readPicture(response: GuardedResponse): Promise<ExternalPicture | undefined> {
  const bytes = await decodeBody(response, MAX_PICTURE_BYTES);
  const { contentType, dimensions } = bytes ? await describeMedia('', bytes) : NO_MEDIA;
  if (!bytes || !TYPES.has(contentType)) return undefined;
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { bytes, contentType, dimensions, entityTag: `"${hash}"` };
}

const NO_MEDIA: Media = { contentType: '' };

function tagOf({ headers: { etag } }: GuardedResponse): string | undefined {
  return etag !== undefined && etag.length <= MAX_TAG_LENGTH ? etag : undefined;
}
