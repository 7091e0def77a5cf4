import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { WorkLocal } from '../../work-local.ts';
import { claimRow, findRow, type KeyRow } from './idempotency-keys.repository.ts';

/** How long a key is remembered. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Thrown in place of a change that another request with the same key has made already. */
export class RepeatedRequest extends Error {
  readonly row: KeyRow;

  constructor(row: KeyRow) {
    super('The key of the request is in use.');
    this.row = row;
  }
}

/** A request with an `Idempotency-Key`. */
export class KeyedRequest {
  readonly requestId = randomUUID();
  readonly digest: Buffer;
  readonly at: Date;
  /** Whether it gets a lease, because a pooler shares the sessions with the database. */
  readonly isLeased: boolean;
  /** Whether a transaction of the request has stored the key. */
  isClaimed = false;
  #fingerprint: Buffer | undefined;

  constructor({ digest, at, isLeased }: { digest: Buffer; at: Date; isLeased: boolean }) {
    this.digest = digest;
    this.at = at;
    this.isLeased = isLeased;
  }

  /** A digest of the query and the body, which must be equal in a repeated request. */
  get fingerprint(): Buffer {
    if (!this.#fingerprint)
      throw new Error(
        'A route that reads its body itself must describe the body before it changes anything.',
      );
    return this.#fingerprint;
  }

  set fingerprint(fingerprint: Buffer) {
    this.#fingerprint = fingerprint;
  }

  /**
   * For routes that read their body themselves, before they store anything of it.
   * @throws RepeatedRequest if another request with the key has changed something
   */
  async describeBody(db: Kysely<DB>, fingerprint: Buffer): Promise<void> {
    this.fingerprint = fingerprint;
    const row = await findRow(db, this);
    if (row) throw new RepeatedRequest(row);
  }

  get isDescribed(): boolean {
    return this.#fingerprint !== undefined;
  }

  get expiredBefore(): Date {
    return new Date(this.at.getTime() - KEY_LIFETIME_MS);
  }
}

const underWay = new WorkLocal<KeyedRequest | undefined>();

/** Lets the transactions of `work` store the key. */
export const runKeyed = <T>(request: KeyedRequest, work: () => T | Promise<T>): Promise<T> =>
  underWay.run(request, work);

/** Runs work whose transactions do not store the key, because it can be continued by other means. */
export const runUnkeyed = <T>(work: () => Promise<T>): Promise<T> => underWay.run(undefined, work);

/**
 * Stores the key of the request, if it has one, as the first statement of a transaction, so that the key and the change
 * are stored together or not at all. While another transaction with the key is under way, it waits for its end. Returns
 * what must be called after the commit.
 * @throws RepeatedRequest if another request with the key has changed something
 */
export async function claimKey(trx: Transaction<DB>): Promise<() => void> {
  const request = underWay.value;
  if (!request || request.isClaimed) return () => {};
  const { digest, fingerprint, requestId, at, expiredBefore, isLeased } = request;
  const row = await claimRow(trx, { digest, fingerprint, requestId, at, expiredBefore, isLeased });
  // Several transactions of one request may be under way at once.
  if (row.requestId !== requestId) throw new RepeatedRequest(row);
  return () => {
    request.isClaimed = true;
  };
}
