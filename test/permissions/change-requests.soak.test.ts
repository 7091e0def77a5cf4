/** Change requests that are hidden although the access of their routes allows them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteAccess } from '../../apps/server/platform/access/authorize.ts';
import { LADDER } from '../../apps/server/platform/access/roles.ts';
import { addMember, addSpace, grantRole } from '../factories.ts';
import { partsOf } from './call-by-everybody.ts';
import { type Caller, settle } from './callers.ts';
import { CALLS } from './calls.ts';
import { expectedRefusal } from './expected-status.ts';
import { createChangeRequest, type Named } from './resources.ts';
import { keyOf, parametersOf, sendCall } from './send.ts';
import { prepareSetup, type Setup } from './setup.ts';

let setup: Setup;
let table: RouteAccess[];
beforeAll(async () => {
  setup = await prepareSetup();
  table = setup.app.app.accessTable;
});
afterAll(() => setup?.close());

/** Only merged ones are reverted, which are no drafts. */
const isForMerged = (key: string): boolean => key.endsWith('/:changeRequestId/revert');

const routes = Object.keys(CALLS).filter((key) => key.includes('/:changeRequestId') && !isForMerged(key));
const routeOf = (key: string): RouteAccess => table.find((one) => keyOf(one) === key) as RouteAccess;

/** Whether the caller may edit the space, and so sees drafts of others. */
function canEdit({ role, granted }: Caller): boolean {
  const ranks = [role, granted].map((one) => (LADDER as readonly (string | null)[]).indexOf(one ?? null));
  return Math.max(...ranks) >= LADDER.indexOf('edit');
}

/**
 * Whether a route has an object below the change request. The ids in it are those of the setup's open change request,
 * which a draft does not have.
 */
const isBelow = (key: string): boolean => /:(?:commentId|conflictId|previewLinkId|reviewId|userId)/.test(key);

async function someDraft({ app, own }: Setup): Promise<Named> {
  const changeRequestId = await createChangeRequest(app, own.spaceId as string, app.adminToken);
  const url = `/v1/spaces/${own.spaceId}/change-requests/${changeRequestId}`;
  await app.request('PATCH', url, { body: { status: 'draft' } });
  return { changeRequestId };
}

describe('a draft is not found by callers who cannot edit', () => {
  test.each(routes.filter((key) => !isBelow(key)))('%s', async (key) => {
    const { status, refusal } = CALLS[key] as (typeof CALLS)[string];
    const seen: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const caller of setup.callers) {
      const named = { ...setup.own, ...(await someDraft(setup)) };
      await settle(setup.app, caller, named, partsOf(key));
      const denied = expectedRefusal(partsOf(key), caller, { isSelf: false, isDeleted: false });
      expected[caller.name] = denied ?? (canEdit(caller) ? (refusal?.(caller) ?? status) : 404);
      seen[caller.name] = await sendCall(setup, routeOf(key), caller, named);
    }
    expect(seen).toEqual(expected);
    expect(Object.values(seen)).toContain(status);
  });
});

test('authors find their drafts after they lost the role to edit', async () => {
  const { app } = setup;
  const spaceId = await addSpace(app);
  const author = await addMember(app, { role: null });
  const other = await addMember(app, { role: null });
  await grantRole(app, { userId: author.userId, spaceId, role: 'edit' });
  await grantRole(app, { userId: other.userId, spaceId, role: 'read' });
  const base = `/v1/spaces/${spaceId}/change-requests`;
  const { id } = (await app.request('POST', base, { token: author.token })).json();
  await grantRole(app, { userId: author.userId, spaceId, role: 'read' });
  for (const path of [`${base}/${id}`, `${base}/1/content`, `${base}/1/changes`]) {
    expect((await app.request('GET', path, { token: author.token })).statusCode, path).toBe(200);
    expect((await app.request('GET', path, { token: other.token })).statusCode, path).toBe(404);
  }
  for (const list of [base, `/v1/orgs/${app.organizationId}/change-requests`]) {
    const drafts = async (token: string) =>
      (await app.request('GET', `${list}?status=draft`, { token })).json().items.map((one: Named) => one.id);
    expect(await drafts(author.token), list).toEqual([id]);
    expect(await drafts(other.token), list).toEqual([]);
  }
});

describe('what belongs to another space, or another change request, of the same organization is not found', () => {
  test.each(routes)('%s', async (key) => {
    const { app, own, both } = setup;
    const spaceId = await addSpace(app);
    // It has the same number as the change request of the setup.
    const changeRequestId = await createChangeRequest(app, spaceId, app.adminToken);
    expect(await sendCall(setup, routeOf(key), both, { spaceId }), 'another space').toBe(404);
    expect(await sendCall(setup, routeOf(key), both, { changeRequestId }), 'its change request').toBe(404);
    const sibling = await createChangeRequest(app, own.spaceId as string, app.adminToken);
    if (isBelow(key) && !parametersOf(key).includes('userId'))
      expect(await sendCall(setup, routeOf(key), both, { changeRequestId: sibling }), 'a sibling').toBe(404);
  });
});

test('lists name change requests of visible spaces alone', async () => {
  const { app, own, foreign } = setup;
  const reader = await addMember(app, { role: null });
  const url = `/v1/orgs/${app.organizationId}/change-requests`;
  const listed = async (query: string, token?: string): Promise<string[]> =>
    (await app.request('GET', `${url}?${query}`, token ? { token } : {}))
      .json()
      .items.map(({ id }: { id: string }) => id);
  expect(await listed('limit=1000')).toContain(own.changeRequestId);
  expect(await listed('limit=1000')).not.toContain(foreign.changeRequestId);
  expect(await listed(`space=${foreign.spaceId}`)).toEqual([]);
  expect(await listed('', reader.token)).toEqual([]);
  await grantRole(app, { userId: reader.userId, spaceId: own.spaceId as string, role: 'read' });
  expect(await listed('limit=1000', reader.token)).toContain(own.changeRequestId);
});
