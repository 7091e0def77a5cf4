import { BY_OPERATOR } from '../access/cause.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { restoreOrganization as bringBack } from '../features/organization-deletion/delete-organization.service.ts';
import { listDeletedOrganizations } from '../features/organization-deletion/deleted-organizations.queries.ts';
import { endOfRetention } from '../features/spaces/retention.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

/** `organization restore [id]`: brings a deleted organization back, or tells which there are. */
export async function restoreOrganization(config: Config, args: string[]): Promise<number> {
  const { argument: organizationId } = parseCommand('organization restore', args);
  return withContext(config, async ({ context }) => {
    if (organizationId === undefined) return printDeleted(context);
    await bringBack(context, BY_OPERATOR, organizationId);
    console.log('The organization was restored.');
    return 0;
  });
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
