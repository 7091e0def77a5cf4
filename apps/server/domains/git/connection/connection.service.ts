import { parseGitRef } from '@lectern/git/program/git-ref';
import type { RemoteUrl } from '@lectern/git/program/remote-url';
import { newId } from '@lectern/std/ids';
import type { Static } from 'typebox';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { sealSecret } from '../../../platform/access/secrets.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError, invalidField } from '../../../platform/http/errors.ts';
import { createGuardedNetwork } from '../../../platform/http/guarded-fetch.ts';
import { spaceLocked } from '../../content/revisions/space-branch.ts';
import { getSpaceRow, holdSpacePlace } from '../../content/spaces/spaces.service.ts';
import { deleteSpaceGit, findSpaceGit, forgetRepository, upsertSpaceGit } from '../git.repository.ts';
import { assertNotStale, gitNotConnected, repositoryName } from '../git.service.ts';
import {
  findLastOperationRow,
  findOperationRow,
  type ShownOperationRow,
} from '../operations/operations.repository.ts';
import { parseField, parseTimestamp } from '../parse-field.ts';
import { cancelSyncs, requestSync } from '../sync/request-sync.ts';
import { refusePattern } from './branch-pattern.ts';
import { DEFAULT_COMMIT_MESSAGE, findUnknownPlaceholder } from './commit-message.ts';
import type { ShownConnection } from './connection.present.ts';
import {
  type ConnectionRow,
  deleteConnectionRow,
  findConnection,
  updateConnection,
  upsertConnection,
} from './connection.repository.ts';
import type { PutGitConnectionBody, SyncGitRepositoryBody } from './connection.schemas.ts';
import { recordConnectionChange } from './connection-audit.ts';
import { sealCredentials } from './credentials.ts';
import { openDeployKey } from './deploy-key.ts';
import { recognizeProvider } from './host-provider.ts';
import {
  type ConnectionBody,
  type ConnectionTarget,
  isSameHost,
  parseConnectionTarget,
} from './parse-connection-target.ts';
import { digestOf, newWebhookSecret, newWebhookToken } from './webhook-address.ts';

export const connectionPaused = defineError(
  { status: 409, reason: 'git-connection-paused' },
  (reason: string | null) =>
    `The Git connection of this space is paused (${reason ?? 'user'}), so nothing is synced. Resume it first.`,
);

type Body = Static<typeof PutGitConnectionBody>;

export async function getConnection(db: Context['db'], space: SpaceKey): Promise<ShownConnection> {
  const row = await findConnection(db, space);
  if (!row) throw gitNotConnected();
  return show(db, row);
}

/** A connection that is not stored yet: what the body says, with the secrets of the stored one that it keeps. */
export async function draftConnection(
  { clock, keyRing, db, config }: Pick<Context, 'clock' | 'keyRing' | 'db' | 'config'>,
  cause: Cause,
  space: SpaceKey,
  asked: Body,
): Promise<ConnectionRow> {
  assertOptions(asked);
  const body = openCredentialsOf(asked, { keyRing, space });
  const before = await findConnection(db, space);
  const network = createGuardedNetwork({ allowPrivate: config.allowPrivateNetworks });
  const place = await parseConnectionTarget(body, { before, network });
  return toRow({ keyRing, cause, space, place, body, before, now: clock() });
}

function openCredentialsOf(
  { credentials, ...body }: Body,
  { keyRing, space }: { keyRing: Context['keyRing']; space: SpaceKey },
): ConnectionBody {
  if (credentials === undefined) return body;
  if (!credentials || !('deployKey' in credentials)) return { ...body, credentials };
  return { ...body, credentials: { privateKey: openDeployKey(keyRing, space, credentials.deployKey) } };
}

/**
 * Creates the connection or replaces it; secrets that the body does not name are kept. A new connection, or one to
 * another repository, branch or directory, is synced immediately, and that sync is like the first one.
 */
export async function putConnection(
  { transact, clock, keyRing, db, config }: Context,
  cause: Cause,
  space: SpacePointer,
  asked: Body,
): Promise<ShownConnection & { isNew: boolean }> {
  assertOptions(asked);
  const body = openCredentialsOf(asked, { keyRing, space });
  const stored = await findConnection(db, space);
  const network = createGuardedNetwork({ allowPrivate: config.allowPrivateNetworks });
  const target = await parseConnectionTarget(body, { before: stored, network });
  const now = clock();
  return transact(async (unit) => {
    const { trx } = unit;
    await holdSpacePlace(trx, space);
    const before = await findConnection(trx, space, { lock: true });
    const generated = before || body.webhookSecret !== undefined ? undefined : newWebhookSecret();
    const secrets = { ...body, ...(generated ? { webhookSecret: generated } : {}) };
    const row = toRow({ keyRing, cause, space, place: target, body: secrets, before, now });
    const isMoved = await followTarget(unit, row, now);
    if (isMoved && before) Object.assign(row, { paused_at: null, pause_reason: null });
    await upsertConnection(trx, row);
    const { title } = await getSpaceRow(trx, space);
    await recordConnectionChange(trx, cause, { before, after: row, title, at: now });
    if (!before || isMoved)
      await requestSync(unit, space, { trigger: 'connect', authorId: authorOf(cause.actor), now });
    return { ...(await show(trx, row)), isNew: !before, webhookSecret: generated };
  });
}

/** Deletes the connection. The content of both sides stays unchanged. */
export async function deleteConnection(
  { transact, clock }: Context,
  cause: Cause,
  space: SpacePointer,
): Promise<void> {
  const now = clock();
  await transact(async (unit) => {
    await holdSpacePlace(unit.trx, space);
    const before = await lockConnection(unit, space);
    await deleteConnectionRow(unit.trx, space);
    await deleteSpaceGit(unit.trx, space);
    await cancelSyncs(unit, space, { reason: 'The connection was deleted.', now });
    const { title } = await getSpaceRow(unit.trx, space);
    await recordConnectionChange(unit.trx, cause, { before, title, at: now });
  });
}

/** Pauses the connection. A sync that is running already is not stopped. */
export async function pauseConnection(
  { transact, clock }: Context,
  cause: Cause,
  space: SpacePointer,
): Promise<ShownConnection> {
  const now = clock();
  return transact(async (unit) => {
    const before = await lockConnection(unit, space);
    const pause = before.paused_at ? {} : { paused_at: now, pause_reason: 'user' };
    const row: ConnectionRow = { ...before, ...pause };
    await updateConnection(unit.trx, space, pausedFields(row));
    const { title } = await getSpaceRow(unit.trx, space);
    await recordConnectionChange(unit.trx, cause, { before, after: row, title, at: now });
    return show(unit.trx, row);
  });
}

/** Also requests a sync, which brings both sides up to date. */
export async function resumeConnection(
  { transact, clock }: Context,
  cause: Cause,
  space: SpacePointer,
  { force = false }: { force?: boolean },
): Promise<ShownConnection> {
  const now = clock();
  return transact(async (unit) => {
    const before = await lockConnection(unit, space);
    const row: ConnectionRow = { ...before, paused_at: null, pause_reason: null };
    await updateConnection(unit.trx, space, pausedFields(row));
    const { title } = await getSpaceRow(unit.trx, space);
    await recordConnectionChange(unit.trx, cause, { before, after: row, title, at: now });
    const authorId = authorOf(cause.actor);
    await requestSync(unit, space, { trigger: 'resume', authorId, isForced: force, now });
    return show(unit.trx, row);
  });
}

/** Requests a sync for a caller. Returns its operation, which may have been waiting already. */
export async function syncConnection(
  { transact, clock }: Context,
  actor: Actor,
  space: SpacePointer,
  body: Static<typeof SyncGitRepositoryBody>,
): Promise<ShownOperationRow> {
  const now = clock();
  const timestamp = parseTimestamp(body.timestamp, now);
  const isForced = body.force ?? false;
  return transact(async (unit) => {
    await holdSpacePlace(unit.trx, space);
    const connection = await lockConnection(unit, space);
    if (connection.paused_at) throw connectionPaused(connection.pause_reason);
    if (space.editMode === 'locked' && connection.direction !== 'export') throw spaceLocked();
    assertNotStale(await findSpaceGit(unit.trx, space, { lock: true }), {
      timestamp: timestamp?.toISOString(),
      isForced,
    });
    const authorId = authorOf(actor);
    const request = { trigger: 'call', authorId, timestamp, isForced, now } as const;
    const operationId = await requestSync(unit, space, request);
    const operation =
      operationId === undefined ? undefined : await findOperationRow(unit.trx, { ...space, operationId });
    if (!operation) throw new Error('A connection that is not paused accepts every sync that is called for.');
    return operation;
  });
}

async function show(db: Context['db'], row: ConnectionRow): Promise<ShownConnection> {
  const key = { organizationId: row.organization_id, spaceId: row.space_id };
  return { row, state: await findSpaceGit(db, key), lastOperation: await findLastOperationRow(db, key) };
}

async function lockConnection({ trx }: UnitOfWork, space: SpaceKey): Promise<ConnectionRow> {
  const row = await findConnection(trx, space, { lock: true });
  if (!row) throw gitNotConnected();
  return row;
}

const pausedFields = ({ paused_at, pause_reason }: ConnectionRow) => ({ paused_at, pause_reason });

const authorOf = (actor: Cause['actor']): string | null => (actor?.kind === 'user' ? actor.userId : null);

function assertOptions({ commitMessage, branchPattern, mirrorPrefix, direction }: Body): void {
  const unknown = findUnknownPlaceholder(commitMessage ?? '');
  if (unknown !== undefined)
    throw invalidField(
      'commitMessage',
      `has the unknown placeholder {${unknown}}. Use {subject}, {author}, {number} or {space}`,
    );
  const refusal = branchPattern ? refusePattern(branchPattern) : undefined;
  if (refusal !== undefined) throw invalidField('branchPattern', refusal);
  if (mirrorPrefix) parseField('mirrorPrefix', () => parseGitRef(`refs/heads/${mirrorPrefix}1`));
  if ((branchPattern || mirrorPrefix) && direction && direction !== 'both')
    throw invalidField('direction', 'must be both if branches are change requests');
}

interface NewRow {
  keyRing: Context['keyRing'];
  cause: Cause;
  space: SpaceKey;
  place: ConnectionTarget;
  body: ConnectionBody;
  before: ConnectionRow | undefined;
  now: Date;
}

function toRow({ keyRing, cause, space, place, body, before, now }: NewRow): ConnectionRow {
  const { remote, credentials } = place;
  const token = before?.webhook_token ?? newWebhookToken();
  const pollSeconds = body.pollSeconds ?? null;
  return {
    organization_id: space.organizationId,
    space_id: space.spaceId,
    url: remote.url,
    ref: place.ref,
    project_directory: place.projectDirectory,
    direction: body.direction ?? 'both',
    initial_direction: body.initialDirection ?? 'import',
    on_conflict: body.onConflict ?? 'remote',
    provider: body.provider ?? recognizeProvider(remote.hostname),
    tree_url: body.repoTreeURL ?? null,
    commit_url: body.repoCommitURL ?? null,
    web_url: body.repoWebURL ?? null,
    credentials: replaceSecret(keptCredentials(before, remote), credentials, (value) =>
      sealCredentials(keyRing, value),
    ),
    known_hosts: place.knownHosts,
    webhook_token: token,
    webhook_digest: digestOf(token),
    webhook_secret: replaceSecret(before?.webhook_secret, body.webhookSecret, (value) =>
      sealSecret(keyRing, value),
    ),
    commit_message: body.commitMessage ?? DEFAULT_COMMIT_MESSAGE,
    branch_pattern: body.branchPattern ?? null,
    mirror_prefix: body.mirrorPrefix ?? null,
    poll_seconds: pollSeconds,
    next_poll_at: pollSeconds === null ? null : new Date(now.getTime() + pollSeconds * 1000),
    paused_at: before?.paused_at ?? null,
    pause_reason: before?.pause_reason ?? null,
    created_by: before ? before.created_by : authorOf(cause.actor),
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

function keptCredentials(before: ConnectionRow | undefined, remote: RemoteUrl): Buffer | null {
  return before && isSameHost(before, remote) ? before.credentials : null;
}

/** If the value is absent, keeps the stored secret; if it is null, deletes it. */
function replaceSecret<T>(
  stored: Buffer | null | undefined,
  value: T | null | undefined,
  sealValue: (value: T) => Buffer,
): Buffer | null {
  if (value === undefined) return stored ?? null;
  return value === null ? null : sealValue(value);
}

/**
 * Stores the repository of the connection as that of the space. If it differs from the former one, forgets that one and
 * cancels the syncs with it. Returns whether it differs.
 */
async function followTarget(unit: UnitOfWork, row: ConnectionRow, now: Date): Promise<boolean> {
  const key = { organizationId: row.organization_id, spaceId: row.space_id };
  const known = await findSpaceGit(unit.trx, key, { lock: true });
  const isSame =
    known?.url === row.url && known.ref === row.ref && known.project_directory === row.project_directory;
  await upsertSpaceGit(unit.trx, {
    organization_id: row.organization_id,
    space_id: row.space_id,
    git_id: known?.git_id ?? newId(),
    url: row.url,
    repo_name: repositoryName(row.url),
    provider: row.provider === 'github' || row.provider === 'gitlab' ? row.provider : null,
    web_url: row.web_url,
    ref: row.ref,
    project_directory: row.project_directory,
    tree_url: row.tree_url,
    commit_url: row.commit_url,
    updated_at: now,
  });
  if (isSame) return false;
  await forgetRepository(unit.trx, key);
  await cancelSyncs(unit, key, {
    reason: 'The connection was changed to another repository, branch or directory.',
    now,
  });
  return true;
}
