import type { Kysely } from 'kysely';
import type { DB } from './schema.ts';

/** The database, or a transaction of it. */
export type Database = Kysely<DB>;
