import { type Kysely, PostgresAdapter } from 'kysely';
import type { DB } from './schema.ts';

/** Whether Citus distributes the tables. It is known once the first connection is open, and does not change. */
export interface Distribution {
  isDistributed: boolean;
}

/** Kysely hands its adapter on to every transaction, and with it what is known of the database. */
export class DistributedAdapter extends PostgresAdapter {
  readonly distribution: Distribution;

  constructor(distribution: Distribution) {
    super();
    this.distribution = distribution;
  }
}

/**
 * Whether Citus distributes the tables of this database or transaction: for what works otherwise there. All machines
 * together refuse some statements that one PostgreSQL executes, and have no triggers and foreign keys between them.
 */
export function isDistributed(db: Pick<Kysely<DB>, 'getExecutor'>): boolean {
  const { adapter } = db.getExecutor();
  return adapter instanceof DistributedAdapter && adapter.distribution.isDistributed;
}
