import type { Transaction } from 'kysely';
import type { Cause } from '../../../platform/access/cause.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { recordEvent } from '../../core/audit/record-event.ts';
import type { ConnectionRow } from './connection.repository.ts';

interface ConnectionChange {
  before?: ConnectionRow | undefined;
  after?: ConnectionRow | undefined;
  /** The title of the space. */
  title: string;
  at: Date;
}

/** Records nothing if a call changed nothing. */
export async function recordConnectionChange(
  trx: Transaction<DB>,
  cause: Cause,
  { before, after, title, at }: ConnectionChange,
): Promise<void> {
  const row = after ?? before;
  const [old, now] = [before && describe(before), after && describe(after)];
  if (!row || (isSameSecrets(before, after) && JSON.stringify(old) === JSON.stringify(now))) return;
  await recordEvent(trx, {
    organizationId: row.organization_id,
    cause,
    action: after ? (before ? 'git-connection.updated' : 'git-connection.created') : 'git-connection.deleted',
    target: { type: 'space', id: row.space_id, label: title },
    payload: { ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) },
    at,
  });
}

/** Sealed secrets differ whenever they were set. */
const isSameSecrets = (before: ConnectionRow | undefined, after: ConnectionRow | undefined): boolean =>
  (['credentials', 'webhook_secret'] as const).every(
    (name) => before?.[name]?.toString('hex') === after?.[name]?.toString('hex'),
  );

const describe = (row: ConnectionRow) => ({
  url: row.url,
  ref: row.ref,
  directory: row.project_directory,
  direction: row.direction,
  onConflict: row.on_conflict,
  isSignedIn: row.credentials !== null,
  acceptsWebhooks: row.webhook_secret !== null,
  knownHosts: row.known_hosts,
  branchPattern: row.branch_pattern,
  mirrorPrefix: row.mirror_prefix,
  pollSeconds: row.poll_seconds,
  pauseReason: row.pause_reason,
});
