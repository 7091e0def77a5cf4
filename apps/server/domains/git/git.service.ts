import { parseGitRef, parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import { isSshUrl, parseRemoteUrl, type RemoteUrl } from '@lectern/git/program/remote-url';
import { decodeComponent } from '@lectern/std/decode-component';
import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import type { Actor } from '../../platform/access/actor.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import type { DB } from '../../platform/db/schema.ts';
import { defineError, invalidField } from '../../platform/http/errors.ts';
import { enqueueJob } from '../../platform/jobs/queue.ts';
import { spaceLocked } from '../content/revisions/space-branch.ts';
import { holdSpacePlace } from '../content/spaces/spaces.service.ts';
import { findConnection } from './connection/connection.repository.ts';
import { sealCredentials } from './connection/credentials.ts';
import { findSpaceGit, insertOperation, type SpaceGitRow, upsertSpaceGit } from './git.repository.ts';
import type { ExportGitRepositoryBody, ImportGitRepositoryBody } from './git.schemas.ts';
import { type GitLocation, isSameLocation } from './git-location.ts';
import { parseField, parseTimestamp } from './parse-field.ts';

export const gitNotConnected = defineError(
  { status: 404, reason: 'git-not-connected' },
  'This space is not connected to a Git repository.',
);
export const staleTimestamp = defineError(
  { status: 409, reason: 'stale-timestamp' },
  (applied: Date) =>
    `This event is older than the last one that was applied (${applied.toISOString()}), so it was ignored. Set force to true to apply it anyway.`,
);

export const connectedElsewhere = defineError(
  { status: 409, reason: 'git-connected-elsewhere' },
  'The space is connected to another repository, branch or directory. Sync with the connected repository, delete the connection, or set standalone to true.',
);

/** Throws if a later event was applied already, unless the operation is forced. */
export function assertNotStale(
  git: Pick<SpaceGitRow, 'applied_timestamp'> | undefined,
  { timestamp, isForced }: { timestamp?: string | undefined; isForced: boolean },
): void {
  const applied = git?.applied_timestamp;
  if (applied && timestamp !== undefined && new Date(timestamp) < applied && !isForced)
    throw staleTimestamp(applied);
}

/** The kinds of the jobs that import and export. */
export const GIT_IMPORT = 'git-import' as const;
export const GIT_EXPORT = 'git-export' as const;

/** The parameters of an operation, stored with it, without credentials. */
interface StoredOperation {
  url: string;
  ref: string;
  /** Operations with different ids do not share a copy of the repository. */
  cacheId: string;
  projectDirectory: string;
  treeUrl?: string;
  commitUrl?: string;
  timestamp?: string;
  isForced: boolean;
  /** Keeps the repository of the space unchanged. */
  isStandalone: boolean;
  /** How the host shows the repository. */
  provider?: GitLocation['provider'];
  webUrl?: string | null;
  authorId: string | null;
}

export type StoredImport = StoredOperation;

export interface StoredExport extends StoredOperation {
  commitMessage: string;
}

export interface OperationPayload {
  spaceId: string;
  operationId: string;
}

/** Records an import as running and enqueues its job. The answer does not wait for either. */
export async function requestImport(
  context: Context,
  actor: Actor,
  space: SpacePointer,
  body: Static<typeof ImportGitRepositoryBody>,
): Promise<void> {
  if (space.editMode === 'locked' && !body.standalone) throw spaceLocked();
  const request = parseRequest(context, actor, body);
  await requestOperation(context, space, {
    kind: GIT_IMPORT,
    direction: 'import',
    ...request,
    gitInfo: body.gitInfo,
  });
}

/** Looks at the branch of an export before the request is answered. Throws if the export is to be refused. */
export type CheckExport = (request: { stored: StoredExport; remote: RemoteUrl }) => Promise<void>;

/** Records an export as running and enqueues its job. Without a check, the job alone can refuse it. */
export async function requestExport(
  context: Context,
  actor: Actor,
  space: SpacePointer,
  body: Static<typeof ExportGitRepositoryBody>,
  check?: CheckExport,
): Promise<void> {
  if (space.editMode === 'locked' && !body.standalone) throw spaceLocked();
  const request = parseRequest(context, actor, body);
  if (!request.stored.ref.startsWith('refs/heads/'))
    throw invalidField('ref', 'must have the form refs/heads/<branch>');
  const stored: StoredExport = { ...request.stored, commitMessage: body.commitMessage };
  await check?.({ stored, remote: request.remote });
  await requestOperation(context, space, {
    kind: GIT_EXPORT,
    direction: 'export',
    ...request,
    stored,
    gitInfo: body.gitInfo,
  });
}

interface ParsedRequest {
  stored: StoredOperation;
  remote: RemoteUrl;
  now: Date;
}

function parseRequest(
  { clock }: Pick<Context, 'clock'>,
  actor: Actor,
  body: Static<typeof ImportGitRepositoryBody>,
): ParsedRequest {
  const remote = parseField('url', () => parseRemoteUrl(body.url));
  const ref = parseField('ref', () => parseGitRef(body.ref));
  const projectDirectory = parseField('repoProjectDirectory', () =>
    parseRepositoryDirectory(body.repoProjectDirectory ?? ''),
  );
  const now = clock();
  const timestamp = parseTimestamp(body.timestamp, now);
  const stored: StoredOperation = {
    url: remote.url,
    ref: ref.text,
    cacheId: body.repoCacheID ?? '',
    projectDirectory,
    ...(body.repoTreeURL ? { treeUrl: body.repoTreeURL } : {}),
    ...(body.repoCommitURL ? { commitUrl: body.repoCommitURL } : {}),
    ...(timestamp ? { timestamp: timestamp.toISOString() } : {}),
    isForced: body.force ?? false,
    isStandalone: body.standalone ?? false,
    authorId: actor.kind === 'user' ? actor.userId : null,
  };
  return { stored, remote, now };
}

interface RequestedOperation extends ParsedRequest {
  kind: typeof GIT_IMPORT | typeof GIT_EXPORT;
  direction: 'import' | 'export';
  gitInfo: Static<typeof ImportGitRepositoryBody>['gitInfo'];
}

async function requestOperation(
  { transact, keyRing }: Context,
  space: SpacePointer,
  { kind, direction, stored: requested, remote, now, gitInfo }: RequestedOperation,
): Promise<void> {
  const { organizationId, spaceId } = space;
  const operationId = newId();
  await transact(async (unit) => {
    await holdSpacePlace(unit.trx, space);
    const { isStandalone } = requested;
    if (isSshUrl(requested.url)) await assertHasKey(unit.trx, space, requested.url);
    if (!isStandalone) await assertNotConnectedElsewhere(unit.trx, space, requested);
    const known = await findSpaceGit(unit.trx, space, { lock: true });
    assertNotStale(known, requested);
    const said = known?.url === requested.url ? known : undefined;
    const stored: StoredOperation = {
      ...requested,
      provider: gitInfo?.provider ?? said?.provider ?? null,
      webUrl: gitInfo?.url ?? said?.web_url ?? null,
    };
    const place = locationOf(stored);
    // A standalone operation never changes the repository of the space. An operation with another repository changes it
    // only when it succeeds: until then, the common state of the space and its repository remains valid.
    const isElsewhere = Boolean(known?.imported_oid) && !(known && isSameLocation(known, place));
    if (!known || !(isStandalone || isElsewhere)) {
      await upsertSpaceGit(unit.trx, {
        organization_id: organizationId,
        space_id: spaceId,
        git_id: known?.git_id ?? newId(),
        ...place,
        updated_at: now,
      });
    }
    await insertOperation(unit.trx, {
      organizationId,
      spaceId,
      operationId,
      direction,
      request: stored,
      credentials: remote.credentials ? sealCredentials(keyRing, remote.credentials) : null,
      startedAt: now,
    });
    await enqueueJob(
      unit,
      {
        organizationId,
        kind,
        payload: { spaceId, operationId } satisfies OperationPayload,
        concurrencyKey: `git:${spaceId}`,
      },
      now,
    );
  });
}

/** The repository, branch and directory of the space once the operation has succeeded. */
export const locationOf = (stored: StoredOperation): GitLocation => ({
  url: stored.url,
  repo_name: repositoryName(stored.url),
  provider: stored.provider ?? null,
  web_url: stored.webUrl ?? null,
  ref: stored.ref,
  project_directory: stored.projectDirectory,
  tree_url: stored.treeUrl ?? null,
  commit_url: stored.commitUrl ?? null,
});

/** Throws unless the space is connected to this SSH URL: the connection has the key, which a URL cannot contain. */
async function assertHasKey(trx: Transaction<DB>, space: SpacePointer, url: string): Promise<void> {
  const connection = await findConnection(trx, space);
  if (connection?.url !== url)
    throw invalidField('url', 'must be an http(s) URL, unless the space is connected to this SSH URL');
}

/**
 * Throws if the space is connected to another place: content that is imported from elsewhere would count as edits, and
 * be exported to the connected repository.
 */
async function assertNotConnectedElsewhere(
  trx: Transaction<DB>,
  space: SpacePointer,
  { url, ref, projectDirectory }: Pick<StoredImport, 'url' | 'ref' | 'projectDirectory'>,
): Promise<void> {
  const connection = await findConnection(trx, space, { lock: true });
  if (!connection) return;
  const isSame =
    connection.url === url && connection.ref === ref && connection.project_directory === projectDirectory;
  if (!isSame) throw connectedElsewhere();
}

/** Returns the last two parts of a repository's URL, as in `owner/name`, or its host name if it has no path. */
export function repositoryName(url: string): string {
  const { pathname, hostname } = new URL(url);
  const parts = pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean);
  const name = parts.slice(-2).map(decodeComponent).join('/');
  // Percent-encoding can hide control characters, which neither the database nor readers accept.
  return name.replace(/\p{Cc}/gu, '') || hostname;
}
