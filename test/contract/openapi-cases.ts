import { newId } from '@lectern/std/ids';
import { runJobs } from '../jobs.ts';
import type { Case } from './case.ts';
import type { Answer, Client, Ground } from './ground.ts';

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  components: { schemas: { Pet: { type: 'object' } } },
  paths: { '/pets': { get: { responses: { 200: { $ref: '#/components/responses/Gone' } } } } },
};
const source = { text: JSON.stringify(PETS) };
const broken = { text: '{"openapi": ' };

/** A public spec with every field: a version, and then a source that could not be read. */
async function addSpec(client: Client, { app, organizationId }: Ground): Promise<string> {
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
    call: async (client, ground) => {
      await addSpec(client, ground);
      return client.orgs.listOpenApiSpecs(ground.organizationId, { limit: 10 });
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
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      const { orgs } = client;
      const { organizationId } = ground;
      const whole = await orgs.getOpenApiSpecBySlug(organizationId, slug);
      await orgs.createOrUpdateOpenApiSpecBySlug(organizationId, slug, { source: broken });
      await runJobs(ground.app);
      return [whole, await orgs.getOpenApiSpecBySlug(organizationId, slug)];
    },
  },
  {
    operation: 'createOrUpdateOpenAPISpecBySlug',
    status: 200,
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      return client.orgs.createOrUpdateOpenApiSpecBySlug(ground.organizationId, slug, { source });
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
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      return client.orgs.updateOpenApiSpecBySlug(ground.organizationId, slug, { visibility: 'private' });
    },
  },
  {
    operation: 'deleteOpenAPISpecBySlug',
    status: 205,
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      return client.orgs.deleteOpenApiSpecBySlug(ground.organizationId, slug);
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
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      return client.orgs.listOpenApiSpecVersions(ground.organizationId, slug, { limit: 10 });
    },
  },
  {
    operation: 'getLatestOpenAPISpecVersion',
    status: 200,
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      return client.orgs.getLatestOpenApiSpecVersion(ground.organizationId, slug);
    },
  },
  {
    operation: 'getLatestOpenAPISpecVersionContent',
    status: 200,
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      const { orgs } = client;
      const open = await orgs.getLatestOpenApiSpecVersionContent(ground.organizationId, slug);
      await orgs.updateOpenApiSpecBySlug(ground.organizationId, slug, { visibility: 'private' });
      return [open, await orgs.getLatestOpenApiSpecVersionContent(ground.organizationId, slug)];
    },
  },
  {
    operation: 'getLatestOpenAPISpecVersionContentRaw',
    status: 200,
    call: async (client, ground) => {
      const slug = await addSpec(client, ground);
      return client.orgs.getLatestOpenApiSpecVersionContentRaw(ground.organizationId, slug);
    },
  },
  {
    operation: 'getOpenAPISpecVersionById',
    status: 200,
    call: async (client, ground) => {
      const [slug, id] = await addVersion(client, ground);
      return client.orgs.getOpenApiSpecVersionById(ground.organizationId, slug, id);
    },
  },
  {
    operation: 'getOpenAPISpecVersionContentById',
    status: 200,
    call: async (client, ground) => {
      const [slug, id] = await addVersion(client, ground);
      return client.orgs.getOpenApiSpecVersionContentById(ground.organizationId, slug, id);
    },
  },
  {
    operation: 'getComputedRevision',
    status: 200,
    call: async ({ spaces, ...client }, ground) => {
      const spec = await addSpec({ spaces, ...client }, ground);
      const compute = (grouping: 'by-tag' | 'by-operation') =>
        spaces.getComputedRevision(ground.spaceId, computed(spec, { models: true, grouping }));
      return [await compute('by-tag'), await compute('by-operation')];
    },
  },
  {
    operation: 'getComputedDocument',
    status: 200,
    call: async ({ spaces, ...client }, ground) => {
      const spec = await addSpec({ spaces, ...client }, ground);
      const revision = await spaces.getComputedRevision(ground.spaceId, computed(spec, { models: true }));
      const documents: Answer[] = [];
      for (const page of (revision.data as { pages: ComputedPage[] }).pages)
        if (page.computed && page.computedSeed)
          documents.push(
            await spaces.getComputedDocument(ground.spaceId, {
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

async function addVersion(client: Client, ground: Ground): Promise<[string, string]> {
  const slug = await addSpec(client, ground);
  const { data } = await client.orgs.getLatestOpenApiSpecVersion(ground.organizationId, slug);
  return [slug, (data as { id: string }).id];
}
