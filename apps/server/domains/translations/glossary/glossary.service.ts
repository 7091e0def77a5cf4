import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import {
  defineError,
  defineNotFound,
  type ErrorDetail,
  invalidFields,
} from '../../../platform/http/errors.ts';
import {
  countEntries,
  deleteEntry,
  type EntryKey,
  type EntryRow,
  findEntryRow,
  insertEntry,
  lockGlossary,
  updateEntry,
} from './glossary.repository.ts';
import type { GlossaryOperation } from './glossary.schemas.ts';

const MAX_ENTRIES = 5000;

export const entryNotFound = defineNotFound('glossary-entry-not-found', 'glossary entry');
export const glossaryTooLarge = defineError(
  { status: 409, reason: 'glossary-too-large' },
  () => `A glossary can have at most ${MAX_ENTRIES} entries. Delete some first.`,
);

export async function getEntry(db: Context['db'], key: EntryKey): Promise<EntryRow> {
  const row = isId(key.glossaryEntryId) ? await findEntryRow(db, key) : undefined;
  if (!row) throw entryNotFound();
  return row;
}

/** Does all of the operations or none of them. Every entry that does not exist is named. */
export async function updateGlossary(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  organizationId: string,
  operations: readonly GlossaryOperation[],
): Promise<void> {
  const at = clock();
  await transact(async ({ trx }) => {
    await lockGlossary(trx, organizationId);
    const refused: ErrorDetail[] = [];
    for (const [index, operation] of operations.entries())
      if (!(await applyOperation(trx, { organizationId, operation, at })))
        refused.push({ path: `operations.${index}.id`, message: 'is not an entry of the glossary' });
    if (refused.length > 0) throw invalidFields(refused);
    if ((await countEntries(trx, organizationId)) > MAX_ENTRIES) throw glossaryTooLarge();
  });
}

/** Returns false if the entry does not exist. */
async function applyOperation(
  trx: Transaction<DB>,
  { organizationId, operation, at }: { organizationId: string; operation: GlossaryOperation; at: Date },
): Promise<boolean> {
  if (operation.type === 'insert') {
    const { translations } = operation;
    await insertEntry(trx, { organizationId, glossaryEntryId: newId(), translations, at });
    return true;
  }
  const key = { organizationId, glossaryEntryId: operation.id };
  if (!isId(operation.id)) return false;
  return operation.type === 'delete'
    ? deleteEntry(trx, key)
    : updateEntry(trx, { ...key, translations: operation.translations, at });
}
