import type { Readable } from 'node:stream';

/** The source of a blob: all bytes at once, or chunks as they arrive. */
export type BlobSource = Buffer | AsyncIterable<Buffer>;

/** `hash` is the SHA-256 of the bytes (32 bytes), `size` their number. */
export interface StoredBlob {
  hash: Buffer;
  size: number;
}

/** Bytes that are complete, but not a blob yet: in a temporary file, which disappears with the process. */
export interface StagedBlob extends StoredBlob {
  /** The first bytes, up to a length. */
  readHead(length: number): Promise<Buffer>;
  /** Keeps the bytes as a blob of the organization, as `put` does. */
  keep(organizationId: string): Promise<void>;
  /** Removes the temporary file. */
  discard(): Promise<void>;
}

/** A blob as a sweep sees it. */
export interface ListedBlob extends StoredBlob {
  /** The time of the last put, at most an hour early: a sweep must spare blobs younger than that plus a transaction. */
  storedAt: Date;
}

/** Positions of the first and the last byte, both included; the caller keeps them inside the blob. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Bytes named by their SHA-256 within one organization, never changed once they are there. Ids are canonical UUIDs;
 * anything else is refused, so that no path or key is ever made from what a user typed. Failures of the disk or the
 * bucket are a `StorageError` whose message says what to do.
 */
export interface BlobStore {
  /** Keeps the bytes, durably and all at once; putting what is already there is cheap and renews `storedAt`. */
  put(organizationId: string, source: BlobSource): Promise<StoredBlob>;
  /** Receives bytes whose hash must be known before they are kept; whoever receives them discards them. */
  stage(source: AsyncIterable<Buffer>): Promise<StagedBlob>;
  /** The bytes, or a part of them; undefined when there is no such blob. Destroying the stream releases it. */
  read(organizationId: string, hash: Buffer, range?: ByteRange): Promise<Readable | undefined>;
  /** Number of bytes; undefined when there is no such blob. */
  findSize(organizationId: string, hash: Buffer): Promise<number | undefined>;
  /** Removes the blob; removing what is not there is no error. */
  delete(organizationId: string, hash: Buffer): Promise<void>;
  /** Removes every blob of the organization, of which none may be put anymore. Cut off, it is begun again. */
  deleteAll(organizationId: string, signal: AbortSignal): Promise<void>;
  /** Every blob of the organization, in no particular order. */
  list(organizationId: string): AsyncIterable<ListedBlob>;
  /** Fails with a `StorageError` when blobs cannot be reached now: for the start and for readiness. */
  check(): Promise<void>;
  /** Whether there is no space for another file on the disk that holds files, or through which they pass. */
  isFull(): Promise<boolean>;
  /** Releases connections; the store is not used afterwards. */
  close(): Promise<void>;
}
