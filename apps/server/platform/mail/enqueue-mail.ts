import { LRUCache } from 'lru-cache';
import type { UnitOfWork } from '../access/transaction.ts';
import { foldEmail } from '../db/fold-text.ts';
import { limitEntries } from '../http/entry-limit.ts';
import { enqueueJobs, NO_ORGANIZATION } from '../jobs/queue.ts';

/** The limit for mails of one kind to one address, no matter who requests them: enough for every honest use. */
const MAX_MAILS = 10;
const WINDOW_MS = 60 * 60 * 1000;
/** The maximum number of addresses remembered at once. */
const REMEMBERED = 50_000;

const sent = new LRUCache<string, { count: number; until: number }>(limitEntries(REMEMBERED));

/** Whether another mail may be sent there; if so, it is counted. The count belongs to this process. */
function takeMail({ template, to }: { template: string; to: string }, now: Date): boolean {
  const key = `${template} ${foldEmail(to)}`;
  const known = sent.get(key);
  const mails = known && known.until > now.getTime() ? known : { count: 0, until: now.getTime() + WINDOW_MS };
  if (mails.count >= MAX_MAILS) return false;
  mails.count += 1;
  sent.set(key, mails);
  return true;
}

export const SEND_MAIL = 'mail.send' as const;

/** A mail in the queue. The link in it is derived from the ticket when it is sent, so that no secret is stored. */
export interface WaitingMail {
  to: string;
  template: 'invitation' | 'password' | 'email';
  /** The ticket whose link the mail contains. */
  ticketId: string;
  /** The names in the template: the organization, the inviting user. */
  names: Record<string, string>;
}

/** A mail that reports something, without a link that changes anything. */
export interface Notice {
  to: string;
  template: 'password-changed' | 'email-changed' | 'backup-failed' | 'passkey-added' | 'passkey-removed';
}

/** A mail that is written when it is sent, because it depends on what its recipient may read then. */
export interface WaitingNotification {
  to: { userId: string };
  template: 'notification';
  /** The notice, in the format of the feature `notifications`. */
  notice: { kind: string };
}

/** The weekly mail about a site, which is written when it is sent, like a notification. */
export interface WaitingWeekly {
  to: { userId: string };
  template: 'weekly';
  site: { organizationId: string; siteId: string };
  /** The day after the week that the mail covers, in UTC. */
  monday: string;
}

/** The mail about a version of an OpenAPI spec with breaking changes. */
export interface WaitingSpecMail {
  to: { userId: string };
  template: 'spec';
  spec: { organizationId: string; specId: string };
  /** The number of breaking changes, and the first of them. */
  breaking: number;
  changes: readonly SpecMailChange[];
}

export interface SpecMailChange {
  /** The kind of change, such as `parameter-removed`. */
  kind: string;
  name: string;
  /** Undefined if it concerns no single operation. */
  operation?: string;
}

export type AnyWaiting = WaitingMail | Notice | WaitingNotification | WaitingWeekly | WaitingSpecMail;

/**
 * Sends the mail after the transaction has been committed, unless the address has already received many in the last
 * hour. Requires a mail server (`config.smtpUrl`).
 */
export async function enqueueMail(unit: UnitOfWork, mail: WaitingMail | Notice, now: Date): Promise<void> {
  await enqueueMails(unit, [mail], now);
}

export async function enqueueMails(unit: UnitOfWork, mails: readonly AnyWaiting[], now: Date): Promise<void> {
  const jobs = mails
    .filter((mail) => takeMail(limitOf(mail), now))
    .map((mail) => ({ organizationId: NO_ORGANIZATION, kind: SEND_MAIL, payload: mail }));
  await enqueueJobs(unit, jobs, now);
}

/** The key by which mails are counted. */
function limitOf(mail: AnyWaiting): { template: string; to: string } {
  if (mail.template === 'notification')
    return { template: `${mail.template} ${mail.notice.kind}`, to: mail.to.userId };
  if (mail.template === 'weekly')
    return { template: `${mail.template} ${mail.site.siteId}`, to: mail.to.userId };
  if (mail.template === 'spec')
    return { template: `${mail.template} ${mail.spec.specId}`, to: mail.to.userId };
  return { template: mail.template, to: mail.to };
}
