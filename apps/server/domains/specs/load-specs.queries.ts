import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { OrganizationSpecs, SpecPointer } from '../../platform/access/pointers.ts';
import type { DB } from '../../platform/db/schema.ts';

export async function loadSpecs(db: Kysely<DB>, organizationId: string): Promise<OrganizationSpecs> {
  const { rows } = await sql<SpecPointer>`
    select s.spec_id as "specId", s.slug, v.version_id as "versionId", encode(v.hash, 'hex') as "contentHash",
      s.source_url as "sourceUrl", v.news is not null as "isTold"
    from openapi_spec s
    join openapi_version v on v.organization_id = s.organization_id and v.spec_id = s.spec_id
      and v.version_id = s.last_version_id
    where s.organization_id = ${organizationId}
    order by s.slug`.execute(db);
  const versions = rows.map(({ slug, versionId, isTold }) => `${slug}/${versionId}/${isTold}`).join('\n');
  const epoch = versions === '' ? '' : createHash('sha256').update(versions).digest('base64url').slice(0, 16);
  return { organizationId, specs: rows, epoch };
}
