import { isDeepStrictEqual } from 'node:util';
import { isId, newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { defineError, defineNotFound, invalidField } from '../../../platform/http/errors.ts';
import {
  deleteWorkingCopy,
  findWorkingCopy,
  listWorkingCopies,
  storeWorkingCopy,
  type WorkingCopyKey,
  type WorkingCopyRow,
} from './working-copies.repository.ts';
import type { WorkingCopyBody } from './working-copies.schemas.ts';

export const workingCopyNotFound = defineNotFound('working-copy-not-found', 'working copy');

/** Another tab or device stored a version that the caller did not know. `details` holds both. */
export const workingCopyChanged = defineError(
  { status: 409, reason: 'working-copy-changed' },
  ({ ours, theirs }: { ours?: object; theirs: object }) => ({
    message:
      'Nothing was changed, because another tab or device has stored a newer version. Choose one of the two texts, or combine them, and send the result with the newer version in If-Match.',
    details: [
      {
        path: 'If-Match',
        message: 'is not the current version',
        theirs,
        ...(ours === undefined ? {} : { ours }),
      },
    ],
  }),
);

/** How many working copies somebody can have in one space. */
const MAX_COPIES = 200;

export const tooManyWorkingCopies = defineError(
  { status: 409, reason: 'too-many-working-copies' },
  `You have ${MAX_COPIES} working copies in this space. Delete one that you no longer need.`,
);

/** The largest document, in characters of its JSON. */
const MAX_DOCUMENT_LENGTH = 4_000_000;

/** The content of a request, which has either Markdown or a document. */
export function readContent({ markdown, document }: Static<typeof WorkingCopyBody>): object {
  if ((markdown === undefined) === (document === undefined))
    throw invalidField('markdown', 'is required, unless document is sent');
  if (markdown !== undefined) return { markdown };
  if (JSON.stringify(document).length > MAX_DOCUMENT_LENGTH)
    throw invalidField('document', `must not have more than ${MAX_DOCUMENT_LENGTH} characters as JSON`);
  return { document: { data: {}, ...document } };
}

export async function getWorkingCopy(
  { db }: Pick<Context, 'db'>,
  key: WorkingCopyKey,
): Promise<WorkingCopyRow> {
  const row = await findWorkingCopy(db, key);
  if (!row) throw workingCopyNotFound();
  return row;
}

export interface StoredVersion {
  /** The version that the caller knows; undefined: none. */
  knownId: string | undefined;
  baseRevisionId: string;
  content: object;
}

/** Stores a version in place of the one that the caller knows. If there is another one, throws a 409 with both. */
export async function putWorkingCopy(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  key: WorkingCopyKey,
  { knownId, baseRevisionId, content }: StoredVersion,
): Promise<WorkingCopyRow> {
  return transact(async ({ trx }) => {
    const stored = await storeWorkingCopy(trx, key, {
      versionId: newId(),
      knownId: knownId !== undefined && isId(knownId) ? knownId : undefined,
      baseRevisionId,
      content,
      at: clock(),
    });
    if (stored) {
      const all = await listWorkingCopies(trx, key);
      if (all.length > MAX_COPIES) throw tooManyWorkingCopies();
      return stored;
    }
    const current = await findWorkingCopy(trx, key);
    // Deleted between both statements: the next attempt finds none.
    if (!current) throw workingCopyNotFound();
    // The same text, sent again because the answer was lost.
    if (current.base_revision_id === baseRevisionId && isDeepStrictEqual(current.content, content))
      return current;
    throw workingCopyChanged({
      ours: { ...content, baseRevision: baseRevisionId },
      theirs: describe(current),
    });
  });
}

/** Deletes a working copy; with `knownId`, only that version of it. */
export async function removeWorkingCopy(
  { transact }: Pick<Context, 'transact'>,
  key: WorkingCopyKey,
  knownId: string | undefined,
): Promise<void> {
  await transact(async ({ trx }) => {
    if (knownId !== undefined && !isId(knownId)) throw await refuse(trx, key);
    if (!(await deleteWorkingCopy(trx, key, knownId))) throw await refuse(trx, key);
  });
}

async function refuse(trx: Parameters<typeof findWorkingCopy>[0], key: WorkingCopyKey): Promise<Error> {
  const current = await findWorkingCopy(trx, key);
  return current ? workingCopyChanged({ theirs: describe(current) }) : workingCopyNotFound();
}

const describe = ({
  content,
  version_id: version,
  base_revision_id: baseRevision,
}: WorkingCopyRow): object => ({
  ...(content as object),
  version,
  baseRevision,
});
