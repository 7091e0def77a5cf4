/** Reads the webhooks of GitHub, GitLab, Gitea and Forgejo, Bitbucket Cloud and Bitbucket Data Center. */
import type { IncomingHttpHeaders } from 'node:http';

type WebhookHost = 'github' | 'gitlab' | 'gitea' | 'bitbucket';

/** The headers of a webhook in a common form. */
export interface DeliveryHeaders {
  host: WebhookHost;
  /** The name of the event, as the host calls it. */
  event: string;
  /** The id of the delivery, the same if the host sends it again. */
  deliveryId: string | undefined;
  /** The HMAC-SHA256 of the body in hexadecimal digits, without a prefix. */
  signature: string | undefined;
  /** The secret itself: GitLab signs nothing. */
  secret: string | undefined;
}

/** A branch that was moved, created or deleted. */
export interface BranchUpdate {
  /** `refs/heads/…` */
  ref: string;
  /** The commit that it is at now; undefined if it was deleted. */
  oid: string | undefined;
}

export interface Push {
  updates: BranchUpdate[];
  /** When the host received the push, which few hosts send. */
  pushedAt: Date | undefined;
}

/** Undefined if no known host sends such headers. Forgejo and Gitea send the headers of GitHub, too. */
export function readDeliveryHeaders(headers: IncomingHttpHeaders): DeliveryHeaders | undefined {
  const read = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const signed = (name: string): string | undefined => read(name)?.replace(/^sha256=/, '');
  for (const fork of ['forgejo', 'gitea']) {
    const event = read(`x-${fork}-event`);
    if (event === undefined) continue;
    const signature = read(`x-${fork}-signature`) ?? read('x-gitea-signature');
    return { host: 'gitea', event, deliveryId: read(`x-${fork}-delivery`), signature, secret: undefined };
  }
  const github = read('x-github-event');
  if (github !== undefined)
    return {
      host: 'github',
      event: github,
      deliveryId: read('x-github-delivery'),
      signature: signed('x-hub-signature-256'),
      secret: undefined,
    };
  const gitlab = read('x-gitlab-event');
  if (gitlab !== undefined)
    return {
      host: 'gitlab',
      event: gitlab,
      deliveryId: read('idempotency-key') ?? read('x-gitlab-event-uuid'),
      signature: undefined,
      secret: read('x-gitlab-token'),
    };
  const bitbucket = read('x-event-key');
  if (bitbucket === undefined) return undefined;
  return {
    host: 'bitbucket',
    event: bitbucket,
    deliveryId: read('x-request-uuid') ?? read('x-request-id'),
    signature: signed('x-hub-signature'),
    secret: undefined,
  };
}

const PUSH_EVENTS = new Set(['push', 'Push Hook', 'repo:push', 'repo:refs_changed']);

/** Reads the branch updates of a push. Undefined if the event is another one, or if its body is not as documented. */
export function readPush({ host, event }: DeliveryHeaders, body: unknown): Push | undefined {
  if (!PUSH_EVENTS.has(event)) return undefined;
  const payload = asObject(body);
  if (host === 'bitbucket') return { updates: readBitbucketChanges(payload), pushedAt: undefined };
  const { ref, after } = payload;
  if (typeof ref !== 'string') return undefined;
  const updates = ref.startsWith('refs/heads/') ? [{ ref, oid: toOid(after) }] : [];
  return { updates, pushedAt: readPushedAt(asObject(payload.repository).pushed_at) };
}

function readBitbucketChanges(payload: Record<string, unknown>): BranchUpdate[] {
  // Data Center lists the changes by full refs, Cloud by the old and the new state.
  const listed = Array.isArray(payload.changes) ? payload.changes : asObject(payload.push).changes;
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((one): BranchUpdate[] => {
    const change = asObject(one);
    const { id } = asObject(change.ref);
    if (typeof id === 'string')
      return id.startsWith('refs/heads/') ? [{ ref: id, oid: toOid(change.toHash) }] : [];
    const { type, name } = asObject(change.new ?? change.old);
    if (type !== 'branch' || typeof name !== 'string') return [];
    return [{ ref: `refs/heads/${name}`, oid: toOid(asObject(asObject(change.new).target).hash) }];
  });
}

/** GitHub sends seconds. Other times in the body are those of commits, which may be older than an earlier push. */
const readPushedAt = (seconds: unknown): Date | undefined =>
  typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0 && seconds < 1e11
    ? new Date(seconds * 1000)
    : undefined;

/** The hosts send zeros for a branch that does not exist. */
const toOid = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value) && !/^0+$/.test(value) ? value : undefined;

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
