import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { createSpaceIn, getSpaceRow } from '../../content/spaces/spaces.service.ts';
import type { SettingsRow } from '../settings/settings.repository.ts';
import { lockSettingsRow } from '../settings/settings.repository.ts';
import { findTargetRow, putTarget, type TargetKey } from './targets.repository.ts';

const MAX_TITLE = 50;

/**
 * Finds the translated space. If there is none, creates it beside its source, with the same default level, so that only
 * those who can read the source by default can read it. Undefined if somebody deleted it and `isAsked` is false.
 */
export async function findTargetSpace(
  { context }: Pick<EditingParts, 'context'>,
  key: TargetKey,
  { settings, source, isAsked }: { settings: SettingsRow; source: SpacePointer; isAsked: boolean },
): Promise<SpacePointer | undefined> {
  const { db, pointers, transact, clock } = context;
  const row = await findTargetRow(db, key);
  const space = row?.space_id ? await pointers.spaces.find(row.space_id) : undefined;
  if (space && !space.deletedAt && space.organizationId === key.organizationId) return space;
  if (row && !isAsked) return undefined;
  const spaceId = await transact(async ({ trx }) => {
    // Two runs would make two spaces.
    if (!(await lockSettingsRow(trx, key))) return undefined;
    const present = await findTargetRow(trx, key);
    if (present?.space_id && present.space_id !== row?.space_id) return present.space_id;
    const at = clock();
    const { title, emoji } = await getSpaceRow(trx, source);
    const { space_id } = await createSpaceIn(trx, {
      organizationId: key.organizationId,
      authorId: settings.created_by,
      title: titleOf(title, key.language),
      ...(emoji === null ? {} : { emoji }),
      language: key.language,
      ...(source.parentId === null ? {} : { parent: source.parentId }),
      defaultLevel: source.defaultLevel,
      createdAt: at,
    });
    await putTarget(trx, key, { spaceId: space_id, at });
    return space_id;
  });
  return spaceId === undefined ? undefined : pointers.spaces.find(spaceId);
}

/** Cut by code points, as the limit counts them. */
function titleOf(title: string, language: string): string {
  const suffix = ` (${language})`;
  return (
    [...title]
      .slice(0, MAX_TITLE - suffix.length)
      .join('')
      .trimEnd() + suffix
  );
}
