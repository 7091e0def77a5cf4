import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { type BootstrapResult, bootstrap } from './bootstrap.ts';
import { StartError } from './db/start-error.ts';
import { foldNames } from './features/users/users.queries.ts';
import { prepareJob } from './jobs/recurring.ts';
import type { Worker } from './jobs/worker.ts';
import { openPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { buildPublishedApp } from './published/published-app.ts';

export interface Service {
  platform: Platform;
  worker: Worker;
  /** The objects that the first start created. */
  first: BootstrapResult | undefined;
  /** Stops serving, lets running requests end, gives jobs back, stops the database. */
  stop(): Promise<void>;
}

const SERVED_FILES_CACHE_BYTES = 16_000_000;
const IDLE_CHECK_INTERVAL_MS = 50;
const CLOSE_TIMEOUT_MS = 4000;

/** Starts everything and listens. Throws a `StartError` with a one-line message. */
export async function startService(options: PlatformOptions): Promise<Service> {
  const platform = await openPlatform(options);
  const { context } = platform;
  const { config, log } = context;
  const opened: (() => Promise<void>)[] = [];
  try {
    const first = await bootstrap(context);
    const app = await buildApp(context);

    await foldNames(context.jobDb);
    for (const job of Object.values(app.jobs)) await prepareJob(context, job);
    const background = await startBackground(platform, app.jobs);
    opened.push(background.stop);

    const published = buildPublishedApp({
      log,
      blobs: context.blobs,
      cacheBytes: SERVED_FILES_CACHE_BYTES,
      findServedFile: app.findServedFile,
    });
    await listen(published, config.host, config.sitesPort, 'LECTERN_SITES_PORT');
    opened.push(() => close(published));
    await listen(app.server, config.host, config.port, 'LECTERN_PORT');
    opened.push(() => close(app.server));
    return {
      platform,
      worker: background.worker,
      first,
      stop: async () => {
        for (const end of opened.reverse()) await end();
        await platform.close();
      },
    };
  } catch (error) {
    for (const end of opened.reverse()) await end();
    await platform.close();
    throw error;
  }
}

/**
 * Lets requests in progress finish. Clients would keep their connections open long after the response, so idle ones are
 * closed, and the rest are cut off before most supervisors would kill the process.
 */
async function close(server: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS);
  const cut = setTimeout(() => server.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  try {
    await server.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

async function listen(
  server: FastifyInstance,
  host: string,
  port: number,
  setting: string,
): Promise<AddressInfo> {
  try {
    await server.listen({ host, port });
    return server.server.address() as AddressInfo;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.`,
      );
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this user. Set ${setting} to a port above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`LECTERN_HOST is ${host}, which is not an address of this machine.`);
    }
    throw error;
  }
}
