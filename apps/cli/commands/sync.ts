import type { Platform } from '../../server/app/platform.ts';
import { listConnectedSpaces } from '../../server/domains/git/connection/connected-spaces.queries.ts';
import { syncConnection } from '../../server/domains/git/connection/connection.service.ts';
import type { StoredOutcome } from '../../server/domains/git/operations/operations.present.ts';
import { requireNoMaintenance } from '../../server/platform/access/maintenance.ts';
import type { Config } from '../../server/platform/config.ts';
import { ApiError } from '../../server/platform/http/errors.ts';
import { actAs, getAdministrator } from './administrator.ts';
import { CommandError } from './command-error.ts';
import { findSpace } from './find-space.ts';
import { waitForOperation, withGitJobs } from './git-operation.ts';
import { parseCommand } from './parse-command.ts';
import { printOutcome } from './print-changes.ts';
import { withContext } from './with-context.ts';

/** `sync`: synchronizes one space or all connected ones with their repositories, and says what was done. */
export async function syncSpaces(config: Config, args: string[]): Promise<number> {
  const { argument: spaceId } = parseCommand('sync', args);
  return withContext(config, async (platform) => {
    const { context } = platform;
    await requireNoMaintenance(context);
    const ids = spaceId === undefined ? await listConnectedSpaces(context.db) : [spaceId];
    if (ids.length === 0)
      throw new CommandError('No space is connected to a repository, or all connections are paused.');
    return withGitJobs(platform, async () => {
      let failures = 0;
      for (const id of ids)
        if (!(await syncSpace(platform, id, { isOnly: spaceId !== undefined }))) failures += 1;
      return failures === 0 ? 0 : 1;
    });
  });
}

/** Tells whether it succeeded. The failure of one space does not keep the others from being synchronized. */
async function syncSpace(
  platform: Platform,
  spaceId: string,
  { isOnly }: { isOnly: boolean },
): Promise<boolean> {
  const { context } = platform;
  try {
    const space = await findSpace(context, spaceId);
    const actor = actAs(await getAdministrator(context));
    const requested = await syncConnection(context, actor, space, {});
    if (!isOnly) console.log(`${context.config.baseUrl}/app/s/${spaceId}`);
    const row = await waitForOperation(platform, space, requested.operation_id);
    printOutcome((row.outcome ?? {}) as StoredOutcome);
    return true;
  } catch (error) {
    if (isOnly || !(error instanceof CommandError || error instanceof ApiError)) throw error;
    console.error(`lectern: ${error.message}`);
    return false;
  }
}
