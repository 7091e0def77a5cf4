import { isId } from '@lectern/std/ids';
import type { Context } from '../../../platform/context.ts';
import {
  type ActiveProviderRow,
  findProviderRow,
  isActive,
  type ProviderKey,
  type ProviderRow,
} from './providers.queries.ts';
import { SignOnRefusal } from './refusal.ts';

/** Throws a refusal if the provider cannot be used to sign in. */
export async function getActiveProvider(db: Context['db'], key: ProviderKey): Promise<ActiveProviderRow> {
  const row = await getKnownProvider(db, key);
  if (!isActive(row)) throw new SignOnRefusal('provider-gone', 'pending');
  return row;
}

/** Throws a refusal if the provider does not exist. */
export async function getKnownProvider(db: Context['db'], key: ProviderKey): Promise<ProviderRow> {
  const isWellFormed = isId(key.organizationId) && isId(key.providerId);
  const row = isWellFormed ? await findProviderRow(db, key) : undefined;
  if (!row) throw new SignOnRefusal('provider-gone', 'unknown');
  return row;
}
