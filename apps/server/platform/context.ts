import type { Kysely, RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { KeyRing } from './access/keys.ts';
import type { Pointers } from './access/pointers.ts';
import type { ReadQuota } from './access/read-quota.ts';
import { createTransact, type Followers, type Transact } from './access/transaction.ts';
import type { Config } from './config.ts';
import type { DatabaseSpace } from './db/database-space.ts';
import type { DB } from './db/schema.ts';
import type { CursorSigner } from './http/cursors.ts';
import type { BlobStore } from './storage/blob-store.ts';
import type { Threads } from './threads/threads.ts';

/**
 * What a space shows of floors above it, by name: expressions for statements that select from `space`, so that lists of
 * spaces stay one statement.
 */
export type SpaceFields = Record<'git' | 'publication', RawBuilder<unknown>>;

/** The services that every feature uses. Built once at start; nothing in it belongs to one feature. */
export interface Context {
  config: Config;
  log: Logger;
  db: Kysely<DB>;
  /** The same database with the deadlines of jobs, whose statements may take longer than those of requests. */
  jobDb: Kysely<DB>;
  databaseSpace: DatabaseSpace;
  transact: Transact;
  /** What follows from events, for the transactions of jobs. */
  followers: Followers;
  spaceFields: SpaceFields;
  pointers: Pointers;
  keyRing: KeyRing;
  cursors: CursorSigner;
  blobs: BlobStore;
  threads: Threads;
  readQuota: ReadQuota;
  /** The time, injected so that tests can move it. */
  clock: () => Date;
}

/** The context of a job: what runs in it has the deadlines of jobs. */
export const contextOfJobs = (context: Context): Context => ({
  ...context,
  db: context.jobDb,
  transact: createTransact(context.jobDb, context.pointers, { followers: context.followers }),
});
