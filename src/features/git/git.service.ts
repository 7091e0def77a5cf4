import type { Transaction } from 'kysely';
import type { Static } from 'typebox';
import type { Actor } from '../../access/actor.ts';
import { seal } from '../../access/keys.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import type { SpaceKey } from '../../access/space-key.ts';
import type { Context } from '../../context.ts';
import type { DB } from '../../db/schema.ts';
import { defineError, invalidField } from '../../http/errors.ts';
import { newId } from '../../http/ids.ts';
import { enqueueJob } from '../../jobs/queue.ts';
import { spaceLocked } from '../revisions/space-line.ts';
import { holdSpacePlace } from '../spaces/spaces.service.ts';
import { findConnection } from './connection/connection.repository.ts';
import { findSpaceGit, insertOperation, upsertSpaceGit } from './git.repository.ts';
import type { ImportGitRepositoryBody } from './git.schemas.ts';
import { parseField, parseTimestamp } from './parse-field.ts';
import { parseGitRef, parseRepositoryDirectory } from './program/git-ref.ts';
import { parseRemoteUrl } from './program/remote-url.ts';

export const gitNotConnected = defineError(
  { status: 404, reason: 'git-not-connected' },
  'This space is not connected to a Git repository.',
);
export const staleTimestamp = defineError(
  { status: 409, reason: 'stale-timestamp' },
  (applied: Date) =>
    `This import is older than the last one (${applied.toISOString()}), so nothing changed. Send force to import it anyway.`,
);

export const connectedElsewhere = defineError(
  { status: 409, reason: 'git-connected-elsewhere' },
  'The space is connected to another repository, branch or directory. Sync with that, delete the connection first, or import with standalone.',
);

/** The kind of the job that imports. */
export const GIT_IMPORT = 'git-import' as const;

/** The parameters of an import, stored with its operation, without credentials. */
export interface StoredImport {
  url: string;
  ref: string;
  /** Imports with different ids do not share a copy of the repository. */
  cacheId: string;
  projectDirectory: string;
  treeUrl?: string;
  commitUrl?: string;
  timestamp?: string;
  isForced: boolean;
  isStandalone: boolean;
  authorId: string | null;
}

export interface GitImportPayload {
  spaceId: string;
  operationId: string;
}

/** Records the operation as running and enqueues its job. The answer does not wait for either. */
export async function requestImport(
  { transact, clock, keyRing }: Pick<Context, 'transact' | 'clock' | 'keyRing'>,
  actor: Actor,
  space: SpacePointer,
  body: Static<typeof ImportGitRepositoryBody>,
): Promise<void> {
  const { organizationId, spaceId } = space;
  const isStandalone = body.standalone ?? false;
  if (space.editMode === 'locked' && !isStandalone) throw spaceLocked();
  const remote = parseField('url', () => parseRemoteUrl(body.url));
  const ref = parseField('ref', () => parseGitRef(body.ref));
  const projectDirectory = parseField('repoProjectDirectory', () =>
    parseRepositoryDirectory(body.repoProjectDirectory ?? ''),
  );
  const now = clock();
  const timestamp = parseTimestamp(body.timestamp, now);
  const stored: StoredImport = {
    url: remote.url,
    ref: ref.text,
    cacheId: body.repoCacheID ?? '',
    projectDirectory,
    ...(body.repoTreeURL ? { treeUrl: body.repoTreeURL } : {}),
    ...(body.repoCommitURL ? { commitUrl: body.repoCommitURL } : {}),
    ...(timestamp ? { timestamp: timestamp.toISOString() } : {}),
    isForced: body.force ?? false,
    isStandalone,
    authorId: actor.kind === 'user' ? actor.userId : null,
  };
  const operationId = newId();
  const { credentials } = remote;
  await transact(async (unit) => {
    await holdSpacePlace(unit.trx, space);
    if (remote.isSsh) await assertHasKey(unit.trx, space, remote.url);
    if (!isStandalone)
      await assertNotConnectedElsewhere(unit.trx, space, {
        url: remote.url,
        ref: ref.text,
        projectDirectory,
      });
    const known = await findSpaceGit(unit.trx, space, { lock: true });
    const applied = known?.applied_timestamp;
    if (applied && timestamp && timestamp < applied && !stored.isForced) throw staleTimestamp(applied);
    // A standalone import looks at a repository, perhaps another one, and leaves the space's own as it is.
    if (!known || !isStandalone) {
      const said = known?.url === remote.url ? known : undefined;
      await upsertSpaceGit(unit.trx, {
        organization_id: organizationId,
        space_id: spaceId,
        git_id: known?.git_id ?? newId(),
        url: remote.url,
        repo_name: repositoryName(remote.url),
        provider: body.gitInfo?.provider ?? said?.provider ?? null,
        web_url: body.gitInfo?.url ?? said?.web_url ?? null,
        ref: ref.text,
        project_directory: projectDirectory,
        tree_url: stored.treeUrl ?? null,
        commit_url: stored.commitUrl ?? null,
        updated_at: now,
      });
    }
    await insertOperation(unit.trx, {
      organizationId,
      spaceId,
      operationId,
      direction: 'import',
      request: stored,
      credentials: credentials
        ? seal(keyRing.keys('credentials')[0] as Buffer, JSON.stringify(credentials))
        : null,
      startedAt: now,
    });
    await enqueueJob(
      unit,
      {
        organizationId,
        kind: GIT_IMPORT,
        payload: { spaceId, operationId } satisfies GitImportPayload,
        concurrencyKey: `git:${spaceId}`,
      },
      now,
    );
  });
}

/** A URL cannot hold a private key. */
async function assertHasKey(trx: Transaction<DB>, space: SpacePointer, url: string): Promise<void> {
  const connection = await findConnection(trx, space);
  if (connection?.url !== url)
    throw invalidField('url', 'must be an http(s) URL, unless the space is connected to this SSH URL');
}

/** What is imported from elsewhere would be taken for edits, and exported to the repository that the space is connected to. */
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

export const operationKey = ({ organizationId, spaceId }: SpaceKey, operationId: string) => ({
  organizationId,
  spaceId,
  operationId,
});

/** `owner/name` of a repository's URL, or what comes closest. */
export function repositoryName(url: string): string {
  const { pathname, hostname } = new URL(url);
  const parts = pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean);
  const name = parts.slice(-2).map(decodeURIComponentSafely).join('/');
  // Percent-encoding hides characters that neither a database nor a reader wants.
  return name.replace(/\p{Cc}/gu, '') || hostname;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
