import type { Transaction } from 'kysely';
import type { DB } from '../../../platform/db/schema.ts';
import type { ProviderKey } from './providers.queries.ts';

/** Also deletes the provider's names for people and its open requests. */
export async function deleteProviderRow(
  trx: Transaction<DB>,
  { organizationId, providerId }: ProviderKey,
): Promise<void> {
  await trx
    .deleteFrom('saml_provider')
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .execute();
}
