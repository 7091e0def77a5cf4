import type { TestApp } from '../app.ts';
import { addSpace } from '../factories.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const ORGANIZATION = '/v1/orgs/:organizationId';
const SETTINGS = `${ORGANIZATION}/translations`;
const GLOSSARY = `${ORGANIZATION}/translations-glossary`;

/** Names translation settings and an entry of the glossary. */
export async function nameTranslation(app: TestApp, organizationId: string, token: string): Promise<Named> {
  const url = `/v1/orgs/${organizationId}/translations`;
  const space = await addSpace(app, { organizationId });
  const language = organizationId === app.organizationId ? 'fr' : 'de';
  const body = { title: 'Kept', source: { space, language: 'en' }, languages: [language] };
  const settings = await app.request('POST', url, { token, body });
  const operations = [{ type: 'insert', translations: { en: 'kept' } }];
  await app.request('PUT', `${url}-glossary`, { token, body: { operations } });
  const glossary = await app.request('GET', `${url}-glossary`, { token });
  const translationSettingsId = settings.json().id;
  const target = await addSpace(app, { organizationId });
  await app.context.db
    .insertInto('translation_target')
    .values({
      organization_id: organizationId,
      settings_id: translationSettingsId,
      language,
      space_id: target,
      updated_at: new Date(),
    })
    .execute();
  return { translationSettingsId, glossaryEntryId: glossary.json().items[0].id, language };
}

const someSettings = async ({ app }: Setup): Promise<Named> => {
  const url = `/v1/orgs/${app.organizationId}/translations`;
  const settings = await app.request('POST', url, { body: { title: 'Some' } });
  return { translationSettingsId: settings.json().id };
};

const deleteMade = async ({ app }: Setup): Promise<void> => {
  await app.context.db.deleteFrom('translation_settings').where('title', '=', 'Made').execute();
};

const deleteRuns = async ({ app }: Setup): Promise<void> => {
  await app.context.db.deleteFrom('job').where('kind', '=', 'translation-sync').execute();
};

export const TRANSLATION_CALLS: Record<string, Call> = {
  [`GET ${SETTINGS}`]: { status: 200 },
  [`POST ${SETTINGS}`]: { status: 201, body: () => ({ title: 'Made' }), undo: deleteMade },
  [`GET ${SETTINGS}/:translationSettingsId`]: { status: 200 },
  [`PUT ${SETTINGS}/:translationSettingsId`]: { status: 200, body: () => ({ title: 'Kept' }) },
  [`DELETE ${SETTINGS}/:translationSettingsId`]: { status: 205, name: someSettings },
  [`POST ${SETTINGS}/:translationSettingsId/run`]: { status: 204, undo: deleteRuns },
  [`POST ${SETTINGS}/:translationSettingsId/estimate`]: { status: 200 },
  [`GET ${SETTINGS}/:translationSettingsId/languages`]: { status: 200 },
  [`GET ${SETTINGS}/:translationSettingsId/pages`]: { status: 200 },
  [`GET ${SETTINGS}/:translationSettingsId/languages/:language/export`]: { status: 200 },
  [`POST ${SETTINGS}/:translationSettingsId/languages/:language/import`]: {
    status: 200,
    body: () => ({ format: 'po', text: '# Nothing' }),
  },
  [`GET ${GLOSSARY}`]: { status: 200 },
  [`PUT ${GLOSSARY}`]: { status: 204, body: () => ({ operations: [] }) },
  [`GET ${GLOSSARY}/:glossaryEntryId`]: { status: 200 },
};

const READS = 'read: read of organization';
const WRITES = 'write: create of organization';

export const TRANSLATION_EXPECTATIONS: Record<string, Expectation> = {
  [`GET ${SETTINGS}`]: READS,
  [`POST ${SETTINGS}`]: WRITES,
  [`GET ${SETTINGS}/:translationSettingsId`]: READS,
  [`PUT ${SETTINGS}/:translationSettingsId`]: WRITES,
  [`DELETE ${SETTINGS}/:translationSettingsId`]: WRITES,
  [`POST ${SETTINGS}/:translationSettingsId/run`]: WRITES,
  [`POST ${SETTINGS}/:translationSettingsId/estimate`]: 'read: create of organization',
  [`GET ${SETTINGS}/:translationSettingsId/languages`]: READS,
  [`GET ${SETTINGS}/:translationSettingsId/pages`]: READS,
  [`GET ${SETTINGS}/:translationSettingsId/languages/:language/export`]: READS,
  [`POST ${SETTINGS}/:translationSettingsId/languages/:language/import`]: WRITES,
  [`GET ${GLOSSARY}`]: READS,
  [`PUT ${GLOSSARY}`]: WRITES,
  [`GET ${GLOSSARY}/:glossaryEntryId`]: READS,
};
