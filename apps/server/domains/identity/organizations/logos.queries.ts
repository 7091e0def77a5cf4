import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { DB } from '../../../platform/db/schema.ts';
import type { SmallPicture } from '../users/receive-picture.ts';

export const logoAddress = (organizationId: string, pictureId: string): string =>
  `/v1/orgs/${organizationId}/logo/${pictureId}`;

export async function insertLogo(
  trx: Transaction<DB>,
  organizationId: string,
  { pictureId, bytes, at }: SmallPicture,
): Promise<void> {
  await sql`
    insert into organization_logo (organization_id, picture_id, bytes, created_at)
    values (${organizationId}, ${pictureId}, ${bytes}, ${at})`.execute(trx);
}

export async function deleteLogo(trx: Transaction<DB>, organizationId: string): Promise<void> {
  await trx.deleteFrom('organization_logo').where('organization_id', '=', organizationId).execute();
}

/** The logo, unless the organization was deleted or is suspended. */
export async function findLogo(
  db: Database,
  organizationId: string,
  pictureId: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('organization_logo')
    .innerJoin('organization', 'organization.organization_id', 'organization_logo.organization_id')
    .select('bytes')
    .where('organization_logo.organization_id', '=', organizationId)
    .where('picture_id', '=', pictureId)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  return row?.bytes;
}
