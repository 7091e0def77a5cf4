import type { Kysely, RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { Announcer } from './access/announcer.ts';
import type { ChangeNews } from './access/change-news.ts';
import type { KeyRing } from './access/keys.ts';
import type { Pointers } from './access/pointers.ts';
import type { ReadQuota } from './access/read-quota.ts';
import { createTransact, type Followers, type Transact } from './access/transaction.ts';
import type { ClickHouse } from './clickhouse/clickhouse.ts';
import type { Config } from './config.ts';
import type { DatabaseSpace } from './db/database-space.ts';
import type { Replicas } from './db/replicas/replicas.ts';
import type { DB } from './db/schema.ts';
import type { PoolUsage } from './db/sessions.ts';
import type { CursorSigner } from './http/cursors.ts';
import type { BlobStore } from './storage/blob-store.ts';
import type { Threads } from './threads/threads.ts';

/**
 * What a domain shows of floors above it: SQL from their owners, for the statements that read the domain's own tables,
 * so that nothing costs a statement more.
 */
export interface FieldsFromAbove {
  /** The Git connection of a row of `space` of the organization. */
  spaceGit(organizationId: string): RawBuilder<unknown>;
  /** Where a row of `space` of the organization is published. */
  spacePublication(organizationId: string): RawBuilder<unknown>;
  /** The title of a space; null if there is none. */
  spaceTitle(space: Record<'organizationId' | 'spaceId', RawBuilder<unknown>>): RawBuilder<string | null>;
  /** The change request whose merge made a revision: `MergedRequest` as JSON; null if there is none. */
  mergedRequest(
    revision: Record<'organizationId' | 'spaceId' | 'revisionId', RawBuilder<unknown>>,
  ): RawBuilder<unknown>;
  /** A table `(team_id, spaces)`: the number of spaces that each of these teams was given a role on or above, if any. */
  spacesOfTeams(teams: { organizationId: string; teamIds: readonly string[] }): RawBuilder<unknown>;
}

/** The services that every feature uses. Built once at start; nothing in it belongs to one feature. */
export interface Context {
  config: Config;
  log: Logger;
  db: Kysely<DB>;
  /** The same database with the deadlines of jobs, whose statements may take longer than those of requests. */
  jobDb: Kysely<DB>;
  /** The same on sessions of their own, for what needs one beyond a transaction. */
  sessionDb: Kysely<DB>;
  databaseSpace: DatabaseSpace;
  /** Where reads of `db` may go in requests that change nothing; undefined: there are none. */
  replicas: Replicas | undefined;
  /** Where events of readers are; undefined: in `db`, as everything else. */
  clickHouse: ClickHouse | undefined;
  readPoolUsage: () => PoolUsage;
  transact: Transact;
  /** What follows from events, for the transactions of jobs. */
  followers: Followers;
  fields: FieldsFromAbove;
  pointers: Pointers;
  /** Tells what depends on the pointers of their changes. */
  news: ChangeNews;
  /** Tells all processes of what was committed. */
  announcer: Announcer;
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
  transact: createTransact(context.jobDb, context, { followers: context.followers }),
});
