import { addSpace } from '../factories.ts';
import type { Case } from './case.ts';
import type { Client, Setup } from './setup.ts';

const INSTRUCTIONS = { object: 'document', data: {}, nodes: [] };

async function addSettings(client: Client, { app, organizationId }: Setup): Promise<string> {
  const space = await addSpace(app, { organizationId });
  const { data } = await client.orgs.createTranslation(organizationId, {
    source: { space, language: 'en' },
    language: 'fr',
    instructions: INSTRUCTIONS,
  });
  return (data as { id: string }).id;
}

async function addEntries(client: Client, { organizationId }: Setup): Promise<string> {
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
    call: async (client, setup) => {
      await addSettings(client, setup);
      return client.orgs.listTranslations(setup.organizationId, { limit: 1 });
    },
  },
  {
    operation: 'getTranslation',
    status: 200,
    call: async (client, setup) =>
      client.orgs.getTranslation(setup.organizationId, await addSettings(client, setup)),
  },
  {
    operation: 'updateTranslation',
    status: 200,
    call: async (client, setup) => {
      const id = await addSettings(client, setup);
      return client.orgs.updateTranslation(setup.organizationId, id, { instructions: INSTRUCTIONS });
    },
  },
  {
    operation: 'deleteTranslation',
    status: 205,
    call: async (client, setup) =>
      client.orgs.deleteTranslation(setup.organizationId, await addSettings(client, setup)),
  },
  {
    operation: 'runTranslation',
    status: 204,
    call: async (client, setup) =>
      client.orgs.runTranslation(setup.organizationId, await addSettings(client, setup)),
  },
  {
    operation: 'updateGlossaryEntries',
    status: 204,
    call: async (client, setup) => {
      const id = await addEntries(client, setup);
      return client.orgs.updateGlossaryEntries(setup.organizationId, {
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
    call: async (client, setup) => {
      await addEntries(client, setup);
      return client.orgs.listGlossaryEntries(setup.organizationId, { orderBy: 'de', limit: 1 });
    },
  },
  {
    operation: 'getGlossaryEntry',
    status: 200,
    call: async (client, setup) =>
      client.orgs.getGlossaryEntry(setup.organizationId, await addEntries(client, setup)),
  },
];
