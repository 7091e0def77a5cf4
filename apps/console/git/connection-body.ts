import type { RequestOf } from '@lectern/client/client';
import { api } from '../api/client.ts';
import { queries } from '../api/queries.ts';
import { connectionQuery, type GitConnection, refreshGit } from './git-queries.ts';
import { keepSecret } from './shown-secret.ts';

export type ConnectionBody = RequestOf<'/v1/spaces/{spaceId}/git', 'put'>['body'];

/** The body that leaves a connection as it is: what is absent from it is reset, except for secrets. */
export const bodyOf = (connection: GitConnection): ConnectionBody => ({
  url: connection.url,
  ref: connection.ref,
  repoProjectDirectory: connection.repoProjectDirectory,
  direction: connection.direction,
  initialDirection: connection.initialDirection,
  onConflict: connection.onConflict,
  provider: connection.provider ?? null,
  repoTreeURL: connection.repoTreeURL ?? null,
  repoCommitURL: connection.repoCommitURL ?? null,
  repoWebURL: connection.repoWebURL ?? null,
  commitMessage: connection.commitMessage,
  branchPattern: connection.branchPattern ?? null,
  mirrorPrefix: connection.mirrorPrefix ?? null,
  pollSeconds: connection.pollSeconds ?? null,
});

/** Changes some fields of a connection, and keeps the others. */
export async function changeConnection(
  spaceId: string,
  connection: GitConnection,
  changes: Partial<ConnectionBody>,
): Promise<void> {
  const { webhookSecret, ...changed } = await api.put('/v1/spaces/{spaceId}/git', {
    path: { spaceId },
    body: { ...bodyOf(connection), ...changes },
  });
  keepSecret(spaceId, webhookSecret ?? changes.webhookSecret ?? undefined);
  queries.setQueryData(connectionQuery(spaceId).queryKey, changed);
  void refreshGit(spaceId);
}
