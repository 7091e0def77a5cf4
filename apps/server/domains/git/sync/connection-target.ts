/** Both sides of a connection, and how its repository is reached. */
import { remoteOf } from '@lectern/git/program/remote-url';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { Context } from '../../../platform/context.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import { openCredentials, openSshAccess } from '../connection/credentials.ts';
import type { RemoteAddress } from '../operation-job.ts';
import { createMessageWriter } from './commit-facts.ts';
import type { SyncTarget } from './sync-target.ts';

export function connectionAddress(
  { keyRing }: Pick<Context, 'keyRing'>,
  connection: Pick<ConnectionRow, 'url' | 'credentials' | 'known_hosts'>,
): RemoteAddress {
  const credentials = openCredentials(keyRing, connection);
  const login = credentials && 'password' in credentials ? credentials : undefined;
  return {
    cacheId: '',
    remote: remoteOf(connection.url, login),
    ssh: openSshAccess(keyRing, connection),
  };
}

export const connectionTarget = (
  { organizationId, spaceId }: SpaceKey,
  connection: Pick<
    ConnectionRow,
    | 'ref'
    | 'project_directory'
    | 'tree_url'
    | 'commit_url'
    | 'direction'
    | 'initial_direction'
    | 'on_conflict'
    | 'commit_message'
  >,
  { isForced, authorId }: Pick<SyncTarget, 'isForced' | 'authorId'>,
): Omit<SyncTarget, 'line' | 'timestamp'> => ({
  organizationId,
  spaceId,
  ref: connection.ref,
  projectDirectory: connection.project_directory,
  treeUrl: connection.tree_url ?? undefined,
  commitUrl: connection.commit_url ?? undefined,
  direction: connection.direction as SyncTarget['direction'],
  initialDirection: connection.initial_direction as SyncTarget['initialDirection'],
  onConflict: connection.on_conflict as SyncTarget['onConflict'],
  isForced,
  mayOverwrite: isForced || connection.initial_direction === 'export',
  isStandalone: false,
  authorId,
  writeMessage: createMessageWriter(connection.commit_message),
});
