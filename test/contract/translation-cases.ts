import { addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Client, Ground } from './ground.ts';

const INSTRUCTIONS = { object: 'document', data: {}, nodes: [] };

async function addSettings(client: Client, { app, organizationId }: Ground): Promise<string> {
  const space = await addSpace(app, { organizationId });
  const { data } = await client.orgs.createTranslation(organizationId, {
    source: { space, language: 'en' },
    language: 'fr',
    instructions: INSTRUCTIONS,
  });
  return (data as { id: string }).id;
}

async function addEntries(client: Client, { organizationId }: Ground): Promise<string> {
  await client.orgs.updateGlossaryEntries(organizationId, {
    operations: [
      { type: 'insert', translations: { en: 'space', de: 'Bereich' } },
      { type: 'insert', translations: { en: 'site' } },
    ],
  });
  const { data } = await client.orgs.listGlossaryEntries(organizationId);
  return (data as { items: { id: string }[] }).items[0]?.id as string;
}

export const TRANSLATION_CASES: Case[] = [
  {
    operation: 'createTranslation',
    status: 201,
    call: async ({ orgs }, { app, organizationId }) => {
      const source = { space: await addSpace(app, { organizationId }), language: 'en' };
      return [
        await orgs.createTranslation(organizationId, { source, language: 'pt-br' }),
        await orgs.createTranslation(organizationId, { source, language: 'de', instructions: INSTRUCTIONS }),
      ];
    },
  },
  {
    operation: 'listTranslations',
    status: 200,
    call: async (client, ground) => {
      await addSettings(client, ground);
      return client.orgs.listTranslations(ground.organizationId, { limit: 1 });
    },
  },
  {
    operation: 'getTranslation',
    status: 200,
    call: async (client, ground) =>
      client.orgs.getTranslation(ground.organizationId, await addSettings(client, ground)),
  },
  {
    operation: 'updateTranslation',
    status: 200,
    call: async (client, ground) => {
      const id = await addSettings(client, ground);
      return client.orgs.updateTranslation(ground.organizationId, id, { instructions: INSTRUCTIONS });
    },
  },
  {
    operation: 'deleteTranslation',
    status: 205,
    call: async (client, ground) =>
      client.orgs.deleteTranslation(ground.organizationId, await addSettings(client, ground)),
  },
  {
    operation: 'runTranslation',
    status: 204,
    call: async (client, ground) =>
      client.orgs.runTranslation(ground.organizationId, await addSettings(client, ground)),
  },
  {
    operation: 'updateGlossaryEntries',
    status: 204,
    call: async (client, ground) => {
      const id = await addEntries(client, ground);
      return client.orgs.updateGlossaryEntries(ground.organizationId, {
        operations: [
          { type: 'update', id, translations: { en: 'space', fr: 'espace' } },
          { type: 'delete', id },
        ],
      });
    },
  },
  {
    operation: 'listGlossaryEntries',
    status: 200,
    call: async (client, ground) => {
      await addEntries(client, ground);
      return client.orgs.listGlossaryEntries(ground.organizationId, { orderBy: 'de', limit: 1 });
    },
  },
  {
    operation: 'getGlossaryEntry',
    status: 200,
    call: async (client, ground) =>
      client.orgs.getGlossaryEntry(ground.organizationId, await addEntries(client, ground)),
  },
];
