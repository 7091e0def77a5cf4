/**
 * Values that no field may pass on, sent in every field that the routes and the schemas of their requests have, so that
 * a new route is covered.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DescribedOperation, describeOperations, type Field } from '../schema-fields.ts';
import type { Call } from './call.ts';
import type { Caller } from './callers.ts';
import { CALLS } from './calls.ts';
import { keyOf, parametersOf, queryOf, type Route, send, sendWith } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** They call every route with every field, which takes longer with each route. */
const TIME_LIMIT_MS = 120_000;

let setup: Setup;
let administrator: Caller;
/** The address of a member, which some operations accept beside an id. */
let address: string;
let operations: DescribedOperation[];
beforeAll(async () => {
  setup = await prepareSetup();
  administrator = setup.both;
  const { userId = '' } = setup.own;
  const { email } = await setup.app.context.db
    .selectFrom('user_account')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  address = email ?? '';
  operations = await describeOperations(setup.app);
});
afterAll(() => setup?.close());

const routes = (): Route[] =>
  setup.app.app.accessTable.filter(({ method }) => !['HEAD', 'OPTIONS'].includes(method));

/** The successful call of a route, if it requires authentication. */
const callOf = (route: Route): Call | undefined => CALLS[keyOf(route)];

test(
  'a malformed id in a URL is a 404 on every route',
  async () => {
    const { userId = '' } = setup.own;
    const seen: Record<string, number> = {};
    let calls = 0;
    for (const route of routes()) {
      const call = callOf(route);
      const { body } = call ?? {};
      const query = queryOf(setup, call);
      for (const parameter of parametersOf(route.url).filter((name) => name.endsWith('Id'))) {
        const named = await call?.name?.(setup, administrator);
        for (const value of [address, 'not-an-id', userId.toUpperCase()]) {
          calls += 1;
          const status = await send(setup, route, administrator, {
            named: { ...named, [parameter]: value },
            ...(body ? { body: body(setup) } : {}),
            ...(query ? { query } : {}),
          });
          // Public routes may check the rest of the request first.
          if (call ? status !== 404 : status < 400 || status >= 500)
            seen[`${keyOf(route)} with ${parameter} ${value}`] = status;
        }
      }
    }
    expect(seen).toEqual({});
    expect(calls).toBeGreaterThan(500);
  },
  TIME_LIMIT_MS,
);

/** Returns every field that fulfills a condition, in all bodies and queries. */
const fieldsWhere = (isMeant: (field: Field) => boolean) =>
  operations.flatMap(({ route, body, query }) => [
    ...body.filter(isMeant).map((field) => ({ route, part: 'body' as const, field })),
    ...query.filter(isMeant).map((field) => ({ route, part: 'query' as const, field })),
  ]);

/** What remains of an emoji in a text that was cut in its middle. */
const HALF_OF_A_CHARACTER = '\ud83d';

/** Fields of the public client that this version does not have: the service refuses them. */
const NOT_HERE = new Set(
  ['proxy', 'styleguide'].map((field) => `PATCH /v1/orgs/:organizationId/sites/:siteId ${field}`),
);

test(
  'no text in a body or a query is an error of the server',
  async () => {
    const seen: Record<string, number> = {};
    const fields = fieldsWhere(({ schema }) => schema.type === 'string');
    for (const { route, part, field } of fields) {
      for (const value of [address, '💥', HALF_OF_A_CHARACTER]) {
        const { statusCode } = await sendWith(setup, administrator, route, {
          [part]: field.withValue(value),
        });
        const isMissing = statusCode === 501 && NOT_HERE.has(`${keyOf(route)} ${field.path}`);
        if (statusCode >= 500 && !isMissing) seen[`${keyOf(route)} with ${field.path} ${value}`] = statusCode;
      }
    }
    expect(seen).toEqual({});
    expect(fields.length).toBeGreaterThan(100);
  },
  TIME_LIMIT_MS,
);

test(
  'no refusal repeats more than the beginning of what was sent',
  async () => {
    const seen: Record<string, number> = {};
    const fields = fieldsWhere(({ schema }) => schema.type === 'string').filter(
      ({ part }) => part === 'body',
    );
    for (const { route, field } of fields) {
      const { statusCode, body } = await sendWith(setup, administrator, route, {
        body: field.withValue('x'.repeat(100_000)),
      });
      if (statusCode >= 400 && body.length > 10_000) seen[`${keyOf(route)} with ${field.path}`] = body.length;
    }
    expect(seen).toEqual({});
  },
  TIME_LIMIT_MS,
);

test('every time that the database cannot hold is a 400 that names its field', async () => {
  const fields = fieldsWhere(({ schema }) => schema.format === 'date-time');
  for (const { route, part, field } of fields) {
    for (const time of [
      '9999-12-31T23:59:59-23:59',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+23:59',
      '2030-06-30T23:59:60Z',
      'infinity',
    ]) {
      const response = await sendWith(setup, administrator, route, { [part]: field.withValue(time) });
      const told = `${keyOf(route)} with ${field.path} ${time}`;
      expect(response.statusCode, told).toBe(400);
      const paths = response.json().error.details.map(({ path }: { path: string }) => path);
      expect(paths, told).toContain(field.path);
    }
  }
  const names = fields.map(({ field }) => field.path);
  expect(names).toEqual(expect.arrayContaining(['from', 'to', 'timestamp', 'expiresAt']));
});

test('every field whose name says that it is a time is one', () => {
  const named = fieldsWhere(({ path }) => /(?:At|[tT]imestamp|(?:^|\.)(?:from|to))$/.test(path));
  const texts = named.filter(({ field: { schema } }) => schema.type === 'string');
  expect(texts.filter(({ field }) => field.schema.format !== 'date-time')).toEqual([]);
});

/** What some fields require beside them, which no schema expresses. Undefined leaves a field out. */
const BESIDE: Record<string, ({ own }: Setup) => object> = {
  nodes: () => ({ markdown: undefined }),
  suggestion: ({ own }) => ({ page: own.pageId }),
};

test(
  'a value of no form of a union is a 400 that tells the field and what is allowed',
  async () => {
    const unclear: string[] = [];
    const fields = fieldsWhere(({ schema, path }) => schema.anyOf !== undefined && path !== '');
    for (const { route, part, field } of fields) {
      for (const value of [5, true, [[]], {}, { type: 'nonsense' }, '\u{1f4a5}'.repeat(400)]) {
        const beside = part === 'body' ? BESIDE[field.path.split('.')[0] as string]?.(setup) : undefined;
        const given = field.withValue(value);
        const whole = beside ? { ...(given as object), ...beside } : given;
        const response = await sendWith(setup, administrator, route, { [part]: whole });
        if (response.statusCode !== 400) continue;
        const { details = [] } = response.json().error as { details?: { path: string; message: string }[] };
        const told = details.filter(({ path }) => path === field.path || path.startsWith(`${field.path}.`));
        const isClear = told.length > 0 && told.every(({ message }) => isWording(message));
        if (!isClear)
          unclear.push(`${keyOf(route)} ${field.path} ${JSON.stringify(value)}: ${JSON.stringify(details)}`);
      }
    }
    expect(unclear).toEqual([]);
    expect(fields.length).toBeGreaterThan(20);
  },
  TIME_LIMIT_MS,
);

/** Whether a message says what is required or allowed, in our words. */
const isWording = (message: string): boolean =>
  /^(?:is required$|must |is not a |cannot be read. Send |cannot be set for )/.test(message) &&
  !/schema|oneOf|anyOf|NOT|valid$/.test(message);

test('no filter of a list has a limit of its own', () => {
  const filters = operations
    .filter(({ query }) => query.some(({ path }) => path === 'limit'))
    .flatMap(({ route, query }) => query.map(({ path, schema }) => ({ route, path, schema })));
  const limited = filters.filter(({ schema }) => schema.maxLength !== undefined);
  // The specification limits the query of a search. The answers of insights are not lists: they filter events, by
  // values that are limited when an event is accepted.
  const others = limited.filter(
    ({ route, path, schema }) =>
      !route.url.includes('/insights/answers/') && (path !== 'query' || schema.maxLength !== 512),
  );
  expect(others).toEqual([]);
});
