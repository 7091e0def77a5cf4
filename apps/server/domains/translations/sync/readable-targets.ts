import type { Actor } from '../../../platform/access/actor.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { SettingsRow } from '../settings/settings.repository.ts';
import { listTargetRows, type TargetRow } from './targets.repository.ts';

/** A translated space. */
export type ReadableTarget = TargetRow & { space_id: string };

/** The translated spaces that the caller may read: settings are seen by more people. */
export async function findReadableTargets(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  actor: Actor,
  row: SettingsRow,
): Promise<ReadableTarget[]> {
  const key = { organizationId: row.organization_id, translationSettingsId: row.settings_id };
  const standing = await findStanding(pointers, actor, key.organizationId);
  const readable: ReadableTarget[] = [];
  for (const target of await listTargetRows(db, key)) {
    const { space_id: spaceId, language } = target;
    // A language that was taken out no longer follows its source.
    if (!row.languages.includes(language)) continue;
    const space = spaceId === null ? undefined : await pointers.spaces.find(spaceId);
    if (spaceId === null || !space || space.deletedAt || space.organizationId !== key.organizationId)
      continue;
    if ((await findRole(pointers, standing, space)) !== null) readable.push({ ...target, space_id: spaceId });
  }
  return readable;
}
