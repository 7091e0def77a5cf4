import { newId } from '@lectern/std/ids';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { enqueueMails } from '../../../platform/mail/enqueue-mail.ts';
import type { Notice } from './notice.ts';
import { findRecipients, insertNotifications } from './notifications.repository.ts';

/** Notifies users in the ways that they prefer, once the transaction is committed. */
export async function notify(
  { config }: Pick<Context, 'config'>,
  unit: UnitOfWork,
  notice: Notice,
): Promise<void> {
  const { userIds, ...facts } = notice;
  const others = userIds.filter((userId) => userId !== notice.actorId);
  const recipients = await findRecipients(unit.trx, notice.kind, others);
  const inApp = recipients
    .filter((one) => one.inApp)
    .map(({ userId }) => ({ userId, notificationId: newId() }));
  await insertNotifications(unit.trx, facts, inApp);
  const { organizationId, spaceId, changeRequestId, kind, actorId } = facts;
  for (const { userId, notificationId: notification } of inApp)
    unit.record({
      organizationId,
      spaceId,
      changeRequestId,
      userId,
      actorId,
      at: facts.at,
      body: { type: 'notification', change: 'created', notification, kind },
    });
  if (config.smtpUrl === undefined) return;
  const { at, ...waiting } = facts;
  const mails = recipients
    .filter((one) => one.mail)
    .map(({ userId }) => ({ template: 'notification' as const, to: { userId }, notice: waiting }));
  await enqueueMails(unit, mails, at);
}
