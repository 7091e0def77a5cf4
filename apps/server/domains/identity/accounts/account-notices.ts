import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Config } from '../../../platform/config.ts';
import { enqueueMail, type Notice } from '../../../platform/mail/enqueue-mail.ts';

/** Notifies the owner of an account of a change, if the instance sends mail: another person may have made it. */
export async function sendNotice(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  unit: UnitOfWork,
  { at, ...notice }: Notice & { at: Date },
): Promise<void> {
  if (smtpUrl !== undefined) await enqueueMail(unit, notice, at);
}
