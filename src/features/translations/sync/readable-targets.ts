import type { Actor } from '../../../access/actor.ts';
import { findRole, findStanding } from '../../../access/space-role.ts';
import type { Context } from '../../../context.ts';
import type { SettingsRow } from '../settings/settings.repository.ts';
import { listTargetRows } from './targets.repository.ts';

/** The ids of the translated spaces that the caller may read: settings are seen by more people. */
export async function findReadableTargets(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  actor: Actor,
  row: SettingsRow,
): Promise<string[]> {
  const key = { organizationId: row.organization_id, translationSettingsId: row.settings_id };
  const standing = await findStanding(pointers, actor, key.organizationId);
  const readable: string[] = [];
  for (const { space_id: spaceId, language } of await listTargetRows(db, key)) {
    // A language that was taken out no longer follows its source.
    if (!row.languages.includes(language)) continue;
    const space = spaceId === null ? undefined : await pointers.spaces.find(spaceId);
    if (spaceId === null || !space || space.deletedAt || space.organizationId !== key.organizationId)
      continue;
    if ((await findRole(pointers, standing, space)) !== null) readable.push(spaceId);
  }
  return readable;
}
