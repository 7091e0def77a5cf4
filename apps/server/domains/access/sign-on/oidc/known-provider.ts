import { isId } from '@lectern/std/ids';
import type { Context } from '../../../../platform/context.ts';
import type { ProviderKey } from '../providers.queries.ts';
import { SignOnRefusal } from '../refusal.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { connectedProviderOf } from './oidc.service.ts';
import { findOidcProviderRow, type OidcProviderRow } from './oidc-providers.queries.ts';

/** Throws a refusal if the organization has no such provider. */
export async function getConnected(
  { db, keyRing }: Pick<Context, 'db' | 'keyRing'>,
  key: ProviderKey,
): Promise<{ row: OidcProviderRow; provider: ConnectedProvider }> {
  const isWellFormed = isId(key.organizationId) && isId(key.providerId);
  const row = isWellFormed ? await findOidcProviderRow(db, key) : undefined;
  if (!row) throw new SignOnRefusal('provider-gone', 'unknown');
  return { row, provider: connectedProviderOf({ keyRing }, row) };
}
