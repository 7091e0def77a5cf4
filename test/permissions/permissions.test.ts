import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
import { RULES } from '../../apps/server/platform/access/policy.ts';
import { callByEverybody } from './call-by-everybody.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import { isPage, keyOf } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

/** The soak calls as everybody. */
const CALLERS = process.env.LECTERN_SOAK ? 'all' : 'some';

let setup: Setup;
let table: RouteAccess[];
beforeAll(async () => {
  setup = await prepareSetup();
  table = setup.app.app.accessTable;
});
afterAll(() => setup?.close());

test('who may call what', async () => {
  const lines = table
    .filter(({ method }) => method !== 'HEAD')
    .map(
      ({ method, url, access, isForSession }) =>
        `${method.padEnd(6)} ${url.padEnd(92)} ${access}${isForSession ? ', signed in' : ''}`,
    )
    .sort((one, other) => (one.slice(7) < other.slice(7) ? -1 : 1));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('access-table.txt');
});

test('it is said of every route who may call it, and how, and of nothing else', () => {
  const routes = [...new Set(table.map(keyOf))];
  expect(
    routes.filter((route) => !EXPECTATIONS[route]),
    'are missing in test/permissions/expectations.ts',
  ).toEqual([]);
  expect(Object.keys(EXPECTATIONS).filter((route) => !routes.includes(route))).toEqual([]);
  const needed = routes.filter((route) => EXPECTATIONS[route] !== 'everyone');
  expect(
    needed.filter((route) => !CALLS[route]),
    'are missing in test/permissions/calls.ts',
  ).toEqual([]);
  expect(Object.keys(CALLS).filter((route) => !needed.includes(route))).toEqual([]);
});

/** Reading these shows who has access, and secrets that give it, such as invite links. */
const READS_OF_ACCESS = [
  'instance:administer',
  'organization:administer',
  // Everything that is stored about a person, in all organizations.
  'person:administer',
  'site:manage-keys',
  'site:read-share-links',
  // A preview reads the repository with the credentials of the connection.
  'space:connect',
];

/** A part of writing. */
const HEAD_OF_UPLOAD = '/v1/spaces/:spaceId/uploads/:uploadId';

test('a token that may only read can read everything but the management of access', () => {
  const needsMore = table.filter(
    ({ method, url, access }) =>
      url !== HEAD_OF_UPLOAD &&
      (method === 'GET' || method === 'HEAD') &&
      access !== 'public' &&
      RULES[access].scope !== 'read',
  );
  expect([...new Set(needsMore.map(({ access }) => access))].sort()).toEqual(READS_OF_ACCESS);
});

test('pages know the cookie alone', () => {
  for (const { url, access, isForSession, method } of table) {
    expect(isForSession ?? false, `${method} ${url}`).toBe(isPage(url) && access !== 'public');
  }
});

describe('every route of the API, called by everybody', () => {
  const routes = Object.keys(CALLS).filter((key) => !isPage(key.split(' ')[1] as string));
  test.each(routes)('%s', (key) => callByEverybody(setup, key, CALLERS));
});
