import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBareTestApp, TOKEN } from '../../../../test/bare-app.ts';

interface Operation {
  description?: string;
  security?: object[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  parameters?: { name: string; in: string }[];
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema: object }> }
  >;
}

let app: FastifyInstance;
let document: {
  openapi: string;
  servers: object[];
  security: object[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'responses' | 'securitySchemes', Record<string, object>>;
};

beforeAll(async () => {
  const Shelf = Type.Object({ id: Type.String(), shelves: Type.Array(Type.Ref('Shelf')) }, { $id: 'Shelf' });
  app = await buildBareTestApp({
    config: { baseUrl: 'https://docs.example.com' },
    addRoutes: (routes) => {
      routes.addSchema(Shelf);
      routes.route({
        method: 'PUT',
        url: '/v1/orgs/:organizationId/shelf',
        config: { access: 'organization:administer', errors: [{ status: 409, reason: 'shelf-full' }] },
        schema: {
          operationId: 'putShelf',
          tags: ['Things'],
          description: 'Puts it.',
          params: Type.Object({ organizationId: Type.String() }),
          body: Type.Ref('Shelf'),
          response: { 200: Type.Ref('Shelf'), 204: Type.Null() },
        },
        handler: async () => ({ id: 'a', shelves: [] }),
      });
      for (const [url, access] of [
        ['/v1/orgs/:organizationId/members/:userId', 'member:remove'],
        ['/v1/orgs/:organizationId/teams/:teamId', 'team:manage-members'],
        ['/v1/orgs/:organizationId/presence', 'organization:attend'],
      ] as const) {
        routes.route({ method: 'DELETE', url, config: { access }, handler: async () => ({}) });
      }
      routes.route({
        method: 'PUT',
        url: '/v1/shelf',
        config: { access: 'account:read' },
        schema: { hide: true, body: Type.Ref('Shelf') },
        handler: async () => ({}),
      });
    },
  });
  const response = await app.inject({ url: '/v1/openapi.json' });
  expect(response.statusCode).toBe(200);
  document = response.json();
});
afterAll(() => app.close());

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string);

test('it is public, small to ask for again, and says where the service is', async () => {
  const first = await app.inject({ url: '/v1/openapi.json' });
  const again = await app.inject({
    url: '/v1/openapi.json',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect(document).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'https://docs.example.com' }],
    security: [{ token: [] }, { session: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: '__Host-lectern' },
      },
    },
  });
});

test('it has the routes of the API and nothing else', () => {
  expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    ['/v1/', ['get']],
    ['/v1/things/{thingId}', ['get']],
    ['/v1/things', ['post']],
    ['/v1/orgs/{organizationId}/shelf', ['put']],
    ['/v1/orgs/{organizationId}/members/{userId}', ['delete']],
    ['/v1/orgs/{organizationId}/teams/{teamId}', ['delete']],
    ['/v1/orgs/{organizationId}/presence', ['delete']],
  ]);
});

test('shared schemas are named components, also those that hold themselves, and every reference leads somewhere', () => {
  expect(document.components.schemas).toMatchObject({
    Error: { type: 'object' },
    Shelf: { properties: { shelves: { items: { $ref: '#/components/schemas/Shelf' } } } },
  });
  const refs = refsIn(document);
  expect(refs).toContain('#/components/schemas/Shelf');
  for (const ref of refs) {
    const [, , kind, name] = ref.split('/') as [string, string, keyof typeof document.components, string];
    expect(document.components[kind][name], ref).toBeDefined();
  }
});

test('what a route refers to is what validates its body', async () => {
  const response = await app.inject({
    method: 'PUT',
    url: '/v1/shelf',
    headers: { authorization: `Bearer ${TOKEN}` },
    payload: { id: 'a', shelves: [{ id: 'b', shelves: [{ id: 1 }] }] },
  });
  expect(response.json().error.details).toEqual([
    { path: 'shelves.0.shelves.0.shelves', message: 'is required' },
    { path: 'shelves.0.shelves.0.id', message: 'must be a string' },
  ]);
});

function responseOf({ responses }: Operation, status: string): object | undefined {
  const name = responses[status]?.$ref?.split('/').at(-1);
  return name === undefined ? responses[status] : document.components.responses[name];
}

test('responses that succeed are described by their status', () => {
  const path = document.paths['/v1/orgs/{organizationId}/shelf'] as Record<string, Operation>;
  const { responses } = path.put as Operation;
  expect(responses['200']?.description).toBe('The request succeeded.');
  expect(responses['204']).toEqual({ $ref: '#/components/responses/NoContentWithWarnings' });
  expect(document.components.responses.NoContentWithWarnings).toEqual({
    description: 'The request succeeded. The response has no body.',
    headers: { Warnings: { $ref: '#/components/headers/Warnings' } },
  });
  expect(JSON.stringify(document)).not.toContain('Default Response');
});

test('every operation refers to the errors that it can have', () => {
  const statuses = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(statuses('/v1/', 'get')).toEqual(['200', '400', '429', '500', '503', '507']);
  expect(statuses('/v1/things/{thingId}', 'get')).toEqual([
    '200',
    '400',
    '401',
    '403',
    '429',
    '500',
    '503',
    '507',
  ]);
  expect(statuses('/v1/things', 'post')).toEqual([
    '201',
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '422',
    '429',
    '500',
    '503',
    '507',
  ]);
  const responses = document.paths['/v1/things']?.post?.responses ?? {};
  expect(responses['400']).toEqual({ $ref: '#/components/responses/BadRequest' });
  expect(document.components.responses.BadRequest).toMatchObject({
    description: expect.stringContaining('Reasons: `invalid-request`.'),
    content: { 'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Error' }, {}] } } },
  });
});

test('an operation tells the reasons of each status that it declares', () => {
  const put = document.paths['/v1/orgs/{organizationId}/shelf']?.put as Operation;
  const reasonsOf = (status: string): unknown =>
    JSON.parse(JSON.stringify(responseOf(put, status))).content['application/json'].schema.allOf[1].properties
      .error.properties.reason.enum;
  expect(reasonsOf('404')).toEqual(['organization-not-found']);
  expect(reasonsOf('403')).toEqual([
    'cross-site-request',
    'insufficient-role',
    'insufficient-scope',
    'organization-suspended',
    'sso-required',
  ]);
  expect(reasonsOf('409')).toEqual(['request-in-progress', 'response-lost', 'shelf-full']);
  expect(put).not.toHaveProperty('x-errors');
});

test('an operation says who may call it', () => {
  const put = document.paths['/v1/orgs/{organizationId}/shelf']?.put as Operation;
  expect(put.description).toBe(
    'Puts it.\n\nRequires the role `admin` in the organization and a token with the scope `admin`.',
  );
  const needs = 'Requires the role `admin` in the organization and a token with the scope `admin`.';
  const described = (path: string) =>
    document.paths[`/v1/orgs/{organizationId}/${path}`]?.delete?.description;
  expect(described('members/{userId}')).toBe(`${needs} Users need no role to access their own membership.`);
  expect(described('teams/{teamId}')).toBe(`${needs} Owners of the team need no role.`);
  expect(described('presence')).toBe(
    'Requires a token with the scope `read` and access to the organization. Service accounts are refused.',
  );
  expect(document.paths['/v1/']?.get?.security).toEqual([]);
  expect(put.security).toBeUndefined();
});

test('a body may be left out, and an answer without one shows none', () => {
  const put = document.paths['/v1/orgs/{organizationId}/shelf']?.put as Operation;
  // False is the default.
  expect(put.requestBody?.required).toBeUndefined();
  expect(put.responses['204']).not.toHaveProperty('content');
});
