import { isAtLeast } from '../../../platform/access/roles.ts';
import { findUserRole } from '../../../platform/access/user-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { FindNotification } from '../../../platform/mail/send-mail.jobs.ts';
import type { Notice } from './notice.ts';
import type { NotificationKind } from './notification-kinds.ts';
import { notificationPath } from './notification-path.ts';
import { findMailFacts, type MailFacts } from './notifications.repository.ts';
import { subscriptionTicket } from './unsubscribe.ts';

/** The payload of a waiting mail. */
type WaitingNotice = Omit<Notice, 'userIds' | 'at'>;

const ACTIONS: Record<NotificationKind, string> = {
  'review-requested': 'requests your review of',
  'changes-requested': 'requests changes to',
  merged: 'merged',
  mentioned: 'mentioned you in',
  'sync-conflict':
    'synchronized the space with Git, where the same text had changed, and kept your version in',
  'scheduled-merge-failed': 'could not carry out the scheduled merge of',
};
const SUBJECTS: Record<NotificationKind, string> = {
  'review-requested': 'Review requested',
  'changes-requested': 'Changes requested',
  merged: 'Merged',
  mentioned: 'You were mentioned',
  'sync-conflict': 'Conflict with the Git repository',
  'scheduled-merge-failed': 'Scheduled merge failed',
};

/** Creates the function that writes a notification as a mail, unless the recipient may no longer read its subject. */
export const createComposeNotification =
  ({
    db,
    pointers,
    config,
    keyRing,
  }: Pick<Context, 'db' | 'pointers' | 'config' | 'keyRing'>): FindNotification =>
  async ({ to: { userId }, notice: waiting }) => {
    const notice = waiting as WaitingNotice;
    const { kind, spaceId } = notice;
    const space = await pointers.spaces.find(spaceId);
    if (!space || space.deletedAt) return undefined;
    // The space may have been transferred since.
    const { organizationId } = space;
    const facts = await findMailFacts(db, userId, { ...notice, organizationId });
    if (!facts?.wantsMail) return undefined;
    const role = await findUserRole(pointers, space, userId);
    const isHidden = facts.status === 'draft' && facts.authorId !== userId && !isAtLeast(role, 'edit');
    if (!isAtLeast(role, 'read') || isHidden) return undefined;
    const ticket = subscriptionTicket(keyRing, { userId, kind });
    return {
      to: facts.email,
      heading: `${SUBJECTS[kind]}${facts.number === null ? '' : `: change request ${facts.number}`}`,
      actor: facts.actor ?? (kind === 'scheduled-merge-failed' ? 'Lectern' : undefined),
      action: ACTIONS[kind],
      ...describeTarget(facts),
      space: facts.spaceTitle,
      link: `${config.baseUrl}${notificationPath({
        spaceId,
        changeRequest: facts.number,
        pageId: notice.pageId ?? null,
        commentId: notice.commentId ?? null,
      })}`,
      unsubscribePage: `${config.baseUrl}/app/unsubscribe/${ticket}`,
      unsubscribeUrl: `${config.baseUrl}/v1/unsubscribe/${ticket}`,
    };
  };

const describeTarget = ({ number, subject }: MailFacts): { target: string; title: string | undefined } =>
  number === null
    ? { target: 'a comment', title: undefined }
    : { target: `change request ${number}`, title: subject ?? undefined };
