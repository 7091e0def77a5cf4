import type { UnitOfWork } from '../../access/transaction.ts';
import type { Config } from '../../config.ts';
import { enqueueMail, type Notice } from '../../mail/enqueue-mail.ts';

/** Tells whom an account belongs to what became of it, where the instance sends mail: it may not have been them. */
export async function sendNotice(
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  unit: UnitOfWork,
  { at, ...notice }: Notice & { at: Date },
): Promise<void> {
  if (smtpUrl !== undefined) await enqueueMail(unit, notice, at);
}
