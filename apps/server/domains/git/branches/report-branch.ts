import { createHash } from 'node:crypto';
import { robotOf } from '../../../platform/access/robot.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import type { ChangeRequestRow } from '../../review/change-requests/change-requests.service.ts';
import { type Checks, createReadChecks } from '../../review/change-requests/merging/read-checks.ts';
import type { ConnectionRow } from '../connection/connection.repository.ts';
import { type ReportedCheck, reportStatuses } from '../statuses/report-statuses.ts';
import { type BranchRow, updateBranch } from './branches.repository.ts';

/** Reports the checks of a change request for the commit that its branch is at, unless they were reported already. */
export async function reportBranch(
  parts: EditingParts,
  { provider, credentials }: ConnectionRow,
  { branch, request }: { branch: BranchRow; request: ChangeRequestRow },
): Promise<void> {
  const { context } = parts;
  const { organization_id: organizationId, space_id: spaceId, ref, imported_oid: oid, reported } = branch;
  if (!credentials || provider === null || provider === 'bitbucket' || branch.is_deleted) return;
  const space = await context.pointers.spaces.find(spaceId);
  if (!space) return;
  const viewer = { actor: robotOf(organizationId), role: 'create' as const };
  const checks = toReported(await createReadChecks(parts)({ space, row: request, ...viewer }));
  const { subject, number } = request;
  const url = `${context.config.baseUrl}/app/s/${spaceId}/change-requests/${number}`;
  const digest = createHash('sha256')
    .update(JSON.stringify([oid, subject, checks]))
    .digest();
  if (reported && digest.equals(reported)) return;
  await context.transact(async (unit) => {
    await reportStatuses(
      unit,
      { organizationId, spaceId },
      { ref, oid, changeRequest: { subject, url }, checks, now: context.clock() },
    );
    await updateBranch(unit.trx, { organizationId, spaceId, ref }, { reported: digest });
  });
}

function toReported({ checks, conflicts, brokenLinks }: Checks): ReportedCheck[] {
  const count = brokenLinks?.count ?? 0;
  const links = {
    name: 'links',
    isPassed: count === 0,
    message: count === 0 ? 'No link would be broken.' : `The merge would break ${countOf(count, 'link')}.`,
  };
  return [
    {
      name: 'conflicts',
      isPassed: conflicts === 0,
      message: conflicts === 0 ? 'There are no conflicts.' : `There are ${countOf(conflicts, 'conflict')}.`,
    },
    ...(brokenLinks ? [links] : []),
    ...checks
      .filter(({ rule }) => rule !== 'require_no_broken_links')
      .map(({ rule, status, message }) => ({
        name: rule.replace(/^require_/, '').replaceAll('_', '-'),
        isPassed: status === 'passed',
        message,
      })),
  ];
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
