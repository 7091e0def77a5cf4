import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import type { CheckRow } from './external-checks.repository.ts';

export type CheckStateRow = Pick<CheckRow, 'change_request_id' | 'name' | 'status'>;

/** The checks by programs of the current content of some change requests of an organization. */
export async function listCheckStates(
  db: Database,
  organizationId: string,
  changeRequests: readonly Pick<ChangeRequestRow, 'space_id' | 'change_request_id' | 'revision_id'>[],
): Promise<CheckStateRow[]> {
  if (changeRequests.length === 0) return [];
  const { rows } = await sql<CheckStateRow>`
    select k.change_request_id, k.name, k.status
    from unnest(${changeRequests.map(({ space_id: id }) => id)}::uuid[],
      ${changeRequests.map(({ change_request_id: id }) => id)}::uuid[],
      ${changeRequests.map(({ revision_id: id }) => id)}::uuid[]) as r(space_id, change_request_id, revision_id)
    join change_request_check k on k.organization_id = ${organizationId} and k.space_id = r.space_id
      and k.change_request_id = r.change_request_id and k.revision_id = r.revision_id`.execute(db);
  return rows;
}
