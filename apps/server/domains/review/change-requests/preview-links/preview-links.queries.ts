import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { DB } from '../../../../platform/db/schema.ts';
import type { ChangeRequestKey, ChangeRequestRow } from '../change-requests.repository.ts';

export type PreviewLinkRow = Omit<Selectable<DB['change_request_preview_link']>, 'digest'> & {
  /** The status of the change request. */
  status: ChangeRequestRow['status'];
};

export interface NewPreviewLink extends ChangeRequestKey {
  previewLinkId: string;
  /** Null: the default look. */
  siteId: string | null;
  authorId: string;
  digest: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

const isOf = ({ organizationId, spaceId, changeRequestId }: ChangeRequestKey) =>
  sql`organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}`;

const select = (condition: RawBuilder<unknown>) => sql<PreviewLinkRow>`
  select l.organization_id, l.space_id, l.change_request_id, l.preview_link_id, l.site_id, l.author_id, l.created_at,
    l.expires_at, c.status
  from change_request_preview_link l join change_request c on c.organization_id = l.organization_id
    and c.space_id = l.space_id and c.change_request_id = l.change_request_id
  where ${condition}
  order by l.created_at, l.preview_link_id`;

/** Stores a link, and deletes those of the change request that have expired. */
export async function insertPreviewLink(trx: Transaction<DB>, link: NewPreviewLink): Promise<void> {
  await sql`
    delete from change_request_preview_link where ${isOf(link)} and expires_at <= ${link.createdAt}`.execute(
    trx,
  );
  await sql`
    insert into change_request_preview_link (organization_id, space_id, change_request_id, preview_link_id, site_id,
      author_id, digest, created_at, expires_at)
    values (${link.organizationId}, ${link.spaceId}, ${link.changeRequestId}, ${link.previewLinkId}, ${link.siteId},
      ${link.authorId}, ${link.digest}, ${link.createdAt}, ${link.expiresAt})`.execute(trx);
}

/** The links that have not expired, the oldest first. */
export async function listPreviewLinks(
  db: Database,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  now: Date,
): Promise<PreviewLinkRow[]> {
  const isOne = sql`l.organization_id = ${organizationId} and l.space_id = ${spaceId}
    and l.change_request_id = ${changeRequestId} and l.expires_at > ${now}`;
  return (await select(isOne).execute(db)).rows;
}

/** Finds a link by its id, or by the digest of its secret. */
export async function findPreviewLink(
  db: Database,
  organizationId: string,
  by: { previewLinkId: string } | { digest: Buffer },
): Promise<PreviewLinkRow | undefined> {
  const isIt = 'digest' in by ? sql`l.digest = ${by.digest}` : sql`l.preview_link_id = ${by.previewLinkId}`;
  return (await select(sql`l.organization_id = ${organizationId} and ${isIt}`).execute(db)).rows[0];
}

/** Returns whether there was such a link. */
export async function deletePreviewLink(
  trx: Transaction<DB>,
  key: ChangeRequestKey,
  previewLinkId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from change_request_preview_link
    where ${isOf(key)} and preview_link_id = ${previewLinkId}`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Ends all links of a change request that is closed. They do not come back when it is opened again. */
export async function deletePreviewLinks(trx: Transaction<DB>, key: ChangeRequestKey): Promise<void> {
  await sql`delete from change_request_preview_link where ${isOf(key)}`.execute(trx);
}
