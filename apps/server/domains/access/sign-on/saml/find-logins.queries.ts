import { isId } from '@lectern/std/ids';
import { sql } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { normalizeEmailDomain } from '../../../identity/organizations/email-domains.ts';
import { isUsable, type ProviderRow } from '../providers.queries.ts';

/**
 * Finds the providers for a name: those of the organization with this id or subdomain, or those that verified the
 * domain of this address. Anyone may ask; a wrong name reveals nothing.
 */
export async function findLogins(db: Context['db'], name: string): Promise<ProviderRow[]> {
  if (name === '') return [];
  const domain = name.includes('@') ? normalizeEmailDomain(name.slice(name.lastIndexOf('@'))) : undefined;
  const { rows } = await sql<ProviderRow>`
    with meant as (
      select ${isId(name) ? name : null}::uuid as organization_id
      union select organization_id from hostname_directory where hostname = ${name.toLowerCase()}
      union select organization_id from organization_domain
        where domain = ${domain ?? null}::text and verified_at is not null)
    select p.* from meant
    join organization o on o.organization_id = meant.organization_id and o.deleted_at is null
    join saml_provider p on p.organization_id = o.organization_id
    order by p.organization_id, p.provider_id limit 100`.execute(db);
  return rows.filter(isUsable);
}
