import type { Context } from '../../../../platform/context.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { SignOnRefusal } from '../refusal.ts';
import { insertRequest, lockProviderRow } from '../requests.repository.ts';
import { digestSecret, newTicket } from '../sign-on-tickets.ts';
import { getConnected } from './known-provider.ts';
import type { OidcClients } from './oidc-clients.ts';
import { redeemCode } from './redeem-code.ts';

const TICKET_SECONDS = 60;

/** Returns the ticket with which the browser that began the sign-in, and no other, continues. Throws a refusal. */
export async function acceptCode(
  context: Pick<Context, 'config' | 'clock' | 'keyRing' | 'db' | 'transact'>,
  clients: OidcClients,
  key: ProviderKey,
  response: { query: URLSearchParams; browser: string | undefined },
): Promise<string> {
  const { row, provider } = await getConnected(context, key);
  const { state, person } = await redeemCode(context, clients, provider, response);
  return context.transact(async ({ trx }) => {
    const present = await lockProviderRow(trx, key);
    if (!present) throw new SignOnRefusal('provider-gone', 'deleted meanwhile');
    // The provider's settings may have changed since the response was verified.
    if (present.updated_at.getTime() !== row.updated_at.getTime())
      throw new SignOnRefusal('provider-changed');
    const { text, digest } = newTicket(state.requestId);
    await insertRequest(trx, key, {
      requestId: state.requestId,
      browser: digestSecret(response.browser as string),
      returnPath: state.returnPath,
      createdAt: state.createdAt,
      expiresAt: new Date(context.clock().getTime() + TICKET_SECONDS * 1000),
      response: { ticket: digest, answer: person },
    });
    return text;
  });
}
