import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cutText } from '@lectern/std/cut-text';
import { openSecret } from '../../../platform/access/secrets.ts';
import type { Context } from '../../../platform/context.ts';
import { defineError, invalidRequest } from '../../../platform/http/errors.ts';
import { parseLargeJson } from '../../../platform/http/large-json.ts';
import { matchesBranch } from '../connection/branch-pattern.ts';
import { type ConnectionRow, findConnection } from '../connection/connection.repository.ts';
import { digestOf } from '../connection/webhook-address.ts';
import { findSpaceGit } from '../git.repository.ts';
import { isPlausible } from '../parse-field.ts';
import { requestSync } from '../sync/request-sync.ts';
import { findConnectionByDigest, insertDelivery } from './git-webhooks.repository.ts';
import {
  type BranchUpdate,
  type DeliveryHeaders,
  type Push,
  readDeliveryHeaders,
  readPush,
} from './read-delivery.ts';
import { isAuthentic } from './verify-delivery.ts';

export const webhookAddressNotFound = defineError(
  { status: 404, reason: 'git-webhook-not-found' },
  'There is no Git connection with this webhook address. It may have been deleted.',
);
export const webhookNotAuthentic = defineError(
  { status: 403, reason: 'git-webhook-not-authentic' },
  'The signature or secret of this webhook is missing or wrong. Set the same secret at the host and as webhookSecret of the connection.',
);

/** Whether a sync was requested, and if not, why. */
export type Receipt = { requested: true; reason?: string } | { requested: false; reason: string };

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A webhook that is not a push of a followed branch is accepted, so that the host does not disable the hook. */
const ignored = (reason: string): Receipt => ({ requested: false, reason });

export async function getConnectionOfWebhook(db: Context['db'], token: string): Promise<ConnectionRow> {
  const connection = await findConnectionByDigest(db, digestOf(token));
  if (!connection) throw webhookAddressNotFound();
  return connection;
}

export async function receiveWebhook(
  context: Pick<Context, 'transact' | 'keyRing' | 'clock'>,
  connection: ConnectionRow,
  { headers, body }: ReceivedWebhook,
): Promise<Receipt> {
  const said = readDeliveryHeaders(headers);
  const secret = connection.webhook_secret
    ? openSecret(context.keyRing, connection.webhook_secret)
    : undefined;
  if (!said || secret === undefined || !isAuthentic(said, { body, secret })) throw webhookNotAuthentic();
  const push = readPush(said, await parseBody(headers, body));
  if (!push) return ignored(`The event “${cutText(said.event, 100)}” does not require a sync.`);
  const updates = push.updates.filter((update) => isFollowed(connection, update));
  if (updates.length === 0) return ignored('No branch of this connection was pushed.');
  return requestPushedSync(context, connection, { said, push, updates, body });
}

interface FollowedPush {
  said: DeliveryHeaders;
  push: Push;
  /** The updates of the followed branches. */
  updates: BranchUpdate[];
  body: Buffer;
}

async function requestPushedSync(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  connection: ConnectionRow,
  { said, push, updates, body }: FollowedPush,
): Promise<Receipt> {
  const key = { organizationId: connection.organization_id, spaceId: connection.space_id };
  const now = clock();
  const pushedAt = push.pushedAt && isPlausible(push.pushedAt, now) ? push.pushedAt : undefined;
  return transact(async (unit) => {
    // Before the delivery, which refers to it: otherwise two that arrive at once would wait for each other.
    if (!(await findConnection(unit.trx, key, { lock: true }))) throw webhookAddressNotFound();
    for (const digest of digestsOf(said, body))
      if (!(await insertDelivery(unit.trx, { ...key, digest, at: now })))
        return ignored('This delivery was already received.');
    const state = await findSpaceGit(unit.trx, key);
    if (pushedAt && state?.applied_timestamp && pushedAt < state.applied_timestamp)
      return ignored('A later push was already synced.');
    // Our own push comes back as a webhook, too.
    if (updates.every(({ ref, oid }) => ref === connection.ref && oid && oid === state?.imported_oid))
      return ignored('The commit was already synced.');
    const request = { trigger: 'webhook', authorId: null, timestamp: pushedAt, now } as const;
    const operationId = await requestSync(unit, key, request);
    return operationId === undefined
      ? ignored('The connection is paused, or does not import.')
      : { requested: true };
  });
}

/** Signatures are of the body alone: whoever has recorded one can send it with another id, or as another host. */
function digestsOf({ host, deliveryId }: DeliveryHeaders, body: Buffer): Buffer[] {
  const ofBody = createHash('sha256').update('body ').update(body).digest();
  if (deliveryId === undefined) return [ofBody];
  return [ofBody, createHash('sha256').update(`${host} ${deliveryId}`).digest()];
}

/** Whether a branch is synchronized. Deletions are, too: they are reported, or archive the change request. */
function isFollowed(connection: ConnectionRow, { ref }: BranchUpdate): boolean {
  if (ref === connection.ref) return true;
  const branch = ref.slice('refs/heads/'.length);
  const { branch_pattern: pattern, mirror_prefix: prefix } = connection;
  return (
    (pattern !== null && matchesBranch(pattern, branch)) || (prefix !== null && branch.startsWith(prefix))
  );
}

/** A push of 2,000 commits with ten files each has about 60,000 values. */
const BODY_LIMITS = { values: 500_000, depth: 100 };

/** GitHub can also send a form with the JSON in one field. */
async function parseBody(headers: IncomingHttpHeaders, body: Buffer): Promise<unknown> {
  const text = body.toString('utf8');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  try {
    return await parseLargeJson(
      isForm ? (new URLSearchParams(text).get('payload') ?? '') : text,
      BODY_LIMITS,
    );
  } catch {
    throw invalidRequest('The body of the webhook is not valid JSON, or has too many values.');
  }
}
