import diagnostics from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createTestClock } from '../../../../test/clock.ts';
import { putContent } from '../../../../test/content.ts';
import { addMember, addSpace, addUserToken, joinOrganization } from '../../../../test/factories.ts';

const clock = createTestClock(new Date('2030-01-01T00:00:00.000Z'));
let app: TestApp;
let origin: string;
/** The number of requests that reached a handler of the framework. */
let handled = 0;
const count = () => {
  handled += 1;
};

beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  diagnostics.subscribe('tracing:fastify.request.handler:start', count);
});
afterAll(async () => {
  diagnostics.unsubscribe('tracing:fastify.request.handler:start', count);
  await app.close();
});

async function addHome(): Promise<{ spaceId: string; path: string }> {
  const spaceId = await addSpace(app);
  await putContent(app, spaceId, {
    'README.md': '# Home\n\nBefore.\n',
    'large.md': `# Large\n\n${'Many words. '.repeat(3000)}\n`,
  });
  return { spaceId, path: `/v1/spaces/${spaceId}/content/path/readme?format=markdown` };
}

const read = (path: string, token: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, { headers: { authorization: `Bearer ${token}`, ...headers } });

/** The statuses of reads until one is answered before the framework, or of three. */
async function repeat(path: string, token: string): Promise<{ statuses: number[]; isShort: boolean }> {
  const statuses: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const before = handled;
    const response = await read(path, token);
    await response.arrayBuffer();
    statuses.push(response.status);
    if (handled === before && response.ok) return { statuses, isShort: true };
  }
  return { statuses, isShort: false };
}

test('a read that is repeated is answered before the framework, and is the same answer', async () => {
  const { path } = await addHome();
  const first = await read(path, app.adminToken);
  const text = await first.text();
  expect(await repeat(path, app.adminToken)).toEqual({ statuses: [200, 200], isShort: true });
  const short = await read(path, app.adminToken);
  expect(await short.text()).toBe(text);
  const known = (response: Response) =>
    [...response.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  expect(known(short)).toEqual(known(first));
  expect(short.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));

  const before = handled;
  const held = await read(path, app.adminToken, { 'if-none-match': first.headers.get('etag') as string });
  expect([held.status, await held.text(), handled]).toEqual([304, '', before]);
});

test('a large answer is compressed as the client wishes', async () => {
  const { spaceId } = await addHome();
  const path = `/v1/spaces/${spaceId}/content/path/large?format=markdown`;
  expect(await repeat(path, app.adminToken)).toMatchObject({ isShort: true });
  const plain = await read(path, app.adminToken, { 'accept-encoding': 'identity' });
  const packed = await read(path, app.adminToken, { 'accept-encoding': 'gzip' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.text()).toBe(await plain.text());
});

test('nothing is repeated for another token, or for one that is not good any more', async () => {
  const { path } = await addHome();
  const { userId } = await addMember(app, { role: 'read' });
  const token = await addUserToken(app, userId, { expiresAt: new Date('2030-01-01T00:01:00.000Z') });
  expect(await repeat(path, token)).toMatchObject({ isShort: true });
  expect((await read(path, 'another')).status).toBe(401);
  const guest = await addMember(app, { role: null });
  expect((await read(path, guest.token)).status).toBe(404);

  expect(await repeat(path, token)).toMatchObject({ isShort: true });
  clock.advance(60_000);
  expect((await read(path, token)).status).toBe(401);
});

test('a read is not remembered that its caller has made long', async () => {
  const { path } = await addHome();
  expect(await repeat(`${path}&x=${'a'.repeat(100)}`, app.adminToken)).toMatchObject({ isShort: true });
  expect(await repeat(`${path}&x=${'a'.repeat(2000)}`, app.adminToken)).toEqual({
    statuses: [200, 200, 200],
    isShort: false,
  });
});

test('a change of the content or of a role ends what was remembered', async () => {
  const { spaceId, path } = await addHome();
  const member = await addMember(app, { role: 'read' });
  expect(await repeat(path, member.token)).toMatchObject({ isShort: true });
  await putContent(app, spaceId, { 'README.md': '# Home\n\nAfter.\n' });
  expect(await (await read(path, member.token)).json()).toMatchObject({
    markdown: expect.stringContaining('After.'),
  });

  expect(await repeat(path, member.token)).toMatchObject({ isShort: true });
  await joinOrganization(app, { userId: member.userId, role: null });
  expect((await read(path, member.token)).status).toBe(404);
});

test('nothing is repeated while news of changes cannot arrive', async () => {
  const { path } = await addHome();
  expect(await repeat(path, app.adminToken)).toMatchObject({ isShort: true });
  for (const cache of Object.values(app.context.pointers)) cache.suspend();
  expect(await repeat(path, app.adminToken)).toEqual({ statuses: [200, 200, 200], isShort: false });
  for (const cache of Object.values(app.context.pointers)) cache.resume();
  expect(await repeat(path, app.adminToken)).toMatchObject({ isShort: true });
});

test('what is repeated is counted', async () => {
  const { path } = await addHome();
  expect(await repeat(path, app.adminToken)).toMatchObject({ isShort: true });
  const counted = async () =>
    Number(
      /_count\{method="GET",route="\/v1\/spaces\/:spaceId\/content\/path\/\*",status="200"\} (\d+)/.exec(
        (await app.request('GET', '/metrics')).body,
      )?.[1],
    );
  const before = await counted();
  await (await read(path, app.adminToken)).arrayBuffer();
  expect(await counted()).toBe(before + 1);
});
