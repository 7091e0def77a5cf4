import { type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { GitProgress } from '../../content/spaces/spaces.schemas.ts';
import type { PreviewResult, STATES } from './git-preview.schemas.ts';

export type PreviewRow = Selectable<DB['git_preview']>;
export type PreviewState = (typeof STATES)[number];

export interface PreviewKey extends SpaceKey {
  previewId: string;
}

const isOf = ({ organizationId, spaceId }: SpaceKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId}`;
const isPreview = (key: PreviewKey) => sql`${isOf(key)} and preview_id = ${key.previewId}`;

export async function insertPreview(
  trx: Transaction<DB>,
  {
    organizationId,
    spaceId,
    previewId,
    ...preview
  }: PreviewKey & { request: object; credentials: Buffer | null; at: Date },
): Promise<void> {
  await trx
    .insertInto('git_preview')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      preview_id: previewId,
      state: 'running',
      request: preview.request,
      credentials: preview.credentials,
      started_at: preview.at,
    })
    .execute();
}

export async function findPreview(db: Database, key: PreviewKey): Promise<PreviewRow | undefined> {
  const { rows } = await sql<PreviewRow>`select * from git_preview where ${isPreview(key)}`.execute(db);
  return rows[0];
}

export async function countRunning(db: Database, space: SpaceKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from git_preview where ${isOf(space)} and state = 'running'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stores the progress of a preview. Returns whether it still has to run: it may have been cancelled. */
export async function updatePreviewProgress(
  db: Database,
  key: PreviewKey,
  progress: GitProgress | undefined,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update git_preview set progress = ${toJsonText(progress ?? {})}::text::jsonb
    where ${isPreview(key)} and state = 'running'`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
}

export interface PreviewEnd {
  state: Exclude<PreviewState, 'running'>;
  at: Date;
  result?: PreviewResult;
  reason?: string | undefined;
  error?: string;
}

/** Ends a preview and deletes its credentials. Returns false if it had ended before. */
export async function endPreview(db: Database, key: PreviewKey, end: PreviewEnd): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update git_preview
    set state = ${end.state}, ended_at = ${end.at}, progress = '{}', credentials = null,
      result = ${end.result ? toJsonText(end.result) : null}::text::jsonb,
      reason = ${end.reason ?? null}, error = ${end.error?.replaceAll('\0', '\ufffd') ?? null}
    where ${isPreview(key)} and state = 'running'`.execute(db);
  return Number(numAffectedRows ?? 0n) > 0;
}

/** Deletes previews that ended before a time. */
export async function deleteOldPreviews(db: Database, endedBefore: Date): Promise<void> {
  await sql`delete from git_preview where ended_at < ${endedBefore}`.execute(db);
}
