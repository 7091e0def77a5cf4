import { isId } from '@lectern/std/ids';
import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Database } from '../../../platform/db/database.ts';
import { toJsonText } from '../../../platform/db/json-text.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { updateChangeRequestCounts } from '../../content/spaces/space-counts.queries.ts';

export interface ChangeRequestKey extends SpaceKey {
  changeRequestId: string;
}

export interface ChangeRequestLink {
  id: string;
  url: string;
  title?: string;
}

export type ChangeRequestRow = Selectable<DB['change_request']> & {
  status: 'draft' | 'open' | 'archived' | 'merged';
  links: ChangeRequestLink[];
  /** The revision that the space is at. */
  space_revision_id: string;
};

/** A change request in a transaction that changes it. */
export type ChangingRow = ChangeRequestRow & {
  /** Whether a change to it concerns its follower. */
  is_followed: boolean;
};

type ChangingUnit = Pick<UnitOfWork, 'trx' | 'followers'>;

/** The columns of a {@link ChangeRequestRow}, from {@link CHANGE_REQUEST_TABLES}. */
export const CHANGE_REQUEST_COLUMNS = sql`c.*, s.revision_id as space_revision_id`;
export const CHANGE_REQUEST_TABLES = sql`change_request c join space s
  on s.organization_id = c.organization_id and s.space_id = c.space_id`;

/** `named`: the id, or the number in the space. */
export async function findChangeRequest(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  named: string,
): Promise<ChangeRequestRow | undefined> {
  const isNumber = /^[1-9]\d{0,8}$/.test(named);
  if (!isNumber && !isId(named)) return undefined;
  const condition = isNumber ? sql`c.number = ${Number(named)}` : sql`c.change_request_id = ${named}`;
  const { rows } = await sql<ChangeRequestRow>`
    select ${CHANGE_REQUEST_COLUMNS} from ${CHANGE_REQUEST_TABLES}
    where c.organization_id = ${organizationId} and c.space_id = ${spaceId} and ${condition}`.execute(db);
  return rows[0];
}

/** Finds the change request whose merge made a revision. Later ones with this revision added nothing to the space. */
export async function findByMerge(
  db: Database,
  { organizationId, spaceId }: SpaceKey,
  revisionId: string,
): Promise<ChangeRequestRow | undefined> {
  const { rows } = await sql<ChangeRequestRow>`
    select ${CHANGE_REQUEST_COLUMNS} from ${CHANGE_REQUEST_TABLES}
    where c.organization_id = ${organizationId} and c.space_id = ${spaceId}
      and c.merged_revision_id = ${revisionId}
    order by c.merged_at, c.number limit 1`.execute(db);
  return rows[0];
}

/** Locked until the transaction ends. */
export async function lockChangeRequest(
  unit: ChangingUnit,
  key: ChangeRequestKey,
): Promise<ChangingRow | undefined> {
  const { rows } = await sql<ChangingRow>`${selectChanging(unit, key)} for update of c`.execute(unit.trx);
  return rows[0];
}

/** The present state, for events. */
export async function readChanging(
  unit: ChangingUnit,
  key: ChangeRequestKey,
): Promise<ChangingRow | undefined> {
  const { rows } = await sql<ChangingRow>`${selectChanging(unit, key)}`.execute(unit.trx);
  return rows[0];
}

const selectChanging = (
  { followers }: ChangingUnit,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
) => sql`
  select ${CHANGE_REQUEST_COLUMNS},
    ${followers.changeRequestChanged.isConcerned({ organizationId, spaceId })} as is_followed
  from ${CHANGE_REQUEST_TABLES}
  where c.organization_id = ${organizationId} and c.space_id = ${spaceId}
    and c.change_request_id = ${changeRequestId}`;

export interface NewChangeRequest extends ChangeRequestKey {
  number: number;
  subject: string;
  description: object | null;
  authorId: string;
  revisionId: string;
  createdAt: Date;
  /** A draft if absent. */
  status?: 'open';
  /** The revision of the space that it differs from, if that is not its own. */
  initialRevisionId?: string;
  /** The merged change request that it takes back. */
  reverts?: string;
}

export async function insertChangeRequest(trx: Transaction<DB>, created: NewChangeRequest): Promise<void> {
  await sql`
    insert into change_request (organization_id, space_id, change_request_id, number, status, subject, description,
      author_id, created_at, updated_at, revision_id, initial_revision_id, activity, activity_by, reverts)
    values (${created.organizationId}, ${created.spaceId}, ${created.changeRequestId}, ${created.number}, ${created.status ?? 'draft'},
      ${created.subject}, ${jsonOf(created.description)}, ${created.authorId}, ${created.createdAt},
      ${created.createdAt}, ${created.revisionId}, ${created.initialRevisionId ?? created.revisionId}, 1, ${created.authorId}, ${created.reverts ?? null})`.execute(
    trx,
  );
}

export interface ChangeRequestChanges {
  status?: ChangeRequestRow['status'];
  subject?: string;
  description?: object | null;
  links?: ChangeRequestLink[];
}

export async function updateChangeRequestRow(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  { status, subject, description, links }: ChangeRequestChanges,
  at: Date,
): Promise<void> {
  const sets: RawBuilder<unknown>[] = [sql`updated_at = ${at}`];
  if (status !== undefined) sets.push(sql`status = ${status}`);
  if (status === 'archived') sets.push(sql`scheduled_at = null, scheduled_by = null`);
  if (subject !== undefined) sets.push(sql`subject = ${subject}`);
  if (description !== undefined) sets.push(sql`description = ${jsonOf(description)}`);
  if (links !== undefined) sets.push(sql`links = ${jsonOf(links)}`);
  await sql`
    update change_request set ${sql.join(sets)}
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and change_request_id = ${changeRequestId}`.execute(trx);
}

/**
 * Sets the revision of the change request to `next` if it is at `base` and neither merged nor archived. Returns
 * whether it was.
 */
export async function moveChangeRequest(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  move: { base: string; next: string; at: Date; ancestorId?: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update change_request set revision_id = ${move.next}, updated_at = ${move.at},
      ancestor_revision_id = coalesce(${move.ancestorId ?? null}::uuid, ancestor_revision_id)
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and change_request_id = ${changeRequestId} and revision_id = ${move.base}
      and status in ('draft', 'open')`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function markMerged(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  merge: { revisionId: string; mergedBy: string; at: Date },
): Promise<void> {
  await sql`
    update change_request set status = 'merged', merged_revision_id = ${merge.revisionId},
      merged_by = ${merge.mergedBy}, merged_at = ${merge.at}, updated_at = ${merge.at},
      scheduled_at = null, scheduled_by = null, schedule_failure = null, schedule_failed_at = null
    where organization_id = ${organizationId} and space_id = ${spaceId}
      and change_request_id = ${changeRequestId}`.execute(trx);
}

/** Counts one more edit or comment of an author. */
export async function countContribution(
  trx: Transaction<DB>,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
  { authorId, action, at }: { authorId: string; action: 'edit' | 'comment'; at: Date },
): Promise<void> {
  await sql`
    insert into change_request_contributor as c (organization_id, space_id, change_request_id, author_id, action, count,
      updated_at)
    values (${organizationId}, ${spaceId}, ${changeRequestId}, ${authorId}, ${action}, 1, ${at})
    on conflict (organization_id, space_id, change_request_id, author_id, action)
      do update set count = c.count + 1, updated_at = excluded.updated_at`.execute(trx);
}

export interface ContributorRow {
  author_id: string;
  action: 'edit' | 'comment';
  count: number;
  updated_at: Date;
}

export async function listContributors(
  db: Database,
  { organizationId, spaceId, changeRequestId }: ChangeRequestKey,
): Promise<ContributorRow[]> {
  const { rows } = await sql<ContributorRow>`
    select author_id, action, count, updated_at from change_request_contributor
    where organization_id = ${organizationId} and space_id = ${spaceId} and change_request_id = ${changeRequestId}
    order by updated_at desc, author_id, action`.execute(db);
  return rows;
}

const jsonOf = (value: unknown) =>
  value === null || value === undefined ? sql`null::jsonb` : sql`${toJsonText(value as object)}::text::jsonb`;

/** Counts the change requests of a space again, in the transaction that changed one. */
export const countChangeRequests = (
  trx: Transaction<DB>,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> =>
  updateChangeRequestCounts(
    trx,
    { organizationId, spaceId },
    sql`
      select count(*) as total, count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'draft') as draft
      from change_request where organization_id = ${organizationId} and space_id = ${spaceId}`,
  );
