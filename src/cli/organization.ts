import { BY_OPERATOR } from '../access/cause.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { restoreOrganization } from '../features/organization-deletion/delete-organization.service.ts';
import { listDeletedOrganizations } from '../features/organization-deletion/deleted-organizations.queries.ts';
import { endOfRetention } from '../features/spaces/retention.ts';
import { ApiError } from '../http/errors.ts';
import { createLog } from '../log.ts';
import { openPlatform } from '../platform.ts';
import { CommandError } from './command-error.ts';

/** `organization restore [id]`: brings a deleted organization back, or tells which there are. */
export async function organization(config: Config, args: string[]): Promise<number> {
  const [command, organizationId, ...rest] = args;
  if (command !== 'restore' || rest.length > 0) {
    throw new CommandError('Unknown command. Use: lectern organization restore [id].');
  }
  const log = createLog({ ...config, logLevel: 'warn' });
  const platform = await openPlatform({ config, log, canJoin: true });
  try {
    const { context } = platform;
    if (organizationId === undefined) return await printDeleted(context);
    await restoreOrganization(context, BY_OPERATOR, organizationId);
    console.log('The organization was restored.');
    return 0;
  } catch (error) {
    throw error instanceof ApiError ? new CommandError(error.message) : error;
  } finally {
    await platform.close();
  }
}

/** An organization's title must not control the terminal. */
const CONTROL = /\p{Cc}/gu;

async function printDeleted({ db, clock }: Context): Promise<number> {
  const now = clock();
  const deleted = (await listDeletedOrganizations(db)).filter(
    ({ deletedAt }) => endOfRetention(deletedAt) > now,
  );
  for (const { organizationId, title, deletedAt } of deleted) {
    const until = endOfRetention(deletedAt).toISOString();
    console.log(`${organizationId}  until ${until}  ${title.replace(CONTROL, '\ufffd')}`);
  }
  if (deleted.length === 0) console.log('No deleted organization can be restored.');
  return 0;
}
