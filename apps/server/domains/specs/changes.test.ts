import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { runJobs } from '../../../../test/jobs.ts';

let app: TestApp;
let specs: string;
beforeAll(async () => {
  app = await buildTestApp();
  specs = `/v1/orgs/${app.organizationId}/openapi`;
});
afterAll(() => app?.close());

const text = (methods: string[], summary = ''): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': Object.fromEntries(methods.map((method) => [method, { summary, responses: {} }])) },
  });
const get = (path: string) => app.request('GET', `${specs}/${path}`);

/** Returns the id of the new version. */
async function publish(slug: string, source: string): Promise<string> {
  await app.request('PUT', `${specs}/${slug}`, { body: { source: { text: source } } });
  await runJobs(app);
  return (await get(slug)).json().lastVersion;
}

test('a version is compared with the one before, or with another one', async () => {
  const first = await publish('pets', text(['get', 'put']));
  expect((await get('pets/versions/latest/changes')).json()).toEqual({
    object: 'openapi-spec-changes',
    base: null,
    version: first,
    isComplete: true,
    counts: { breaking: 0, 'non-breaking': 0, documentation: 0 },
    items: [],
  });
  const second = await publish('pets', text(['get'], 'Pets'));
  const third = await publish('pets', text(['get', 'post'], 'Pets'));
  const changes = (await get(`pets/versions/${second}/changes`)).json();
  expect(changes).toMatchObject({ base: first, version: second, counts: { breaking: 1, documentation: 1 } });
  const operation = { kind: 'operation', method: 'put', path: '/pets' };
  expect(changes.items).toContainEqual({
    class: 'breaking',
    kind: 'operation-removed',
    operation,
    place: '',
    name: 'PUT /pets',
  });
  const breaking = (await get(`pets/versions/latest/changes?base=${first}&class=breaking`)).json();
  expect(breaking).toMatchObject({ base: first, version: third, counts: { breaking: 1, 'non-breaking': 1 } });
  expect(breaking.items).toMatchObject([{ operation }]);
  // The versions can also be compared in the opposite direction.
  const back = (await get(`pets/versions/${first}/changes?base=${third}`)).json();
  expect(back.counts).toMatchObject({ breaking: 1, 'non-breaking': 1 });
});

test('only versions of the spec are compared', async () => {
  const other = await publish('cats', text(['get']));
  await publish('dogs', text(['get']));
  const response = await get(`dogs/versions/latest/changes?base=${other}`);
  expect([response.statusCode, response.json().error.details]).toEqual([
    400,
    [{ path: 'base', message: 'is not a version of this spec' }],
  ]);
  expect((await get(`dogs/versions/${other}/changes`)).statusCode).toBe(404);
  expect((await get('dogs/versions/latest/changes?base=first')).statusCode).toBe(400);
  expect((await get('dogs/versions/latest/changes?class=good')).statusCode).toBe(400);
});
