import { newId } from '@lectern/std/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization } from '../../../../../test/factories.ts';
import { applyDefaultQuotas } from './quotas.service.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  other = await buildTestApp({ beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});
afterEach(async () => {
  const names = ['storage', 'spaces', 'members', 'sites', 'imports-running', 'imports-per-day'];
  await limit(Object.fromEntries(names.map((name) => [name, 'default'])));
  await applyDefaultQuotas(app.context);
});

const limit = (body: object, one = app.organizationId) =>
  app.request('PATCH', `/v1/instance/organizations/${one}/quotas`, { body });

async function quotas(): Promise<Record<string, { usage: number; limit?: number; source: string }>> {
  const { items } = (await app.request('GET', `/v1/orgs/${app.organizationId}/quotas`)).json();
  return Object.fromEntries(items.map((item: { quota: string }) => [item.quota, item]));
}

const createSpace = (one = app) =>
  one.request('POST', `/v1/orgs/${app.organizationId}/spaces`, { body: { title: 'A space' } });

test('parallel requests of two processes create exactly as many spaces as there may be', async () => {
  const before = (await quotas()).spaces?.usage ?? 0;
  await limit({ spaces: before + 3 });
  const all = await Promise.all(Array.from({ length: 12 }, (_, n) => createSpace(n % 2 ? app : other)));
  expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array.from({ length: 3 }, () => 201),
    ...Array.from({ length: 9 }, () => 422),
  ]);
  expect((await quotas()).spaces).toMatchObject({
    usage: before + 3,
    limit: before + 3,
    source: 'organization',
  });
  const refused = await createSpace();
  expect(refused.json().error).toMatchObject({
    reason: 'quota-exceeded',
    details: [{ path: 'spaces', message: `limit ${before + 3}, usage ${before + 3}` }],
  });
});

test('a deleted space does not count, and comes back only if there is room', async () => {
  const { id } = (await createSpace()).json();
  await app.request('DELETE', `/v1/spaces/${id}`);
  await limit({ spaces: (await quotas()).spaces?.usage ?? 0 });
  const restore = () => app.request('POST', `/v1/spaces/${id}/restore`);
  expect((await restore()).json().error).toMatchObject({ reason: 'quota-exceeded' });
  await limit({ spaces: 'unlimited' });
  expect((await restore()).statusCode).toBeLessThan(300);
});

test('a limit below the usage takes nothing away, and refuses growth', async () => {
  const { id } = (await createSpace()).json();
  await limit({ spaces: 0, storage: 0, members: 0, sites: 0 });
  expect((await app.request('GET', `/v1/spaces/${id}`)).statusCode).toBe(200);
  const renamed = await app.request('PATCH', `/v1/spaces/${id}`, { body: { title: 'Renamed' } });
  expect(renamed.statusCode).toBe(200);
  expect((await createSpace()).statusCode).toBe(422);
  const site = await app.request('POST', `/v1/orgs/${app.organizationId}/sites`, { body: { title: 'Site' } });
  expect(site.json().error).toMatchObject({ reason: 'quota-exceeded', details: [{ path: 'sites' }] });
  await expect(addMember(app, { role: 'read' })).rejects.toMatchObject({ name: 'QuotaFailure' });
  await expect(upload(10)).rejects.toMatchObject({ name: 'QuotaFailure' });
});

/** Stores the row of a file, as an upload does before its bytes. */
const upload = (size: number, hash = newId().replaceAll('-', '')) =>
  app.context.db
    .insertInto('blob')
    .values({
      organization_id: app.organizationId,
      hash: Buffer.from(hash),
      size,
      content_type: 'text/plain',
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'hash']).doUpdateSet({ content_type: 'text/css' }),
    )
    .execute();

test('files count once, and exactly', async () => {
  const before = (await quotas()).storage?.usage ?? 0;
  await limit({ storage: before + 100 });
  await upload(60, 'a'.repeat(32));
  await upload(60, 'a'.repeat(32));
  const refused = await Promise.allSettled([upload(30), upload(30), upload(30)]);
  expect(refused.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await quotas()).storage?.usage).toBe(before + 90);
  await upload(10);
  await expect(upload(1)).rejects.toMatchObject({
    message: expect.stringContaining(`at most ${before + 100} bytes of files, and has ${before + 100}`),
  });
});

test('running imports and those of a day are counted apart', async () => {
  const begin = async () => {
    const { id } = (await createSpace()).json();
    const body = { url: 'https://git.example.com/docs.git', ref: 'refs/heads/main' };
    return app.request('POST', `/v1/spaces/${id}/git/import`, { body });
  };
  await limit({ 'imports-running': 1 });
  expect((await begin()).statusCode).toBeLessThan(300);
  expect((await begin()).json().error.details).toEqual([
    { path: 'imports-running', message: 'limit 1, usage 1' },
  ]);
  await app.context.db.updateTable('git_operation').set({ ended_at: new Date(), state: 'failure' }).execute();
  await limit({ 'imports-per-day': 1 });
  expect((await begin()).json().error.details).toMatchObject([{ path: 'imports-per-day' }]);
});

test('the settings of the instance hold for organizations without their own', async () => {
  const limited = { ...app.context.config, quotas: { members: 1 } };
  await applyDefaultQuotas({ db: app.context.db, config: limited });
  expect((await quotas()).members).toMatchObject({ limit: 1, source: 'default' });
  await expect(addMember(app, { role: 'read' })).rejects.toMatchObject({ name: 'QuotaFailure' });
  await limit({ members: 2 });
  await addMember(app, { role: 'read' });
  // Another organization begins with its first member.
  const { organizationId } = await addOrganization(app);
  expect((await limit({ members: 5 }, organizationId)).statusCode).toBe(200);
});

test('changes are recorded in the audit of the organization', async () => {
  await limit({ sites: 7 });
  const list = `/v1/orgs/${app.organizationId}/audit-events`;
  const { items } = (await app.request('GET', `${list}?action=organization.quotas-changed&limit=1`)).json();
  const { payload } = (await app.request('GET', `${list}/${items[0].id}`)).json();
  expect(payload).toMatchObject({ before: { sites: 'unlimited' }, after: { sites: 7 } });
  expect((await limit({ spaces: -1 })).statusCode).toBe(400);
  expect((await limit({}, newId())).statusCode).toBe(400);
  expect((await limit({ spaces: 1 }, newId())).statusCode).toBe(404);
});
