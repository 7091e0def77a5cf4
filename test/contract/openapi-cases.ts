import { newId } from '@lectern/std/ids';
import { runJobs } from '../jobs.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Setup } from './setup.ts';

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  components: { schemas: { Pet: { type: 'object' } } },
  paths: { '/pets': { get: { responses: { 200: { $ref: '#/components/responses/Gone' } } } } },
};
const source = { text: JSON.stringify(PETS) };
const broken = { text: '{"openapi": ' };

/** A public spec with every field: a version, and then a source that could not be read. */
async function addSpec(client: Client, { app, organizationId }: Setup): Promise<string> {
  const slug = `pets-${newId()}`;
  await client.orgs.createOpenApiSpec(organizationId, { slug, source });
  await runJobs(app);
  await client.orgs.updateOpenApiSpecBySlug(organizationId, slug, { visibility: 'public' });
  return slug;
}

export const OPENAPI_CASES: Case[] = [
  {
    operation: 'listOpenAPISpecs',
    status: 200,
    call: async (client, setup) => {
      await addSpec(client, setup);
      return client.orgs.listOpenApiSpecs(setup.organizationId, { limit: 10 });
    },
  },
  {
    operation: 'createOpenAPISpec',
    status: 201,
    call: ({ orgs }, { organizationId }) => orgs.createOpenApiSpec(organizationId, { slug: newId(), source }),
  },
  {
    operation: 'getOpenAPISpecBySlug',
    status: 200,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      const { orgs } = client;
      const { organizationId } = setup;
      const whole = await orgs.getOpenApiSpecBySlug(organizationId, slug);
      await orgs.createOrUpdateOpenApiSpecBySlug(organizationId, slug, { source: broken });
      await runJobs(setup.app);
      return [whole, await orgs.getOpenApiSpecBySlug(organizationId, slug)];
    },
  },
  {
    operation: 'createOrUpdateOpenAPISpecBySlug',
    status: 200,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      return client.orgs.createOrUpdateOpenApiSpecBySlug(setup.organizationId, slug, { source });
    },
  },
  {
    operation: 'createOrUpdateOpenAPISpecBySlug',
    title: 'a new one',
    status: 201,
    call: ({ orgs }, { organizationId }) =>
      orgs.createOrUpdateOpenApiSpecBySlug(organizationId, newId(), {
        source: { url: 'https://api.invalid/openapi.json' },
      }),
  },
  {
    operation: 'updateOpenAPISpecBySlug',
    status: 200,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      return client.orgs.updateOpenApiSpecBySlug(setup.organizationId, slug, { visibility: 'private' });
    },
  },
  {
    operation: 'deleteOpenAPISpecBySlug',
    status: 205,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      return client.orgs.deleteOpenApiSpecBySlug(setup.organizationId, slug);
    },
  },
  {
    operation: 'deleteOpenAPISpecBySlug',
    title: 'one that is not there',
    status: 204,
    call: ({ orgs }, { organizationId }) => orgs.deleteOpenApiSpecBySlug(organizationId, 'nothing'),
  },
  {
    operation: 'listOpenAPISpecVersions',
    status: 200,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      return client.orgs.listOpenApiSpecVersions(setup.organizationId, slug, { limit: 10 });
    },
  },
  {
    operation: 'getLatestOpenAPISpecVersion',
    status: 200,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      return client.orgs.getLatestOpenApiSpecVersion(setup.organizationId, slug);
    },
  },
  {
    operation: 'getLatestOpenAPISpecVersionContent',
    status: 200,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      const { orgs } = client;
      const open = await orgs.getLatestOpenApiSpecVersionContent(setup.organizationId, slug);
      await orgs.updateOpenApiSpecBySlug(setup.organizationId, slug, { visibility: 'private' });
      return [open, await orgs.getLatestOpenApiSpecVersionContent(setup.organizationId, slug)];
    },
  },
  {
    operation: 'getLatestOpenAPISpecVersionContentRaw',
    status: 200,
    call: async (client, setup) => {
      const slug = await addSpec(client, setup);
      return client.orgs.getLatestOpenApiSpecVersionContentRaw(setup.organizationId, slug);
    },
  },
  {
    operation: 'getOpenAPISpecVersionById',
    status: 200,
    call: async (client, setup) => {
      const [slug, id] = await addVersion(client, setup);
      return client.orgs.getOpenApiSpecVersionById(setup.organizationId, slug, id);
    },
  },
  {
    operation: 'getOpenAPISpecVersionContentById',
    status: 200,
    call: async (client, setup) => {
      const [slug, id] = await addVersion(client, setup);
      return client.orgs.getOpenApiSpecVersionContentById(setup.organizationId, slug, id);
    },
  },
  {
    operation: 'getComputedRevision',
    status: 200,
    call: async ({ spaces, ...client }, setup) => {
      const spec = await addSpec({ spaces, ...client }, setup);
      const compute = (grouping: 'by-tag' | 'by-operation') =>
        spaces.getComputedRevision(setup.spaceId, computed(spec, { models: true, grouping }));
      return [await compute('by-tag'), await compute('by-operation')];
    },
  },
  {
    operation: 'getComputedDocument',
    status: 200,
    call: async ({ spaces, ...client }, setup) => {
      const spec = await addSpec({ spaces, ...client }, setup);
      const revision = await spaces.getComputedRevision(setup.spaceId, computed(spec, { models: true }));
      const documents: Answer[] = [];
      for (const page of (revision.data as { pages: ComputedPage[] }).pages)
        if (page.computed && page.computedSeed)
          documents.push(
            await spaces.getComputedDocument(setup.spaceId, {
              source: page.computed,
              seed: page.computedSeed,
            }),
          );
      return documents;
    },
  },
];

interface ComputedPage {
  computed?: object;
  computedSeed?: string;
}

const computed = <Props>(spec: string, props: Props) => ({
  source: {
    type: 'builtin:openapi' as const,
    props,
    dependencies: { spec: { ref: { kind: 'openapi' as const, spec } } },
  },
  seed: 'seed',
});

async function addVersion(client: Client, setup: Setup): Promise<[string, string]> {
  const slug = await addSpec(client, setup);
  const { data } = await client.orgs.getLatestOpenApiSpecVersion(setup.organizationId, slug);
  return [slug, (data as { id: string }).id];
}
