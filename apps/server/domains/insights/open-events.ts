import type { Context } from '../../platform/context.ts';
import { openClickHouseEvents } from './clickhouse/clickhouse-events.ts';
import type { EventStore } from './event-store.ts';
import { openPostgresEvents } from './postgres-events.ts';

/** The events of this instance: in ClickHouse, if there is one. It keeps nothing: callers open it where they need it. */
export const openEvents = ({ db, clickHouse }: Pick<Context, 'db' | 'clickHouse'>): EventStore =>
  clickHouse ? openClickHouseEvents(db, clickHouse) : openPostgresEvents(db);
