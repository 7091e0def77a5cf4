import type { Static } from 'typebox';
import type { KeyRing } from '../../../platform/access/keys.ts';
import { isAtLeast, type RoleOrGuest } from '../../../platform/access/roles.ts';
import type { SpaceGitRow } from '../git.repository.ts';
import { operationsLocation, presentOperation } from '../operations/operations.present.ts';
import type { ShownOperationRow } from '../operations/operations.repository.ts';
import type { ConnectionRow } from './connection.repository.ts';
import type { GitConnectionSchema } from './connection.schemas.ts';
import { readPublicKey } from './credentials.ts';
import { webhookAddress } from './webhook-address.ts';

export interface ShownConnection {
  row: ConnectionRow;
  /** The last common state of both sides. */
  state: SpaceGitRow | undefined;
  lastOperation: ShownOperationRow | undefined;
  /** Only in the response that creates it. */
  webhookSecret?: string | undefined;
}

export function presentConnection(
  { row, state, lastOperation, webhookSecret }: ShownConnection,
  { baseUrl, role, keyRing }: { baseUrl: string; role: RoleOrGuest; keyRing: KeyRing },
): Static<typeof GitConnectionSchema> {
  const isAdmin = isAtLeast(role, 'admin');
  return {
    object: 'git-connection',
    space: row.space_id,
    url: row.url,
    ref: row.ref,
    repoProjectDirectory: row.project_directory,
    direction: row.direction,
    initialDirection: row.initial_direction,
    onConflict: row.on_conflict,
    ...(row.provider ? { provider: row.provider } : {}),
    ...(row.tree_url ? { repoTreeURL: row.tree_url } : {}),
    ...(row.commit_url ? { repoCommitURL: row.commit_url } : {}),
    ...(row.web_url ? { repoWebURL: row.web_url } : {}),
    hasCredentials: row.credentials !== null,
    ...(isAdmin ? readPublicKey(keyRing, row) : {}),
    hasWebhookSecret: row.webhook_secret !== null,
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(row.known_hosts ? { knownHosts: row.known_hosts } : {}),
    commitMessage: row.commit_message,
    ...(row.branch_pattern ? { branchPattern: row.branch_pattern } : {}),
    ...(row.mirror_prefix ? { mirrorPrefix: row.mirror_prefix } : {}),
    ...(row.poll_seconds === null ? {} : { pollSeconds: row.poll_seconds }),
    ...(row.paused_at
      ? { paused: { at: row.paused_at.toISOString(), reason: row.pause_reason ?? 'user' } }
      : {}),
    ...(state?.imported_oid && state.imported_revision_id
      ? { synced: { commit: state.imported_oid, revision: state.imported_revision_id } }
      : {}),
    ...(lastOperation ? { lastOperation: presentOperation(lastOperation, baseUrl) } : {}),
    ...(row.created_by ? { createdBy: row.created_by } : {}),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    urls: {
      location: `${baseUrl}/v1/spaces/${row.space_id}/git`,
      operations: operationsLocation(row, baseUrl),
      ...(isAdmin ? { webhook: webhookAddress(row.webhook_token, baseUrl) } : {}),
    },
  };
}
