import type { Static } from 'typebox';
import type { Actor } from '../../../../platform/access/actor.ts';
import { mayDo } from '../../../../platform/access/may-do.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { RoleOrGuest } from '../../../../platform/access/roles.ts';
import type { EditingParts } from '../../../content/editing/editing-parts.ts';
import type { ChangeRequestRow } from '../change-requests.repository.ts';
import { createFindBrokenLinks } from '../rules/broken-links.ts';
import { checkMerge } from '../rules/check-merge.ts';
import type { ChecksSchema } from './checks.schemas.ts';
import { mergeWithSpace } from './merge-with-space.ts';

/** Without those that programs have reported. */
export type Checks = Omit<Static<typeof ChecksSchema>, 'external'>;

/** Creates the function that checks all rules for merging, and finds conflicts, without merging. */
export function createReadChecks(parts: EditingParts) {
  const { context } = parts;
  const findBrokenLinks = createFindBrokenLinks(parts);

  return async ({
    space,
    row,
    actor,
    role,
  }: {
    space: SpacePointer;
    row: ChangeRequestRow;
    actor: Actor;
    role: RoleOrGuest;
  }): Promise<Checks> => {
    const isOpen = row.status === 'draft' || row.status === 'open';
    const merged = isOpen ? await mergeWithSpace(parts, { space, row }) : undefined;
    const broken = merged && merged.conflicts.length === 0 ? await findBrokenLinks(merged, actor) : undefined;
    const { checks, mayBypass } = await checkMerge(context, { row, actor, role }, async () => broken?.total);
    const conflicts = merged?.conflicts.length ?? 0;
    const isMet = mayBypass || checks.every((check) => check.isMet);
    const isAllowed = mayDo({ actor, role }, 'space:review') && space.editMode !== 'locked';
    return {
      canMerge: isAllowed && isOpen && conflicts === 0 && isMet,
      mayBypass,
      conflicts,
      checks: checks.map(({ rule, isMet: hasPassed, message, missing }) => ({
        rule,
        status: hasPassed ? ('passed' as const) : ('failed' as const),
        message,
        ...(missing ? { missing } : {}),
      })),
      ...(broken ? { brokenLinks: { count: broken.total, items: broken.shown } } : {}),
    };
  };
}
