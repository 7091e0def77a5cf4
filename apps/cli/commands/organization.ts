import { endOfRetention } from '../../server/domains/content/spaces/retention.ts';
import { restoreOrganization as bringBack } from '../../server/domains/lifecycle/organization-deletion/delete-organization.service.ts';
import { listDeletedOrganizations } from '../../server/domains/lifecycle/organization-deletion/deleted-organizations.queries.ts';
import { BY_OPERATOR } from '../../server/platform/access/cause.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Context } from '../../server/platform/context.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

/** `organization restore [id]`: brings a deleted organization back, or lists the deleted ones. */
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
