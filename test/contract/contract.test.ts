import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { explainStatements } from '../distribution/explain-statements.ts';
import { recordStatements, type StatementRecorder } from '../distribution/record-statements.ts';
import { describeUnexpected } from '../distribution/unexpected-statements.ts';
import {
  CLIENT_VERSIONS,
  failuresOf,
  knowsOperation,
  parametersOf,
  validateResponse,
  validateSchema,
} from '../oracle.ts';
import { CASES } from './cases.ts';
import { prepareSetup, type Setup } from './setup.ts';

interface SpaceList {
  next?: { page: string };
  count: number;
  items: { id: string }[];
}

let setup: Setup;
let recorder: StatementRecorder;
beforeAll(async () => {
  recorder = recordStatements();
  setup = await prepareSetup();
});
afterAll(() => {
  recorder.stop();
  return setup?.close();
});

describe.each(CLIENT_VERSIONS)('the client %s, with only its endpoint and token set', (version) => {
  const cases = CASES.filter(({ operation }) => knowsOperation(version, operation)).map(
    (one) => [one.title ? `${one.operation}, ${one.title}` : one.operation, one] as const,
  );

  test.each(cases)('%s', async (_name, { operation, status, call }) => {
    const responses = [await call(setup.connect(version), setup)].flat();
    expect(responses.length).toBeGreaterThan(0);
    const violations = responses.flatMap((response) => {
      const body = response.data ?? undefined;
      const found = validateResponse(version, operation, response.status, body);
      // The relaxed schemas accept any document in a page, so it is validated separately.
      const { document } = (body ?? {}) as { document?: unknown };
      if (typeof document === 'object') found.push(...validateSchema(version, 'JSONDocument', document));
      return found.length > 0
        ? [{ body: JSON.stringify(body)?.slice(0, 800), found: found.slice(0, 20) }]
        : [];
    });
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => status));
    expect(violations).toEqual([]);
  });

  test('follows the pages of a list to its end', async () => {
    const client = setup.connect(version);
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const result = await client.orgs.listSpacesInOrganizationById(setup.organizationId, {
        limit: 1,
        ...(page ? { page } : {}),
      });
      const data = result.data as SpaceList;
      seen.push(...data.items.map(({ id }) => id));
      page = data.next?.page;
    } while (page);
    const result = await client.orgs.listSpacesInOrganizationById(setup.organizationId, { limit: 1000 });
    const all = result.data as SpaceList;
    expect(seen).toEqual(all.items.map(({ id }) => id));
    expect(all.count).toBe(seen.length);
  });

  test.each([
    [401, 'unknown-token', 'getAuthenticatedUser', '/v1/user', 'lct_unknown'],
    [404, 'space-not-found', 'getSpaceById', '/v1/spaces/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', undefined],
    [404, 'space-not-found', 'getSpaceById', '/v1/spaces/nonsense', undefined],
    [400, 'invalid-request', 'listSpacesInOrganizationById', 'spaces?limit=0', undefined],
    [400, 'invalid-cursor', 'listSpacesInOrganizationById', 'spaces?page=abc', undefined],
  ])('%i %s has the shape that the client reads', async (status, reason, operation, path, token) => {
    const url = path.startsWith('/') ? path : `/v1/orgs/${setup.organizationId}/${path}`;
    const response = await fetch(setup.endpoint + url, {
      headers: { authorization: `Bearer ${token ?? setup.app.adminToken}` },
    });
    expect(response.status).toBe(status);
    const body = await response.json();
    expect(validateResponse(version, operation, status, body)).toEqual([]);
    expect(body).toMatchObject({ error: { code: status, reason, requestId: expect.any(String) } });
  });
});

test('every operation that the service has and a client knows is a case', async () => {
  const response = await fetch(`${setup.endpoint}/v1/openapi.json`);
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ours = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  const known = ours.filter((operation) =>
    CLIENT_VERSIONS.some((version) => knowsOperation(version, operation)),
  );
  expect(known.length).toBeGreaterThan(20);
  const tested = new Set(CASES.map(({ operation }) => operation));
  expect(known.filter((operation) => !tested.has(operation))).toEqual([]);
});

test('a reason has one status, and the documentation lists it', async () => {
  const response = await fetch(`${setup.endpoint}/v1/openapi.json`);
  const description = (await response.json()) as {
    paths: Record<string, Record<string, { responses: object }>>;
    components: { responses: Record<string, object> };
  };
  const statuses = new Map<string, Set<string>>();
  // Answers have reasons of their own.
  const responsesOf = (one: { responses: object }) =>
    Object.entries(one.responses).filter(([status]) => Number(status) >= 400);
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  const failures = operations.flatMap(responsesOf).filter(([status]) => Number(status) >= 400);
  for (const [status, declared] of failures) {
    const { $ref } = declared as { $ref?: string };
    const resolved = $ref ? description.components.responses[$ref.split('/').at(-1) as string] : declared;
    const [, list] = /"reason":\{"enum":\[([^\]]*)\]/.exec(JSON.stringify(resolved)) ?? [];
    for (const reason of list === undefined ? [] : (JSON.parse(`[${list}]`) as string[]))
      statuses.set(reason, (statuses.get(reason) ?? new Set()).add(status));
  }
  expect(statuses.size).toBeGreaterThan(50);
  expect([...statuses].filter(([, used]) => used.size > 1)).toEqual([]);
  const page = await readFile('docs/api/errors.md', 'utf8');
  expect([...statuses.keys()].filter((reason) => !page.includes(`\`${reason}\``))).toEqual([]);
});

test('the reference tells of every parameter that a client can send, also of those without effect', async () => {
  const response = await fetch(`${setup.endpoint}/v1/openapi.json`);
  const { paths, components } = (await response.json()) as {
    paths: Record<
      string,
      Record<string, { operationId: string; parameters?: { name: string }[]; requestBody?: object }>
    >;
    components: { schemas: Record<string, object> };
  };
  /** The body with what it refers to. */
  const bodyOf = (schema: object, seen = new Set<string>()): string => {
    const text = JSON.stringify(schema);
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name);
    const fresh = names.filter((name) => !seen.has(name) && seen.add(name));
    return [text, ...fresh.map((name) => bodyOf(components.schemas[name] ?? {}, seen))].join();
  };
  const missing = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [], requestBody }) => {
      const told = new Set(parameters.map(({ name }) => name));
      const body = bodyOf(requestBody ?? {});
      return CLIENT_VERSIONS.flatMap((version) => parametersOf(version, operationId))
        .filter((name) => !told.has(name) && !body.includes(`"${name}":{`))
        .map((name) => `${operationId} ${name}`);
    });
  expect(missing).toEqual([]);
});

test('the reference tells every failure that a client knows of an operation', async () => {
  const response = await fetch(`${setup.endpoint}/v1/openapi.json`);
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  const missing = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) =>
      CLIENT_VERSIONS.flatMap((version) => failuresOf(version, operationId))
        .filter((status) => !(status in responses))
        .map((status) => `${operationId} ${status}`),
    );
  expect(missing).toEqual([]);
});

// On Citus itself, statements are executed instead of being explained by a newer PostgreSQL.
test.skipIf(inject('citusMachines') !== undefined)(
  'no operation sends a statement to several shards but for those that are known to',
  async () => {
    const database = await createTestDatabase({ poolSize: 1 });
    const explained = await explainStatements(database.sql, recorder.take());
    await database.drop();
    expect(explained.length).toBeGreaterThan(500);
    expect(describeUnexpected(explained)).toEqual([]);
  },
);
