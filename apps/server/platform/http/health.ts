import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type DatabaseSpace, findRoom } from '../db/database-space.ts';
import type { Replicas } from '../db/replicas/replicas.ts';
import type { DB } from '../db/schema.ts';
import type { Release } from './release.ts';
import { databaseUnavailable, shuttingDown, storageFull } from './request-errors.ts';

const READY_TIMEOUT_MS = 1000;
/**
 * For how long a response of the database says that it responds. On a busy machine it responds late to all processes: if
 * each of them said that it is not ready, a load balancer would have nowhere to send requests that are merely slow.
 */
const RESPONDS_MS = 5000;
/** Less than a scrape waits for one gauge. */
const GAUGE_TIMEOUT_MS = 500;

interface EventDatabase {
  /** Throws if it does not respond. */
  check(): Promise<void>;
}

export interface HealthDeps {
  db: Kysely<DB>;
  databaseSpace: DatabaseSpace;
  /** Undefined: there are none. A replica that is away takes nothing from the process but speed. */
  replicas?: Pick<Replicas, 'states'> | undefined;
  /** The ways in which changes of other processes arrive, which are told if there is a broker. */
  config?: { eventsUrl: string | undefined };
  news?: { readonly ways: readonly string[] };
  /** Undefined: events are in `db`. Without them, everything else is served. */
  clickHouse?: EventDatabase | undefined;
  blobs: {
    /** Whether there is no space to store anything. */
    isFull(): Promise<boolean>;
  };
}

/**
 * `/healthz`: requests are served, by which version. `/readyz`: they can also be answered, the database included; 503 tells a
 * load balancer to ask elsewhere, as it does while the service takes leave of its clients, 507 that nothing can be stored. Neither is a part of the API.
 */
export function useHealth(
  app: FastifyInstance,
  { db, databaseSpace, replicas, clickHouse, config, news, blobs }: HealthDeps,
  { version }: Pick<Release, 'version'>,
): void {
  app.metrics.addMetric({
    name: 'database_up',
    help: 'Whether the database responds.',
    read: () =>
      pingDatabase(db, GAUGE_TIMEOUT_MS).then(
        () => 1,
        () => 0,
      ),
  });
  if (clickHouse)
    app.metrics.addMetric({
      name: 'insights_up',
      help: 'Whether the database of events responds.',
      read: () => responds(clickHouse).then(Number),
    });
  let isStopping = false;
  const response: DatabaseResponse = { at: Number.NEGATIVE_INFINITY };
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.route({
    method: 'GET',
    url: '/healthz',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async () => ({ status: 'ok', version }),
  });
  app.route({
    method: 'GET',
    url: '/readyz',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async () => {
      if (app.draining.isUnready || (isStopping && !app.draining.isActive)) throw shuttingDown();
      await pingDatabase(db, READY_TIMEOUT_MS, response);
      if (!(await findRoom(db, databaseSpace))) throw storageFull('The disk of the database is full.');
      if (await blobs.isFull()) throw storageFull('The disk that holds files is full.');
      return {
        status: 'ready',
        ...(clickHouse ? { insights: (await responds(clickHouse)) ? 'available' : 'unavailable' } : {}),
        ...(replicas ? { replicas: countReplicas(replicas) } : {}),
        ...(news && config?.eventsUrl !== undefined ? { events: news.ways } : {}),
      };
    },
  });
}

const countReplicas = ({ states }: Pick<Replicas, 'states'>): { used: number; configured: number } => ({
  used: states.filter(({ problem }) => problem === undefined).length,
  configured: states.length,
});

const responds = (clickHouse: EventDatabase): Promise<boolean> =>
  clickHouse.check().then(
    () => true,
    () => false,
  );

/** When the database responded last, in milliseconds of `performance`. */
interface DatabaseResponse {
  at: number;
}

/** `last`: a response that is late counts when it arrives, and for as long as `RESPONDS_MS`. */
async function pingDatabase(db: Kysely<DB>, timeoutMs: number, last?: DatabaseResponse): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  try {
    const outcome = await Promise.race([
      sql`select 1`.execute(db).then(
        () => {
          if (last) last.at = performance.now();
          return 'answered' as const;
        },
        () => 'failed' as const,
      ),
      timeout,
    ]);
    const responds = last !== undefined && performance.now() - last.at < RESPONDS_MS;
    if (outcome === 'late' && !responds) throw databaseUnavailable('The database does not respond.');
    if (outcome === 'failed') throw databaseUnavailable('The database cannot be reached.');
  } finally {
    clearTimeout(timer);
  }
}
