import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  CONVERSATION_FORMATS,
  importConversations,
} from '../../server/domains/conversations/importing/import-conversations.ts';
import { listOrganizationIds } from '../../server/domains/identity/organizations/organizations.queries.ts';
import { requireNoMaintenance } from '../../server/platform/access/maintenance.ts';
import type { Config } from '../../server/platform/config.ts';
import { chooseOrganization } from './choose-organization.ts';
import { CommandError } from './command-error.ts';
import { parseCommand } from './parse-command.ts';
import { withContext } from './with-context.ts';

const SOURCE = /^(?:email|integration:[^:\s]{1,100}:[^:\s]{1,100})$/;

/** `conversations import <file>`: ingests the conversations of an export. */
export async function importConversationsFile(config: Config, args: string[]): Promise<number> {
  const { argument, options } = parseCommand('conversations import', args);
  if (argument === undefined) throw new CommandError('Specify the file with the conversations.');
  const { format = '', source } = options;
  if (!CONVERSATION_FORMATS.includes(format))
    throw new CommandError(`Specify the format of the file in --format: ${CONVERSATION_FORMATS.join(', ')}.`);
  if (source !== undefined && !SOURCE.test(source))
    throw new CommandError('A source is “email” or “integration:NAME:INSTALLATION”.');
  const file = resolve(argument);
  const facts = await stat(file).catch(() => undefined);
  if (!facts?.isFile()) throw new CommandError(`There is no file ${file}.`);
  if (facts.size > config.limits.importBytes)
    throw new CommandError(
      `The file has ${facts.size} bytes, more than LECTERN_MAX_IMPORT allows (${config.limits.importBytes}).`,
    );
  return withContext(config, async ({ context }) => {
    await requireNoMaintenance(context);
    const organizationId = chooseOrganization(await listOrganizationIds(context.db), options.organization);
    const wanted = { organizationId, file, format, source };
    const { read, stored, problems } = await importConversations(context, wanted);
    for (const problem of problems) console.error(problem);
    console.log(`Read ${read} conversations, of which ${stored} are new or changed.`);
    return read === 0 && problems.length > 0 ? 1 : 0;
  });
}
