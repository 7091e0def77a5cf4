import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
import { addCollection, addSpace } from '../factories.ts';
import type { Call } from './call.ts';
import { CALLS } from './calls.ts';
import { EXPECTATIONS } from './expectations.ts';
import type { Named } from './resources.ts';
import { keyOf, parametersOf, send, sendCall } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

let setup: Setup;
let table: RouteAccess[];
beforeAll(async () => {
  setup = await prepareSetup();
  table = setup.app.app.accessTable;
});
afterAll(() => setup?.close());

/** They name views of the console, which the service does not know. */
const READ_BY_CONSOLE = new Set(['part', 'itemId']);

const children = Object.keys(CALLS).flatMap((key) =>
  parametersOf(key)
    .slice(1)
    .filter((parameter) => !READ_BY_CONSOLE.has(parameter))
    .map((parameter) => [key, parameter] as const),
);

test('of every parameter below a parent, and of the parents, there is one in each organization', () => {
  const parameters = new Set(
    children.flatMap(([key]) => parametersOf(key)).filter((one) => !READ_BY_CONSOLE.has(one)),
  );
  expect(parameters.size).toBeGreaterThan(5);
  for (const parameter of parameters) {
    expect(setup.own[parameter], `test/permissions/resources.ts says what a ${parameter} is`).toBeDefined();
    expect(setup.foreign[parameter]).toBeDefined();
    expect(setup.foreign[parameter]).not.toBe(setup.own[parameter]);
  }
});

/** The status if the objects of these parameters are not there. */
function statusWithout(key: string, parameters: readonly string[]): number {
  const { status, statusIfMissing = 404, unread = [] } = CALLS[key] as Call;
  return parameters.every((parameter) => unread.includes(parameter)) ? status : statusIfMissing;
}

/** Called by an administrator of both organizations: the location of the resource separates them, not the caller. */
describe('what belongs to another parent is not found below this one', () => {
  test.each(children)('%s with another %s', async (key, parameter) => {
    const route = table.find((one) => keyOf(one) === key) as RouteAccess;
    for (const value of [setup.foreign[parameter] as string, newId(), 'no-such-thing']) {
      const expected = statusWithout(key, [parameter]);
      expect(await sendCall(setup, route, setup.both, { [parameter]: value }), value).toBe(expected);
      if (expected !== 404) await CALLS[key]?.undo?.(setup);
    }
  });

  test.each([...new Set(children.map(([key]) => key))])('%s below another organization’s', async (key) => {
    const [first, ...rest] = parametersOf(key) as [string, ...string[]];
    const route = table.find((one) => keyOf(one) === key) as RouteAccess;
    expect(EXPECTATIONS[key]).toBeDefined();
    const expected = statusWithout(key, rest);
    expect(await sendCall(setup, route, setup.both, { [first]: setup.foreign[first] as string })).toBe(
      expected,
    );
    if (expected !== 404) await CALLS[key]?.undo?.(setup);
  });
});

/** Changes of content, by what they name. */
const CHANGES: ((foreign: Named) => object)[] = [
  ({ pageId }) => ({ operation: 'update_page', page: pageId, title: 'A title' }),
  ({ pageId }) => ({ operation: 'insert_page', title: 'A page', document: {}, into: pageId }),
  ({ fileId }) => ({ operation: 'update_file', file: fileId, name: 'a-name.txt' }),
  ({ reusableContentId }) => ({
    operation: 'update_reusable_content',
    reusableContent: reusableContentId,
    title: 'A title',
  }),
];

/** Ids in request bodies, taken from the other organization. Even an administrator of both organizations is refused. */
const BODIES: [route: string, body: (foreign: Named) => object][] = [
  ['POST /v1/orgs/:organizationId/spaces', ({ collectionId }) => ({ parent: collectionId })],
  ['POST /v1/orgs/:organizationId/collections', ({ collectionId }) => ({ parent: collectionId })],
  ['POST /v1/spaces/:spaceId/move', ({ collectionId }) => ({ parent: collectionId })],
  [
    'POST /v1/spaces/:spaceId/move',
    ({ spaceId }) => ({ position: { before: { type: 'space', space: spaceId } } }),
  ],
  ['POST /v1/collections/:collectionId/move', ({ collectionId }) => ({ parent: collectionId })],
  ['POST /v1/orgs/:organizationId/sites', ({ spaceId }) => ({ spaces: [spaceId] })],
  ['POST /v1/orgs/:organizationId/sites/:siteId/sections', ({ spaceId }) => ({ spaceId })],
  ['POST /v1/orgs/:organizationId/sites/:siteId/site-spaces', ({ spaceId }) => ({ spaceId })],
  ['PATCH /v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId', ({ spaceId }) => ({ spaceId })],
  ['PATCH /v1/orgs/:organizationId/sites/:siteId', ({ siteSpaceId }) => ({ defaultSiteSpace: siteSpaceId })],
  [
    'POST /v1/orgs/:organizationId/sites/:siteId/section-groups',
    ({ siteSectionGroupId }) => ({ title: 'A group', parent: siteSectionGroupId }),
  ],
  [
    'PATCH /v1/orgs/:organizationId/sites/:siteId/structure/sort',
    ({ siteSectionId: id }) => ({ item: { type: 'site-section', id }, position: {} }),
  ],
  ['PUT /v1/orgs/:organizationId/teams', ({ userId }) => ({ title: 'A team', members: [userId] })],
  ['PUT /v1/orgs/:organizationId/teams/:teamId/members', ({ userId }) => ({ add: [userId] })],
  [
    'PUT /v1/orgs/:organizationId/teams/:teamId/members',
    ({ userId }) => ({ memberships: { [userId as string]: { role: 'owner' } } }),
  ],
  ['POST /v1/spaces/:spaceId/permissions', ({ userId }) => ({ role: 'read', users: [userId] })],
  ['POST /v1/spaces/:spaceId/permissions', ({ teamId }) => ({ role: 'read', teams: [teamId] })],
  ['POST /v1/collections/:collectionId/permissions', ({ userId }) => ({ role: 'read', users: [userId] })],
  ['POST /v1/collections/:collectionId/permissions', ({ teamId }) => ({ role: 'read', teams: [teamId] })],
  [
    'POST /v1/orgs/:organizationId/sites/:siteId/permissions',
    ({ userId }) => ({ role: 'read', users: [userId] }),
  ],
  [
    'POST /v1/orgs/:organizationId/sites/:siteId/permissions',
    ({ teamId }) => ({ role: 'read', teams: [teamId] }),
  ],
  ['PATCH /v1/orgs/:organizationId/oidc/:oidcProviderId', ({ teamId }) => ({ defaultTeam: teamId })],
  [
    'PATCH /v1/orgs/:organizationId/oidc/:oidcProviderId',
    ({ teamId }) => ({ groupTeams: [{ group: 'all', team: teamId }] }),
  ],
  ['POST /v1/orgs/:organizationId/saml', ({ teamId }) => ({ label: 'A provider', defaultTeam: teamId })],
  ['PATCH /v1/orgs/:organizationId/saml/:samlProviderId', ({ teamId }) => ({ defaultTeam: teamId })],
  ['POST /v1/orgs/:organizationId/link-invites', ({ spaceId }) => ({ level: 'read', space: spaceId })],
  [
    'POST /v1/orgs/:organizationId/link-invites',
    ({ collectionId }) => ({ level: 'read', collection: collectionId }),
  ],
  ['POST /v1/spaces/:spaceId/change-requests', ({ revisionId }) => ({ revision: revisionId })],
  [
    'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/preview-links',
    ({ siteId }) => ({ expiresIn: 1, site: siteId }),
  ],
  [
    'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    ({ userId }) => ({ users: [userId] }),
  ],
  [
    'POST /v1/spaces/:spaceId/change-requests/:changeRequestId/requested-reviewers',
    ({ teamId }) => ({ users: [], teams: [teamId] }),
  ],
  ...['content', 'change-requests/:changeRequestId/content'].flatMap((line) =>
    CHANGES.map((change): (typeof BODIES)[number] => [
      `POST /v1/spaces/:spaceId/${line}`,
      (named) => ({ changes: [change(named)] }),
    ]),
  ),
];

describe('what belongs to another organization is not taken in a body either', () => {
  test.each(BODIES.map(([key, body], n) => [n + 1, key, body] as const))('%i: %s', async (_n, key, body) => {
    const route = table.find((one) => keyOf(one) === key) as RouteAccess;
    const before = await setup.app.request('GET', `/v1/spaces/${setup.own.spaceId}`);
    // A change of content that names what is not there conflicts with the present content.
    const refusals = key.endsWith('/content') ? [409] : [400, 404];
    expect(refusals).toContain(await send(setup, route, setup.both, { body: body(setup.foreign) }));
    const after = await setup.app.request('GET', `/v1/spaces/${setup.own.spaceId}`);
    expect(after.json().parent).toEqual(before.json().parent);
  });

  test.each(BODIES.map(([key, body], n) => [n + 1, key, body] as const))(
    '%i: but what is its own is: %s',
    async (_n, key, body) => {
      const route = table.find((one) => keyOf(one) === key) as RouteAccess;
      // An item cannot move into itself, or before itself.
      const { app } = setup;
      const named = key.endsWith('/move')
        ? { ...setup.own, collectionId: await addCollection(app), spaceId: await addSpace(app) }
        : setup.own;
      expect(await send(setup, route, setup.both, { named, body: body(setup.own) })).toBeLessThan(300);
    },
  );
});
