/** Previews of the first sync of a connection. */
import { isId, newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Cause } from '../../../platform/access/cause.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError, defineNotFound } from '../../../platform/http/errors.ts';
import { enqueueJob } from '../../../platform/jobs/queue.ts';
import { holdSpacePlace } from '../../content/spaces/spaces.service.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import type { PutGitConnectionBody } from '../connection/connection.schemas.ts';
import { draftConnection } from '../connection/connection.service.ts';
import {
  countRunning,
  endPreview,
  findPreview,
  insertPreview,
  type PreviewKey,
  type PreviewRow,
} from './git-preview.repository.ts';

export const previewNotFound = defineNotFound('git-preview-not-found', 'preview');
export const previewEnded = defineError(
  { status: 409, reason: 'git-preview-not-running' },
  'This preview has ended and cannot be cancelled.',
);
export const tooManyPreviews = defineError(
  { status: 409, reason: 'too-many-git-previews' },
  'Too many previews of this space are running. Wait until one of them has ended, or cancel one.',
);

/** The kind of the job that previews. */
export const GIT_PREVIEW = 'git-preview' as const;

/** At most this many previews of one space wait or run at the same time. */
const MAX_RUNNING = 10;

/** The fields of a connection on which its first sync depends. */
const PREVIEWED = [
  'url',
  'ref',
  'project_directory',
  'direction',
  'initial_direction',
  'on_conflict',
  'tree_url',
  'commit_url',
  'web_url',
  'known_hosts',
  'commit_message',
] as const satisfies readonly (keyof ConnectionRow)[];

/** A connection that is not stored yet, without its secrets. */
export type PreviewedConnection = Pick<ConnectionRow, (typeof PREVIEWED)[number]>;

/** The parameters of a preview, as stored in its row. */
export interface StoredPreview {
  connection: PreviewedConnection;
  authorId: string | null;
}

export interface PreviewPayload {
  spaceId: string;
  previewId: string;
}

/** Records a preview of a connection as running, and enqueues its job. Stores no connection. */
export async function requestPreview(
  context: Context,
  cause: Cause,
  space: SpacePointer,
  body: Static<typeof PutGitConnectionBody>,
): Promise<PreviewRow> {
  const draft = await draftConnection(context, cause, space, body);
  const { organizationId, spaceId } = space;
  const key: PreviewKey = { organizationId, spaceId, previewId: newId() };
  const request: StoredPreview = {
    connection: Object.fromEntries(PREVIEWED.map((name) => [name, draft[name]])) as PreviewedConnection,
    authorId: cause.actor?.kind === 'user' ? cause.actor.userId : null,
  };
  const at = context.clock();
  return context.transact(async (unit) => {
    await holdSpacePlace(unit.trx, space);
    if ((await countRunning(unit.trx, space)) >= MAX_RUNNING) throw tooManyPreviews();
    await insertPreview(unit.trx, { ...key, request, credentials: draft.credentials, at });
    const payload: PreviewPayload = { spaceId, previewId: key.previewId };
    const concurrencyKey = `git-preview:${spaceId}`;
    await enqueueJob(unit, { organizationId, kind: GIT_PREVIEW, payload, concurrencyKey }, at);
    return getPreview(unit.trx, key);
  });
}

export async function getPreview(db: Context['db'], key: PreviewKey): Promise<PreviewRow> {
  const row = isId(key.previewId) ? await findPreview(db, key) : undefined;
  if (!row) throw previewNotFound();
  return row;
}

/** Cancels a preview: its job stops at its next step. */
export async function cancelPreview(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  key: PreviewKey,
): Promise<void> {
  await getPreview(db, key);
  if (!(await endPreview(db, key, { state: 'cancelled', at: clock() }))) throw previewEnded();
}
