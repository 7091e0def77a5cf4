import type { UnitOfWork } from '../../access/transaction.ts';
import { deleteUserTokens } from '../tokens/tokens.queries.ts';
import { deleteTotp } from './totp/totp.repository.ts';

/**
 * A step of a transaction: takes the tokens and the second factor of an account. Whoever made it under an address that was
 * not theirs would otherwise act as the one whose address it is, in every organization that lets them in from then on.
 */
export async function endForeignAccess({ trx, announce }: UnitOfWork, userId: string): Promise<void> {
  await deleteUserTokens(trx, userId);
  await deleteTotp(trx, userId);
  announce({ kind: 'user', userId });
}
