import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import { deleteUserTokens } from '../tokens/tokens.queries.ts';
import { deleteTotp } from './totp/totp.repository.ts';

/**
 * A step of a transaction: deletes the tokens and the second factor of an account. Otherwise a person who registered
 * another person's address could later act as that person in every organization that admits them.
 */
export async function endForeignAccess({ trx, announce }: UnitOfWork, userId: string): Promise<void> {
  await deleteUserTokens(trx, userId);
  await deleteTotp(trx, userId);
  announce({ kind: 'user', userId });
}
