import type { Context } from '../../../../platform/context.ts';
import { getActiveProvider } from '../known-provider.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { SignOnRefusal } from '../refusal.ts';
import { insertAssertion, lockProviderRow, lockRequestRow, storeResponse } from '../requests.repository.ts';
import { newTicket } from '../sign-on-tickets.ts';
import { readCertificates } from './certificates.ts';
import { readPerson } from './read-person.ts';
import type { Assertion } from './response/read-assertion.ts';
import { readResponse } from './response/read-response.ts';
import { serviceUrls } from './service-urls.ts';

const TICKET_SECONDS = 60;
/**
 * The maximum time for which an assertion id is stored: no sign-in request stays open that long, so the assertion
 * cannot be used later, even if the provider allows it.
 */
const MAX_HOURS = 24;

/**
 * Accepts a provider's response, which any page may have sent here, so it signs no user in by itself. Returns the
 * ticket with which the browser that started the sign-in, and no other, continues. Throws a refusal that leaves the
 * request open, so that a forged response cannot preempt the provider's.
 */
export async function acceptResponse(
  { db, transact, clock, config }: Pick<Context, 'db' | 'transact' | 'clock' | 'config'>,
  key: ProviderKey,
  field: string,
): Promise<string> {
  const provider = await getActiveProvider(db, key);
  const { entityId, acs } = serviceUrls(config.baseUrl, key);
  const now = clock();
  const assertion = await readResponse(field, {
    issuer: provider.entity_id,
    audience: entityId,
    recipient: acs,
    certificates: readCertificates(provider.certificate),
    now,
  });
  const response = readPerson(assertion);
  return transact(async ({ trx }) => {
    const present = await lockProviderRow(trx, key);
    if (!present) throw new SignOnRefusal('provider-gone', 'deleted meanwhile');
    // The provider's settings may have changed since the response was verified.
    if (present.updated_at.getTime() !== provider.updated_at.getTime()) {
      throw new SignOnRefusal('provider-changed');
    }
    if (!(await insertAssertion(trx, key, toUse(assertion, now)))) throw new SignOnRefusal('replayed');
    const request = await lockRequestRow(trx, key, assertion.requestId);
    if (!request) throw new SignOnRefusal('unknown-request', assertion.requestId);
    if (request.ticket !== null) throw new SignOnRefusal('request-used');
    if (request.expires_at <= now) throw new SignOnRefusal('request-expired');
    const { text, digest } = newTicket(request.request_id);
    const expiresAt = new Date(now.getTime() + TICKET_SECONDS * 1000);
    await storeResponse(trx, key, {
      requestId: request.request_id,
      ticket: digest,
      answer: response,
      expires_at: expiresAt,
    });
    return text;
  });
}

/** Kept for as long as it could be reused, plus clock skew; not for years because the assertion claims so. */
function toUse({ assertionId, expiresAt }: Assertion, now: Date): { assertionId: string; expiresAt: Date } {
  const longest = new Date(now.getTime() + MAX_HOURS * 3_600_000);
  const end = new Date(expiresAt.getTime() + 120_000);
  return { assertionId, expiresAt: end < longest ? end : longest };
}
