import type { Logger } from 'pino';
import type { Config } from '../../../server/platform/config.ts';
import { assertNotInUse } from '../../../server/platform/db/embedded/find-running.ts';
import { type KeptServer, keepRunning } from '../../../server/platform/db/embedded/keep-running.ts';
import { startEmbeddedPostgres } from '../../../server/platform/db/embedded/start.ts';
import { reservePorts } from '../../../server/platform/http/listening.ts';
import type { RunningService } from './messages.ts';
import { Workers } from './workers.ts';

/** Connections beside the pool of each process, and those of commands and of PostgreSQL itself. */
const OWN_CONNECTIONS = 5;
const OTHER_CONNECTIONS = 40;

/**
 * Starts the service as several processes. This one reserves the ports, runs the embedded database if there is one, and
 * keeps the workers running; it serves nothing itself. Throws a `StartError` if the first worker cannot start.
 */
export async function startWithWorkers(config: Config, log: Logger): Promise<RunningService> {
  if (!config.databaseUrl) assertNotInUse(config.dataDir);
  const ports = await reservePorts(config);
  let embedded: KeptServer | undefined;
  let workers: Workers | undefined;
  const stopAll = async (drainSeconds: number): Promise<void> => {
    await workers?.stop(drainSeconds);
    await embedded?.stop();
    await ports.release();
  };
  try {
    embedded = config.databaseUrl ? undefined : await startDatabase(config, log);
    workers = new Workers({
      count: config.workers,
      connection: embedded?.connection,
      log,
      releasePorts: ports.release,
    });
    const started = await workers.startFirst();
    workers.startOthers();
    const { accessLog } = config;
    const running = workers;
    // Programs that rotate logs send the signal to the service.
    if (accessLog) process.on('SIGUSR2', () => running.signal('SIGUSR2'));
    return {
      started,
      onGivenUp(report) {
        embedded?.onGivenUp(report);
        running.onGivenUp(report);
      },
      replaceAll: () => void running.replaceAll(),
      stop: ({ drainSeconds }) => stopAll(drainSeconds),
    };
  } catch (error) {
    await stopAll(0);
    throw error;
  }
}

async function startDatabase(
  { dataDir, workers, databasePoolSize }: Config,
  log: Logger,
): Promise<KeptServer> {
  const connections = workers * (databasePoolSize + OWN_CONNECTIONS) + OTHER_CONNECTIONS;
  const settings = { max_connections: String(Math.max(100, connections)) };
  return keepRunning(await startEmbeddedPostgres({ dataDir, log, settings }), { log });
}
