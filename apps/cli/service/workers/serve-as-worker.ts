import type { Config } from '../../../server/platform/config.ts';
import { StartError } from '../../../server/platform/db/start-error.ts';
import { createLog } from '../../../server/platform/log.ts';
import { StorageError } from '../../../server/platform/storage/storage-error.ts';
import { startService } from '../service.ts';
import { joinWorkers } from './join-workers.ts';

/** Serves as one process of several, until the primary process says otherwise. */
export async function serveAsWorker(config: Config): Promise<number> {
  const link = await joinWorkers();
  const log = createLog(config, process.stdout, link.assignment.number);
  try {
    const service = await startService({ config, log, link });
    link.shareMetrics(service.metrics);
    link.ready({ first: service.first, unusedAdministrator: service.unusedAdministrator });
    await service.stop(await link.stopped);
    return 0;
  } catch (error) {
    // The primary process tells it: in one line if a person can correct it.
    if (!(error instanceof StartError || error instanceof StorageError))
      log.error({ err: error }, 'could not start');
    link.fail((error as Error).message);
    return 1;
  } finally {
    process.disconnect();
  }
}
