import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { AssertedPerson } from './asserted-person.ts';
import type { ProviderKey, ProviderRow } from './providers.queries.ts';

/** The content of the response to a request, and the account that must be connected before it counts. */
export type SignOnResponse = AssertedPerson & { linkUserId?: string };

export type RequestRow = Omit<Selectable<DB['saml_request']>, 'answer'> & { answer: SignOnResponse | null };

export async function insertRequest(
  db: Database,
  { organizationId, providerId }: ProviderKey,
  request: {
    requestId: string;
    browser: Buffer;
    returnPath: string;
    createdAt: Date;
    expiresAt: Date;
    /** The response, if it is here before the request is stored. */
    response?: { ticket: Buffer; answer: SignOnResponse };
  },
): Promise<void> {
  await db
    .insertInto('saml_request')
    .values({
      organization_id: organizationId,
      provider_id: providerId,
      request_id: request.requestId,
      browser: request.browser,
      return_path: request.returnPath,
      created_at: request.createdAt,
      expires_at: request.expiresAt,
      ticket: request.response?.ticket ?? null,
      answer: request.response?.answer ?? null,
    })
    .execute();
}

/** The provider, which is neither changed nor deleted until this transaction ends. */
export async function lockProviderRow(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
): Promise<ProviderRow | undefined> {
  const { rows } = await sql<ProviderRow>`
    select p.* from saml_provider p
    join organization o on o.organization_id = p.organization_id and o.deleted_at is null
    where p.organization_id = ${organizationId} and p.provider_id = ${providerId} for share of p`.execute(
    trx,
  );
  return rows[0];
}

/** Locks the row until the transaction ends. */
export async function lockRequestRow(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  requestId: string,
): Promise<RequestRow | undefined> {
  return (await trx
    .selectFrom('saml_request')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst()) as RequestRow | undefined;
}

/** The browser that made the request continues with the ticket. */
export async function storeResponse(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  { requestId, ...set }: { requestId: string; ticket: Buffer; answer: SignOnResponse; expires_at: Date },
): Promise<void> {
  await trx
    .updateTable('saml_request')
    .set(set)
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('request_id', '=', requestId)
    .execute();
}

export async function deleteRequest(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  requestId: string,
): Promise<void> {
  await trx
    .deleteFrom('saml_request')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('request_id', '=', requestId)
    .execute();
}

/** False: it was used before. */
export async function insertAssertion(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
  { assertionId, expiresAt }: { assertionId: string; expiresAt: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('saml_assertion')
    .values({
      organization_id: organizationId,
      provider_id: providerId,
      assertion_id: assertionId,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Deletes requests that have expired, and assertions that are too old to be accepted. */
export async function deleteExpired(db: Database, until: Date): Promise<void> {
  await db.deleteFrom('saml_request').where('expires_at', '<=', until).execute();
  await db.deleteFrom('saml_assertion').where('expires_at', '<=', until).execute();
}
