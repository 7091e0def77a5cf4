import type { RoleOrGuest } from '../../../../platform/access/roles.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { type BrokenLinks, createFindBrokenLinks } from '../rules/broken-links.ts';
import { checkMerge, mergeRulesNotMet } from '../rules/check-merge.ts';
import { type MergeOutcome, type MergeRequest, mergeChangeRequest } from './merge-change-request.ts';

/** Creates the function that merges a change request if the rules allow it to somebody with this role. */
export function createMergeByRules(parts: EditingParts) {
  const { context } = parts;
  const findBrokenLinks = createFindBrokenLinks(parts);

  return (
    request: MergeRequest & { role: RoleOrGuest },
    isStillWanted: (row: ChangeRequestRow) => void = () => {},
  ): Promise<MergeOutcome> =>
    mergeChangeRequest(parts, request, async (row, merged) => {
      isStillWanted(row);
      // Conflicts are reported first: broken links are known only once they are resolved.
      if (merged.conflicts.length > 0) return;
      const { actor, role } = request;
      let broken: BrokenLinks | undefined;
      const verdict = await checkMerge(context, { row, actor, role }, async () => {
        broken = await findBrokenLinks(merged, actor);
        return broken.total;
      });
      if (verdict.mayBypass || verdict.checks.every(({ isMet }) => isMet)) return;
      throw mergeRulesNotMet(verdict.checks, broken?.shown);
    });
}
