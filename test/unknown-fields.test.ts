/** Fields that no operation has are named in a header, in every operation with a body. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fc from 'fast-check';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findUnknownFields, writeWarnings } from '../apps/server/platform/http/unknown-fields.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { addSpace } from './factories.ts';
import { writeOpenApiDocument } from './openapi-document.ts';

interface FoundRoute {
  instance: FastifyInstance;
  route: RouteOptions;
}

const routes: FoundRoute[] = [];
interface Response {
  $ref?: string;
  headers?: object;
}
let document: {
  paths: Record<string, Record<string, { requestBody?: object; responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
};
let app: TestApp;
let spaceId: string;

beforeAll(async () => {
  const watch = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', function (route) {
      if (route.schema?.body && route.url.startsWith('/v1/')) routes.push({ instance: this, route });
    });
  };
  subscribe('fastify.initialization', watch);
  document = JSON.parse(await writeOpenApiDocument());
  unsubscribe('fastify.initialization', watch);
  app = await buildTestApp();
  spaceId = await addSpace(app);
});
afterAll(() => app?.close());

const find = ({ instance, route }: FoundRoute, body: unknown) =>
  findUnknownFields(route.schema?.body, body, (name) => instance.getSchemas()[name]).paths;

describe('in the schemas of all bodies', () => {
  test('a field of no operation is unknown, and nothing in an empty body', () => {
    // A body that is described by its media types is a file, which has no fields.
    const withFields = routes.filter(({ route }) => !Object.hasOwn(route.schema?.body ?? {}, 'content'));
    const named = withFields.filter((found) => find(found, { xyzzy: 1 }).includes('xyzzy'));
    expect(withFields.length).toBeGreaterThan(100);
    expect(named.length / withFields.length).toBeGreaterThan(0.95);
    for (const found of routes) expect(find(found, {}), found.route.url).toEqual([]);
  });

  test('all fields of an operation are known', () => {
    for (const found of routes) {
      const { properties = {} } = (found.route.schema?.body ?? {}) as { properties?: object };
      const body = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
      expect(find(found, body), found.route.url).toEqual([]);
    }
  });

  test('any body is examined, and what is said is short', () => {
    const anyRoute = fc.nat().map((at) => routes[at % routes.length] as FoundRoute);
    fc.assert(
      fc.property(anyRoute, fc.jsonValue({ maxDepth: 4 }), ({ instance, route }, body) => {
        const shared = (name: string) => instance.getSchemas()[name];
        const said = writeWarnings(findUnknownFields(route.schema?.body, body, shared)) ?? '';
        expect(said).toMatch(/^[ -~]*$/);
        expect(said.length).toBeLessThan(8 * 1000);
      }),
    );
  });
});

test('every success of an operation with a body is documented with the header', () => {
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, { requestBody, responses }] of Object.entries(operations)) {
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      for (const [status, { $ref, headers }] of successes) {
        const shared = document.components.responses[($ref ?? '').split('/').at(-1) as string];
        expect('Warnings' in (headers ?? shared?.headers ?? {}), `${method} ${path} ${status}`).toBe(
          requestBody !== undefined,
        );
      }
    }
});

describe('a response', () => {
  const send = async (method: 'POST' | 'PATCH', url: string, body: object) => {
    const { statusCode, headers } = await app.request(method, `/v1${url}`, { body });
    return [statusCode, headers.warnings];
  };

  test('names a field that has no effect', async () => {
    const sites = `/orgs/${app.organizationId}/sites`;
    expect(await send('POST', sites, { name: 'Handbook' })).toEqual([201, 'unknown-field;path="name"']);
    expect(await send('POST', sites, { title: 'Handbook' })).toEqual([201, undefined]);
    expect(await send('PATCH', `/spaces/${spaceId}`, { titel: 'A', title: 'B' })).toEqual([
      200,
      'unknown-field;path="titel"',
    ]);
  });

  test('to a body that is refused names it, too', async () => {
    const url = `/orgs/${app.organizationId}/sites`;
    expect(await send('POST', url, { title: 1, name: 'x' })).toEqual([400, 'unknown-field;path="name"']);
  });

  test('names fields within others, of a list the first', async () => {
    const change = (title: string) => ({
      operation: 'insert_page',
      title,
      text: 'x',
      document: { mark: 'y' },
    });
    const body = { changes: [change('One'), change('Two')], message: 'x' };
    const [, warnings] = await send('POST', `/spaces/${spaceId}/content`, body);
    expect(warnings).toContain('unknown-field;path="changes.0.text"');
    expect(warnings).not.toContain('changes.1');
  });

  test('contains no values, and any name in printable characters', async () => {
    const body = { 'ä"\\%\r\nSet-Cookie: a': 'secret', title: 'Handbook' };
    const [status, warnings] = await send('POST', `/orgs/${app.organizationId}/sites`, body);
    expect(status).toBe(201);
    expect(warnings).toBe('unknown-field;path="%C3%A4\\"\\\\%25%0D%0ASet-Cookie: a"');
  });

  test('names at most eight', async () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field-${at}`, 'secret']));
    const [, warnings] = await send('POST', `/orgs/${app.organizationId}/sites`, body);
    expect(String(warnings).split(', ')).toHaveLength(9);
    expect(warnings).toMatch(/, more-unknown-fields$/);
  });
});
