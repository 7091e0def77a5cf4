import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../server/app/app.ts';
import { openPlatform, type Platform, type PlatformOptions } from '../../server/app/platform.ts';
import { startWarmThread } from '../../server/domains/content/revisions/warm-thread.ts';
import { findUnusedAdministrator } from '../../server/domains/identity/tokens/administrator-use.queries.ts';
import { foldNames } from '../../server/domains/identity/users/users.queries.ts';
import { applyDefaultQuotas } from '../../server/domains/instance/quotas/quotas.service.ts';
import { openAccessLog } from '../../server/platform/access-log/access-log.ts';
import { assertNotInUse } from '../../server/platform/db/embedded/find-running.ts';
import { listAddresses, listen, reservePorts } from '../../server/platform/http/listening.ts';
import type { Metrics } from '../../server/platform/http/metrics.ts';
import { readRelease } from '../../server/platform/http/release.ts';
import { prepareJob } from '../../server/platform/jobs/recurring.ts';
import { traceRequests } from '../../server/platform/tracing/trace-requests.ts';
import { useTracing } from '../../server/platform/tracing/tracing.ts';
import { buildPublishedApp } from '../../sites/published-app.ts';
import { createPublishedParts } from '../../sites/published-parts.ts';
import { serveReference } from '../../sites/reference/reference.routes.ts';
import { startBackground } from './background.ts';
import { type BootstrapResult, bootstrap } from './bootstrap.ts';
import { tellUpdates } from './tell-updates.ts';
import type { StopRequest, WorkerLink } from './workers/join-workers.ts';

export interface Service {
  platform: Platform;
  metrics: Metrics;
  /** The objects that the first start created. */
  first: BootstrapResult | undefined;
  /**
   * The address of the administrator, while no administrator has signed in: the token of the first start may be lost.
   */
  unusedAdministrator: string | undefined;
  /**
   * Reports that it is not ready, serves for the time of the drain, stops serving, lets running requests end, gives jobs
   * back, stops the database.
   */
  stop(options?: Partial<StopRequest>): Promise<void>;
}

interface ServiceOptions extends PlatformOptions {
  /** What this process is, if the service consists of several. The primary process has reserved the ports. */
  link?: WorkerLink | undefined;
}

const SWEEP_INTERVAL_MS = 50;
const CLOSE_TIMEOUT_MS = 4000;
const WARMING_MS = 3000;
/** A first start imports and publishes the documentation before. */
const FIRST_WARMING_MS = 8000;

/**
 * Starts everything and listens. The ports are reserved first: a start that fails because one is in use must not have
 * created the administrator, whose token is shown only once. Throws a `StartError` with a one-line message.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, link } = options;
  const isFirst = link === undefined || link.assignment.number === 1;
  if (!config.databaseUrl && !link) assertNotInUse(config.dataDir);
  const { api, sites } = listAddresses(config);
  const opened: (() => Promise<void>)[] = [];
  try {
    const ports = link ?? (await reservePorts(config));
    if (!link) opened.push(ports.release);
    const closeTracing = await startTracing(config);
    opened.push(closeTracing);
    const platform = await openPlatform({ ...options, worker: link?.assignment });
    opened.push(platform.close);
    const { context } = platform;
    const first = await bootstrap(context, { hasFirstSite: true });
    await applyDefaultQuotas(context);
    const unusedAdministrator = first ? undefined : await findUnusedAdministrator(context.db);
    const app = await buildApp(context, (server) => serveReference(server, context));

    if (isFirst) {
      await foldNames(context.jobDb);
      for (const job of Object.values(app.jobs)) await prepareJob(context, job);
    }
    const background = await startBackground(platform, isFirst ? app.jobs : {});
    opened.push(background.stop);

    const published = buildPublishedApp({ log: context.log, ...createPublishedParts(app) });
    if (config.tracing) for (const { server } of [published, app.server]) traceRequests(server);
    opened.push(startAccessLog(platform, { published, api: app.server }));
    const servers: FastifyInstance[] = [];
    opened.push(async () => {
      await Promise.all(servers.map(close));
    });
    await ports.release();
    await listen(published, sites);
    servers.push(published);
    await listen(app.server, api);
    servers.push(app.server);
    if (isFirst) opened.push(tellUpdates(config.updatesFile, context.log));
    opened.push(startWarmThread(context, first ? FIRST_WARMING_MS : WARMING_MS));
    return {
      platform,
      metrics: app.server.metrics,
      first,
      unusedAdministrator,
      stop: async ({ drainSeconds = 0, isReplaced = false } = {}) => {
        for (const { draining } of servers) draining.begin({ isReplaced });
        await setTimeout(drainSeconds * 1000);
        await Promise.all(servers.map(({ draining }) => draining.closeIdle()));
        for (const end of opened.reverse()) await end();
      },
    };
  } catch (error) {
    for (const end of opened.reverse()) await end();
    throw error;
  }
}

/** Returns what ends it. Programs that rotate logs rename the file and then send the signal. */
function startAccessLog(
  { context: { config, log, clock } }: Platform,
  { published, api }: { published: FastifyInstance; api: FastifyInstance },
): () => Promise<void> {
  const { accessLog, trustProxy } = config;
  if (!accessLog) return async () => {};
  const opened = openAccessLog({ config: accessLog, trustProxy, log, clock });
  opened.follow(published.server, 'sites');
  opened.follow(api.server, 'api');
  process.on('SIGUSR2', opened.reopen);
  return async () => {
    process.off('SIGUSR2', opened.reopen);
    await opened.close();
  };
}

/** Returns what ends it. */
async function startTracing({ tracing }: PlatformOptions['config']): Promise<() => Promise<void>> {
  if (!tracing) return async () => {};
  const { startOpenTelemetry } = await import('../../server/platform/tracing/open-telemetry.ts');
  const { version } = await readRelease();
  const started = startOpenTelemetry(tracing, version);
  useTracing(started);
  return async () => {
    useTracing(undefined);
    await started.close();
  };
}

/**
 * Lets requests in progress finish. Those that take longer are cut off before most supervisors would kill the process.
 */
async function close(server: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => void server.draining.sweep(), SWEEP_INTERVAL_MS);
  const cut = globalThis.setTimeout(() => server.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  try {
    await server.draining.stopListening();
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
