import { parseExpression } from '@lectern/expressions/parse-expression';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addSite } from '../../../../../../test/factories.ts';

let app: TestApp;
let siteId: string;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  siteId = await addSite(app);
});

const url = () => `/v1/orgs/${app.organizationId}/sites/${siteId}/adaptive-schema`;
const put = (jsonSchema: unknown) => app.request('PUT', url(), { body: { jsonSchema } });

const FLAG = { type: 'boolean', description: 'Whether they test.' };
const PLAN = { type: 'string', enum: ['free', 'pro'], description: 'What they pay for.' };
const SCHEMA = {
  type: 'object',
  properties: { 'a plan': PLAN, beta: FLAG },
  additionalProperties: false,
};
const UNSIGNED = {
  type: 'object',
  description: 'Unsigned claims of the site visitor.',
  properties: { region: { type: 'string', description: '' } },
  additionalProperties: false,
};

describe('the claims schema', () => {
  test('is missing until somebody describes the claims', async () => {
    const missing = await app.request('GET', url());
    expect(missing.statusCode).toBe(404);
    expect(missing.json().error.reason).toBe('adaptive-schema-not-found');
    expect((await app.request('GET', `${url()}/template-conditions`)).json()).toEqual({ items: [] });
    const result = await put(SCHEMA);
    expect(result.json()).toEqual({
      object: 'site-adaptive-schema',
      jsonSchema: SCHEMA,
      updatedAt: expect.any(String),
    });
    expect((await app.request('GET', url())).json()).toEqual(result.json());
  });

  test('decides whether visitors can have unsigned claims', async () => {
    const allows = async () => (await app.context.pointers.sites.find(siteId))?.allowsUnsignedClaims;
    expect(await allows()).toBe(false);
    await put({ ...SCHEMA, properties: { unsigned: UNSIGNED } });
    expect(await allows()).toBe(true);
    await put({ ...SCHEMA, properties: { unsigned: { ...UNSIGNED, properties: {} } } });
    expect(await allows()).toBe(false);
    await put({ ...SCHEMA, properties: { unsigned: UNSIGNED, beta: FLAG } });
    await put(SCHEMA);
    expect(await allows()).toBe(false);
  });

  test('fills in what clients leave out', async () => {
    const { jsonSchema } = (
      await put({
        type: 'object',
        properties: { beta: { type: 'boolean' }, unsigned: { type: 'object', properties: {} } },
      })
    ).json();
    expect(jsonSchema).toEqual({
      type: 'object',
      properties: { beta: { type: 'boolean', description: '' }, unsigned: { ...UNSIGNED, properties: {} } },
      additionalProperties: false,
    });
  });

  const nested = (depth: number): object =>
    depth === 0 ? FLAG : { ...UNSIGNED, description: '', properties: { a: nested(depth - 1) } };
  test.each([
    [
      'a type that it does not have',
      { a: { type: 'null', description: '' } },
      'jsonSchema.properties.a.type',
    ],
    [
      'a keyword that it does not have',
      { a: { ...FLAG, pattern: '(a+)+$' } },
      'jsonSchema.properties.a.pattern',
    ],
    ['a reference', { a: { $ref: 'https://example.com' } }, 'jsonSchema.properties.a.type'],
    [
      'a list of lists',
      { a: { type: 'array', description: '', items: { type: 'array', description: '', items: FLAG } } },
      'jsonSchema.properties.a.items.type',
    ],
    ['no values', { a: { ...PLAN, enum: [] } }, 'jsonSchema.properties.a.enum'],
    ['values that are no texts', { a: { ...PLAN, enum: [1] } }, 'jsonSchema.properties.a.enum'],
    [
      'other claims',
      { a: { ...UNSIGNED, additionalProperties: true } },
      'jsonSchema.properties.a.additionalProperties',
    ],
    ['unsigned claims that are no object', { unsigned: FLAG }, 'jsonSchema.properties.unsigned.type'],
    ['too deep a claim', nested(6), 'jsonSchema.properties'],
    [
      'too many claims',
      Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`a${n}`, FLAG])),
      'jsonSchema',
    ],
  ])('is refused with %s', async (_what, properties, path) => {
    const response = await put({
      ...SCHEMA,
      properties: 'properties' in properties ? (properties as { properties: object }).properties : properties,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details[0].path).toMatch(new RegExp(`^${path}`));
    expect((await app.request('GET', url())).statusCode).toBe(404);
  });
});

test('suggests conditions that can be read', async () => {
  const list = { type: 'array', description: '', items: PLAN };
  await put({ ...SCHEMA, properties: { ...SCHEMA.properties, teams: list, unsigned: UNSIGNED } });
  const { items } = (await app.request('GET', `${url()}/template-conditions`)).json();
  expect(items.map(({ condition }: { condition: string }) => condition)).toEqual(
    expect.arrayContaining([
      'visitor.claims["a plan"] === "free"',
      'visitor.claims.beta === true',
      'visitor.claims.teams.includes("pro")',
      'visitor.claims.unsigned.region != null',
    ]),
  );
  for (const { condition } of items) expect(parseExpression(condition).problem, condition).toBeUndefined();
});
