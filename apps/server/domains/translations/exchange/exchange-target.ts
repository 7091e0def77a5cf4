import { insufficientRole } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { isAtLeast, type RoleOrGuest } from '../../../platform/access/roles.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { defineNotFound } from '../../../platform/http/errors.ts';
import type { SettingsRow } from '../settings/settings.repository.ts';
import { getSettings } from '../settings/settings.service.ts';
import type { LanguageSync } from '../sync/language-sync.ts';
import { withoutSource } from '../sync/run-translation.ts';
import { findTargetRow, type TargetKey } from '../sync/targets.repository.ts';

export const translatedSpaceNotFound = defineNotFound('translated-space-not-found', 'translated space');

/** A language of translation settings, with both of its spaces. */
export type ExchangeTarget = Pick<LanguageSync, 'key' | 'settings' | 'source' | 'target'>;

/**
 * Gets the source and the translated space of a language, if the caller may read both, because files have the texts of
 * both. `role` is the role that the caller needs on the translated space.
 */
export async function getExchangeTarget(
  { db, pointers }: Pick<Context, 'db' | 'pointers'>,
  actor: Actor,
  key: TargetKey,
  role: 'read' | 'edit',
): Promise<ExchangeTarget> {
  const settings = await getSettings(db, key);
  const { source_space_id: sourceId, source_language: sourceLanguage } = settings;
  if (sourceId === null || sourceLanguage === null) throw withoutSource();
  const standing = await findStanding(pointers, actor, key.organizationId);
  const find = async (
    spaceId: string | null | undefined,
  ): Promise<{ space: SpacePointer; role: RoleOrGuest } | undefined> => {
    const space = spaceId ? await pointers.spaces.find(spaceId) : undefined;
    if (!space || space.deletedAt || space.organizationId !== key.organizationId) return undefined;
    const own = await findRole(pointers, standing, space);
    return own === null ? undefined : { space, role: own };
  };
  const row = settings.languages.includes(key.language) ? await findTargetRow(db, key) : undefined;
  const [source, target] = [await find(sourceId), await find(row?.space_id)];
  if (!source || !target) throw translatedSpaceNotFound();
  if (!isAtLeast(target.role, role)) throw insufficientRole(role, 'on the space of the translation');
  return {
    key,
    settings: settings as SettingsRow & { source_language: string },
    source: source.space,
    target: target.space,
  };
}
