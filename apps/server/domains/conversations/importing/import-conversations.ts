import type { Context } from '../../../platform/context.ts';
import { ingestConversations } from '../conversations.service.ts';
import { HELP_DESKS } from './help-desks.ts';
import { type ImportedConversation, toImported } from './imported-conversation.ts';
import { readJsonExport } from './read-json-export.ts';
import { readMbox } from './read-mbox.ts';

/** The formats of exports that are read. */
export const CONVERSATION_FORMATS: readonly string[] = ['mbox', ...Object.keys(HELP_DESKS)];

export interface ConversationsToImport {
  organizationId: string;
  file: string;
  /** One of the formats. */
  format: string;
  /** Undefined: `email` for mail, else an integration of the name of the format. */
  source: string | undefined;
}

export interface ImportedConversations {
  /** How many were in the export. */
  read: number;
  /** How many of them are new or different. */
  stored: number;
  problems: string[];
}

const BATCH = { count: 200, length: 4_000_000 };
const MAX_PROBLEMS = 20;

/** Ingests the conversations of an export. Reports those that cannot be read, and imports the others. */
export async function importConversations(
  context: Context,
  { organizationId, ...wanted }: ConversationsToImport,
): Promise<ImportedConversations> {
  const result: ImportedConversations = { read: 0, stored: 0, problems: [] };
  let batch: ImportedConversation[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    result.stored += await ingestConversations(context, organizationId, batch);
    batch = [];
    length = 0;
  };
  for await (const found of readConversations(wanted)) {
    if (typeof found === 'string') {
      if (result.problems.length < MAX_PROBLEMS) result.problems.push(found);
      continue;
    }
    result.read += 1;
    batch.push(found);
    length += found.parts.reduce((sum, { body }) => sum + body.length, 0);
    if (batch.length >= BATCH.count || length >= BATCH.length) await flush();
  }
  await flush();
  return result;
}

/** The conversations of an export, and in words what cannot be read. */
async function* readConversations({
  file,
  format,
  source = format === 'mbox' ? 'email' : `integration:${format}:import`,
}: Omit<ConversationsToImport, 'organizationId'>): AsyncGenerator<ImportedConversation | string> {
  const helpDesk = HELP_DESKS[format];
  if (!helpDesk) {
    for (const found of await readMbox(file)) {
      const conversation = toImported(found, source);
      if (conversation) yield conversation;
    }
    return;
  }
  for await (const read of readJsonExport(file, helpDesk.list)) {
    if ('problem' in read) {
      yield read.problem;
      continue;
    }
    const found = helpDesk.read(read.record);
    const conversation = found && toImported(found, source);
    if (conversation) yield conversation;
    else if (!found) yield 'An entry has no id.';
  }
}
