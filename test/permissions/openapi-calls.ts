import { sql } from 'kysely';
import { createSpec, deleteSpec } from '../../apps/server/domains/specs/openapi.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import type { TestApp } from '../app.ts';
import { runJobs } from '../jobs.ts';
import type { Call } from './call.ts';
import type { Expectation } from './expected-status.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

const SPECS = '/v1/orgs/:organizationId/openapi';
const SPEC = `${SPECS}/:specSlug`;
const VERSIONS = `${SPEC}/versions`;
const COMPUTED = '/v1/spaces/:spaceId/content/computed';

const KEPT = 'pets-';
const source = {
  text: '{"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {"get": {}}}}',
};

/** Names a public spec with a version. No other organization has its slug. */
export async function nameSpec(app: TestApp, organizationId: string, token: string): Promise<Named> {
  const slug = `${KEPT}${organizationId}`;
  await createSpec(app.context, { organizationId, slug }, source);
  await runJobs(app);
  const url = `/v1/orgs/${organizationId}/openapi/${slug}`;
  const spec = await app.request('PATCH', url, { token, body: { visibility: 'public' } });
  return { specSlug: slug, versionId: spec.json().lastVersion };
}

/** A spec of no other call. Returns its id. */
export async function addDeletableSpec(app: TestApp): Promise<string> {
  const name = { organizationId: app.organizationId, slug: 'some-spec' };
  await deleteSpec(app.context, BY_OPERATOR, name);
  return (await createSpec(app.context, name, source)).spec_id;
}

const someSpec = async ({ app }: Setup): Promise<Named> => {
  await addDeletableSpec(app);
  return { specSlug: 'some-spec' };
};

/** Every spec but those that the organizations keep. */
const deleteSome = async ({ app }: Setup): Promise<void> => {
  await sql`delete from openapi_spec where slug <> ${KEPT} || organization_id::text`.execute(app.context.db);
};

/** The spec has one version, with which nothing changed: the refusal that comes after all checks of access. */
const draft: Call = {
  status: 409,
  body: ({ own }) => ({ space: own.spaceId }),
  refusal: ({ role }) => (role === 'read' || role === 'comment' ? 403 : undefined),
};

/** Guests may read only specs that the space has pages of, and it has none. */
const compute = (props: object): Call => ({
  status: 200,
  body: ({ own }) => ({
    source: {
      type: 'builtin:openapi',
      props,
      dependencies: { spec: { ref: { kind: 'openapi', spec: own.specSlug } } },
    },
    seed: 'seed',
  }),
  refusal: ({ role }) => (role ? undefined : 404),
});

export const OPENAPI_CALLS: Record<string, Call> = {
  [`GET ${SPECS}`]: { status: 200 },
  [`POST ${SPECS}`]: { status: 201, body: () => ({ slug: 'some-spec', source }), undo: deleteSome },
  [`GET ${SPEC}`]: { status: 200 },
  [`PUT ${SPEC}`]: { status: 200, statusIfMissing: 201, body: () => ({ source }), undo: deleteSome },
  [`PATCH ${SPEC}`]: { status: 200, body: () => ({ visibility: 'public' }) },
  [`DELETE ${SPEC}`]: { status: 205, statusIfMissing: 204, name: someSpec, undo: deleteSome },
  [`GET ${VERSIONS}`]: { status: 200 },
  [`GET ${VERSIONS}/latest`]: { status: 200 },
  [`GET ${VERSIONS}/latest/content`]: { status: 200 },
  [`GET ${VERSIONS}/latest/content/raw`]: { status: 200 },
  [`GET ${VERSIONS}/latest/document`]: { status: 200 },
  [`GET ${VERSIONS}/latest/changes`]: { status: 200 },
  [`GET ${VERSIONS}/latest/pages`]: { status: 200 },
  [`POST ${VERSIONS}/latest/change-requests`]: draft,
  [`GET ${VERSIONS}/:versionId`]: { status: 200 },
  [`GET ${VERSIONS}/:versionId/changes`]: { status: 200 },
  [`GET ${VERSIONS}/:versionId/content`]: { status: 200 },
  [`GET ${VERSIONS}/:versionId/content/raw`]: { status: 200 },
  [`GET ${VERSIONS}/:versionId/document`]: { status: 200 },
  [`GET ${VERSIONS}/:versionId/pages`]: { status: 200 },
  [`POST ${VERSIONS}/:versionId/change-requests`]: draft,
  [`POST ${COMPUTED}/revision`]: compute({ models: true }),
  [`POST ${COMPUTED}/document`]: compute({ doc: 'operations', page: 'tag/' }),
};

const READS = 'read: read of organization';
const WRITES = 'write: create of organization';

export const OPENAPI_EXPECTATIONS: Record<string, Expectation> = {
  [`GET ${SPECS}`]: READS,
  [`POST ${SPECS}`]: WRITES,
  [`GET ${SPEC}`]: READS,
  [`PUT ${SPEC}`]: WRITES,
  [`PATCH ${SPEC}`]: WRITES,
  [`DELETE ${SPEC}`]: WRITES,
  [`GET ${SPEC}/published`]: 'everyone',
  [`GET ${SPEC}/changes.atom`]: 'everyone',
  [`GET ${VERSIONS}`]: READS,
  [`GET ${VERSIONS}/latest`]: READS,
  [`GET ${VERSIONS}/latest/content`]: READS,
  [`GET ${VERSIONS}/latest/content/raw`]: READS,
  [`GET ${VERSIONS}/latest/document`]: READS,
  [`GET ${VERSIONS}/latest/changes`]: READS,
  [`GET ${VERSIONS}/latest/pages`]: READS,
  [`POST ${VERSIONS}/latest/change-requests`]: 'write: read of organization',
  [`GET ${VERSIONS}/:versionId`]: READS,
  [`GET ${VERSIONS}/:versionId/changes`]: READS,
  [`GET ${VERSIONS}/:versionId/content`]: READS,
  [`GET ${VERSIONS}/:versionId/content/raw`]: READS,
  [`GET ${VERSIONS}/:versionId/document`]: READS,
  [`GET ${VERSIONS}/:versionId/pages`]: READS,
  [`POST ${VERSIONS}/:versionId/change-requests`]: 'write: read of organization',
  [`POST ${COMPUTED}/revision`]: 'read: read of space',
  [`POST ${COMPUTED}/document`]: 'read: read of space',
};
