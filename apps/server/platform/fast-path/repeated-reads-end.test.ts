/** Tests which changes end remembered reads and which do not, with two processes on one database. */
import diagnostics from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { putContent } from '../../../../test/content.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSpace,
  addTeam,
  addUserToken,
  grantRole,
} from '../../../../test/factories.ts';
import type { Change } from '../access/changes.ts';

/** The process that remembers reads, and hears of the changes that the other one makes. */
let reading: TestApp;
let writing: TestApp;
let origin: string;
/** The number of requests that reached a handler of the framework. */
let handled = 0;
const count = () => {
  handled += 1;
};

/** The spaces and their readers, created anew for each test. */
let setup: Awaited<ReturnType<typeof prepare>>;

beforeAll(async () => {
  reading = await buildTestApp({ isListening: true });
  writing = await buildTestApp({ beside: reading });
  await reading.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(reading.server.server.address() as AddressInfo).port}`;
  diagnostics.subscribe('tracing:fastify.request.handler:start', count);
});
afterAll(async () => {
  diagnostics.unsubscribe('tracing:fastify.request.handler:start', count);
  await writing.close();
  await reading.close();
});

interface Reader {
  spaceId: string;
  token: string;
}

type Name = 'by team' | 'by role' | 'by service account' | 'in another organization';

/**
 * Four readers: a member reads a closed space below two collections by a grant to a team; another member and a service
 * account read a space of the same organization; and a member of another organization reads one there.
 */
async function prepare() {
  const { organizationId, creatorId } = await addOrganization(writing);
  const outer = await addCollection(writing, { organizationId, defaultLevel: null });
  const inner = await addCollection(writing, { organizationId, parentId: outer });
  const closed = await addSpace(writing, { organizationId, parentId: inner });
  const inTeam = await addMember(writing, { organizationId, role: 'read' });
  const teamId = await addTeam(writing, { organizationId, members: [inTeam.userId] });
  await grantRole(writing, { organizationId, role: 'read', teamId, collectionId: outer });
  const open = await addSpace(writing, { organizationId });
  const byRole = await addMember(writing, { organizationId, role: 'read' });
  const service = await addServiceToken(writing, { organizationId, role: 'read' });
  const other = await addOrganization(writing);
  const elsewhere = await addSpace(writing, { organizationId: other.organizationId });
  const stranger = await addMember(writing, { organizationId: other.organizationId, role: 'read' });
  for (const spaceId of [closed, open, elsewhere])
    await putContent(writing, spaceId, { 'README.md': '# Home\n' });
  const readers: Record<Name, Reader> = {
    'by team': { spaceId: closed, token: inTeam.token },
    'by role': { spaceId: open, token: byRole.token },
    'by service account': { spaceId: open, token: service },
    'in another organization': { spaceId: elsewhere, token: stranger.token },
  };
  const { tokenId } = (await writing.context.pointers.tokens.find(inTeam.token)) as { tokenId: string };
  return {
    organizationId,
    creatorId,
    outer,
    inner,
    closed,
    open,
    teamId,
    userId: inTeam.userId,
    tokenId,
    readers,
  };
}

async function read({ spaceId, token }: Reader): Promise<{ status: number; isShort: boolean }> {
  const before = handled;
  const url = `${origin}/v1/spaces/${spaceId}/content/path/readme?format=markdown`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return { status: response.status, isShort: response.ok && handled === before };
}

const each = () => Object.entries(setup.readers) as [Name, Reader][];

/** Reads until every reader is answered before the framework. */
async function rememberAll(): Promise<void> {
  for (const [name, reader] of each()) {
    for (let turn = 0; turn < 2; turn += 1) await read(reader);
    expect(await read(reader), name).toEqual({ status: 200, isShort: true });
  }
}

/** The readers whose next read passes through the framework. */
async function listEnded(): Promise<Name[]> {
  const ended: Name[] = [];
  for (const [name, reader] of each()) if (!(await read(reader)).isShort) ended.push(name);
  return ended;
}

/** Waits until the reading process has heard everything that the writing one announced before. */
async function hearAll(): Promise<void> {
  const heard = vi.spyOn(reading.context.pointers.spaces, 'invalidate');
  const spaceId = newId();
  await writing.context.transact(async ({ announce }) => announce({ kind: 'space', spaceId }));
  await expect.poll(() => heard).toHaveBeenCalledWith(spaceId);
  heard.mockRestore();
}

beforeEach(async () => {
  setup = await prepare();
  await hearAll();
  await rememberAll();
});

const OF_ORGANIZATION: Name[] = ['by team', 'by role', 'by service account'];

/**
 * The remembered reads that each kind of change ends. A new kind of change does not compile until it is listed here.
 */
const ENDED: Record<Change['kind'], { announced: () => Change; ended: Name[] }[]> = {
  space: [
    { announced: () => ({ kind: 'space', spaceId: setup.closed }), ended: ['by team'] },
    {
      announced: () => ({ kind: 'space', spaceId: setup.open }),
      ended: ['by role', 'by service account'],
    },
    { announced: () => ({ kind: 'space', spaceId: newId() }), ended: [] },
  ],
  site: [{ announced: () => ({ kind: 'site', siteId: newId() }), ended: [] }],
  events: [{ announced: () => ({ kind: 'events', spaceId: setup.open, number: 1 }), ended: [] }],
  'user-events': [{ announced: () => ({ kind: 'user-events', userId: setup.userId, number: 1 }), ended: [] }],
  presence: [{ announced: () => ({ kind: 'presence', spaceId: setup.open }), ended: [] }],
  'site-address': [
    { announced: () => ({ kind: 'site-address', address: 'basename', name: 'docs' }), ended: [] },
  ],
  specs: [{ announced: () => ({ kind: 'specs', organizationId: newId(), slug: 'pets' }), ended: [] }],
  maintenance: [{ announced: () => ({ kind: 'maintenance' }), ended: [] }],
  translation: [{ announced: () => ({ kind: 'translation', spaceId: setup.open }), ended: [] }],
  collection: [
    { announced: () => ({ kind: 'collection', collectionId: setup.inner }), ended: ['by team'] },
    { announced: () => ({ kind: 'collection', collectionId: setup.outer }), ended: ['by team'] },
  ],
  member: [
    {
      announced: () => ({ kind: 'member', organizationId: setup.organizationId, userId: setup.userId }),
      ended: ['by team'],
    },
  ],
  members: [
    {
      announced: () => ({ kind: 'members', organizationId: setup.organizationId }),
      ended: ['by team', 'by role'],
    },
  ],
  team: [
    {
      announced: () => ({ kind: 'team', organizationId: setup.organizationId, teamId: setup.teamId }),
      ended: ['by team'],
    },
  ],
  organization: [
    {
      announced: () => ({ kind: 'organization', organizationId: setup.organizationId }),
      ended: OF_ORGANIZATION,
    },
  ],
  token: [{ announced: () => ({ kind: 'token', tokenId: setup.tokenId }), ended: ['by team'] }],
  session: [{ announced: () => ({ kind: 'session', sessionId: newId() }), ended: [] }],
  user: [{ announced: () => ({ kind: 'user', userId: setup.userId }), ended: ['by team'] }],
};

describe.each(
  Object.values(ENDED)
    .flat()
    .map((one) => [one] as const),
)('%#', ({ announced, ended }) => {
  test.each(['this process', 'another process'] as const)(
    `a change announced by %s ends what it concerns: ${ended.join(', ') || 'nothing'}`,
    async (by) => {
      const { context } = by === 'this process' ? reading : writing;
      await context.transact(async ({ announce }) => announce(announced()));
      if (by === 'another process') await hearAll();
      expect(await listEnded()).toEqual(ended);
    },
  );
});

/** Changes that another process makes, and the answer to the next read by the member of the team. */
const CHANGES: Record<string, { change: () => Promise<unknown>; status: number }> = {
  'the content is changed': {
    change: () => putContent(writing, setup.closed, { 'README.md': '# Home\n\nAfter.\n' }),
    status: 200,
  },
  'the token is revoked': {
    change: () => send('DELETE', `/v1/user/tokens/${setup.tokenId}`, setup.readers['by team'].token),
    status: 401,
  },
  'the team loses its role': {
    change: () =>
      sendAsAdministrator('DELETE', `/v1/collections/${setup.outer}/permissions/teams/${setup.teamId}`),
    status: 404,
  },
  'the member leaves the team': {
    change: () =>
      sendAsAdministrator(
        'DELETE',
        `/v1/orgs/${setup.organizationId}/teams/${setup.teamId}/members/${setup.userId}`,
      ),
    status: 404,
  },
  'the member is removed': {
    change: () => sendAsAdministrator('DELETE', `/v1/orgs/${setup.organizationId}/members/${setup.userId}`),
    // The member belongs to no other organization, so the account's tokens end with the membership.
    status: 401,
  },
  'the collection is moved out of the one with the grant': {
    change: () =>
      sendAsAdministrator('PATCH', `/v1/collections/${setup.inner}`, { defaultLevel: null }).then(() =>
        sendAsAdministrator('POST', `/v1/collections/${setup.inner}/move`, { parent: null }),
      ),
    status: 404,
  },
  'the space is deleted': {
    change: () => sendAsAdministrator('DELETE', `/v1/spaces/${setup.closed}`),
    status: 404,
  },
  'the organization is deleted': {
    change: () => sendAsAdministrator('DELETE', `/v1/orgs/${setup.organizationId}`),
    status: 404,
  },
};

async function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, token: string, body?: object) {
  const response = await writing.request(method, path, { token, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBeLessThan(300);
}

/** As the administrator of the organization. */
async function sendAsAdministrator(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  await send(method, path, await addUserToken(writing, setup.creatorId), body);
}

test.each(Object.keys(CHANGES))('when %s in another process, the next read says so', async (name) => {
  const { change, status } = CHANGES[name] as (typeof CHANGES)[string];
  await change();
  await hearAll();
  expect(await read(setup.readers['by team'])).toEqual({ status, isShort: false });
});

test('changes of another space leave what was remembered', async () => {
  const spaceId = await addSpace(writing, { organizationId: setup.organizationId });
  await putContent(writing, spaceId, { 'README.md': '# Elsewhere\n' });
  await putContent(reading, spaceId, { 'README.md': '# Elsewhere again\n' });
  await hearAll();
  expect(await listEnded()).toEqual([]);
});

test('a lost listener ends everything, also what changed before it was restored', async () => {
  const forget = vi.spyOn(reading.context.pointers.tokens, 'suspend');
  await reading.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lectern listener' and datname = current_database()`;
  await expect.poll(() => forget).toHaveBeenCalled();
  forget.mockRestore();
  expect(await listEnded()).toEqual([...OF_ORGANIZATION, 'in another organization']);
  const restored = vi.spyOn(reading.context.pointers.tokens, 'resume');
  await vi.waitFor(() => expect(restored).toHaveBeenCalled(), { timeout: 10_000 });
  restored.mockRestore();
});
