import type { TestApp } from '../../../test/app.ts';
import { runJobs } from '../../../test/jobs.ts';

interface PetSpec {
  methods?: string[];
  fields?: string[];
  summary?: string;
  /** Instead of `/pets`. */
  paths?: string[];
}

/** A spec whose operations return a pet with these fields. */
export function petSpec({
  methods = ['get'],
  fields = [],
  summary = '',
  paths = ['/pets'],
}: PetSpec): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
  const operation = { summary, responses: { 200: { description: 'OK', content } } };
  const item = Object.fromEntries(methods.map((method) => [method, operation]));
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, item])),
    components: { schemas: { Pet: { type: 'object', properties } } },
  });
}

/** Returns the id of the version that the source makes. */
export async function publishSpec(
  app: TestApp,
  spec: { organizationId: string; token?: string; slug: string; source: string },
): Promise<string> {
  const url = `/v1/orgs/${spec.organizationId}/openapi/${spec.slug}`;
  const call = spec.token === undefined ? {} : { token: spec.token };
  await app.request('PUT', url, { ...call, body: { source: { text: spec.source } } });
  await runJobs(app);
  return (await app.request('GET', url, call)).json().lastVersion;
}
