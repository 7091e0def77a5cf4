import type { JSONDocument } from '@lectern/markdown/document';
import { isId, newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { defineError, defineNotFound, invalidField } from '../../../platform/http/errors.ts';
import { languageName } from '../../../platform/http/languages.ts';
import { receiveField } from '../../content/editing/receive-field.ts';
import {
  countSettings,
  deleteSettingsRow,
  findSettingsRow,
  insertSettings,
  listTranslatedSpaces,
  lockSettingsRow,
  lockTranslations,
  type SettingsKey,
  type SettingsRow,
  updateSettingsRow,
} from './settings.repository.ts';
import type { RunStats, SettingsBody } from './settings.schemas.ts';

const MAX_SETTINGS = 100;
const NO_INSTRUCTIONS: JSONDocument = { object: 'document', data: {}, nodes: [] };

const NO_RUNS: RunStats = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};

export const settingsNotFound = defineNotFound('translation-settings-not-found', 'translation settings');
export const tooManySettings = defineError(
  { status: 409, reason: 'too-many-translation-settings' },
  () => `An organization can have at most ${MAX_SETTINGS} translation settings. Delete one of them first.`,
);

export async function createSettings(
  { transact, clock, pointers }: Context,
  { organizationId, actor }: { organizationId: string; actor: Actor },
  body: SettingsBody,
): Promise<SettingsRow> {
  const at = clock();
  const row = applyBody(
    {
      organization_id: organizationId,
      settings_id: newId(),
      title: titleOf(body),
      source_space_id: null,
      source_language: null,
      languages: [],
      instructions: NO_INSTRUCTIONS,
      tone: 'default',
      provider: null,
      tells_readers: true,
      status: 'pending',
      stats: NO_RUNS,
      created_by: actor.kind === 'user' ? actor.userId : null,
      created_at: at,
      updated_at: at,
    },
    body,
  );
  if (body.source) await assertMayTranslate(pointers, actor, { organizationId, spaceId: body.source.space });
  await transact(async ({ trx }) => {
    await lockTranslations(trx, organizationId);
    if ((await countSettings(trx, organizationId)) >= MAX_SETTINGS) throw tooManySettings();
    await insertSettings(trx, row);
  });
  return row;
}

export async function getSettings(db: Context['db'], key: SettingsKey): Promise<SettingsRow> {
  const row = isId(key.translationSettingsId) ? await findSettingsRow(db, key) : undefined;
  if (!row) throw settingsNotFound();
  return row;
}

/** Absent fields stay as they are: neither the specification nor the client sends all of them. */
export async function updateSettings(
  { transact, clock, pointers }: Context,
  actor: Actor,
  key: SettingsKey,
  body: SettingsBody,
): Promise<SettingsRow> {
  if (body.title === undefined && body.instructions === undefined) throw invalidField('title', 'is required');
  return transact(async ({ trx, announce }) => {
    const before = await lockSettings(trx, key);
    const row = { ...applyBody(before, body), updated_at: clock() };
    if (body.source && row.source_space_id !== before.source_space_id)
      await assertMayTranslate(pointers, actor, {
        organizationId: key.organizationId,
        spaceId: body.source.space,
      });
    await updateSettingsRow(trx, row);
    for (const spaceId of await listTranslatedSpaces(trx, key)) announce({ kind: 'translation', spaceId });
    return row;
  });
}

/** Translated spaces are kept: they are spaces like any other. */
export async function deleteSettings(
  { transact }: Pick<Context, 'transact'>,
  key: SettingsKey,
): Promise<void> {
  await transact(async ({ trx, announce }) => {
    await lockSettings(trx, key);
    const spaceIds = await listTranslatedSpaces(trx, key);
    await deleteSettingsRow(trx, key);
    for (const spaceId of spaceIds) announce({ kind: 'translation', spaceId });
  });
}

async function lockSettings(trx: Transaction<DB>, key: SettingsKey): Promise<SettingsRow> {
  const row = isId(key.translationSettingsId) ? await lockSettingsRow(trx, key) : undefined;
  if (!row) throw settingsNotFound();
  return row;
}

/** The public client sends no title: then the languages name the settings. */
function titleOf({ title, source, language }: SettingsBody): string {
  if (title !== undefined) return title;
  if (!source || language === undefined) throw invalidField('title', 'is required');
  return `${languageName(source.language)} to ${languageName(language)}`;
}

function applyBody(row: SettingsRow, body: SettingsBody): SettingsRow {
  const added = body.language === undefined ? [] : [body.language];
  const languages = [...new Set([...(body.languages ?? row.languages), ...added])];
  const sourceLanguage = body.source?.language ?? row.source_language;
  if (sourceLanguage !== null && languages.includes(sourceLanguage))
    throw invalidField('languages', `must not contain the language of the source: “${sourceLanguage}”`);
  return {
    ...row,
    title: body.title ?? row.title,
    source_space_id: body.source?.space ?? row.source_space_id,
    source_language: sourceLanguage,
    languages,
    instructions: body.instructions ? receiveField(body.instructions, 'instructions') : row.instructions,
    tone: body.tone ?? row.tone,
    tells_readers: body.tellsReaders ?? row.tells_readers,
    provider: body.provider === undefined ? row.provider : body.provider,
  };
}

/** A translation shows the content of its source: people who request one must be able to create content there. */
async function assertMayTranslate(
  pointers: Context['pointers'],
  actor: Actor,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  const space = isId(spaceId) ? await pointers.spaces.find(spaceId) : undefined;
  if (!space || space.organizationId !== organizationId || space.deletedAt) throw spaceNotFound();
  const role = await findRole(pointers, await findStanding(pointers, actor, organizationId), space);
  if (role === null) throw spaceNotFound();
  if (!isAtLeast(role, 'create')) throw insufficientRole('create', 'on the space');
}
