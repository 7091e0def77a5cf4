import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addUserToken } from '../../../../../test/factories.ts';
import { fillOrganization } from '../../../../../test/fixtures/lifecycle/organization-deletion/filled-organization.ts';
import {
  NOT_EXPORTED,
  OTHERWISE_EXPORTED,
} from '../../../../../test/fixtures/lifecycle/tables-without-export.ts';
import { PERSON_COLUMNS } from '../organization-archive/archive-tables.ts';
import { PERSON_TABLES } from './person-tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function unzip(archive: Buffer): Promise<Record<string, Record<string, unknown>[]>> {
  const files: Record<string, Record<string, unknown>[]> = {};
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = JSON.parse(String(await buffer(await zip.openReadStreamPromise(entry))));
  return files;
}

test('every table that can name a person is exported or has a reason not to be', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not a.attisdropped
      and a.attname = any(${[...PERSON_COLUMNS, 'actor_id', 'author_ids', 'administrator_id']}::text[])
    union
    select distinct c.relname from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.confrelid = 'user_account'::regclass`.execute(app.context.db);
  const said = [PERSON_TABLES, OTHERWISE_EXPORTED, NOT_EXPORTED].flatMap((tables) => Object.keys(tables));
  expect(said.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('a person exports what is stored about them, without secrets and about nobody else', async () => {
  const { memberId, adminId, organizationId } = await fillOrganization(app);
  const { db } = app.context;
  await sql`update comment set author_id = ${memberId} where organization_id = ${organizationId}`.execute(db);
  await db
    .updateTable('user_account')
    .set({ password_hash: 'a hash' })
    .where('user_id', '=', memberId)
    .execute();
  const token = await addUserToken(app, memberId);
  const response = await app.request('GET', '/v1/user/data', { token });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/zip');
  const files = await unzip(response.rawPayload);
  expect(Object.keys(files).toSorted()).toEqual(
    [...Object.keys(PERSON_TABLES).map((name) => `${name}.json`), 'audit.json'].toSorted(),
  );
  expect(files['user_account.json']).toMatchObject([{ user_id: memberId, email: expect.any(String) }]);
  for (const name of ['member', 'team_member', 'comment', 'user_session', 'user_token', 'site_user_grant'])
    expect(files[`${name}.json`]?.length, name).toBeGreaterThan(0);
  expect(files['member.json']).toMatchObject([{ organization_id: organizationId, user_id: memberId }]);
  const text = JSON.stringify(files);
  expect(text).not.toMatch(/a hash|"(digest|password_hash|secret|public_key)"/);
  expect(text).not.toContain(adminId);
});

test('an administrator of the instance exports it for a person, which the audit shows', async () => {
  const { memberId, organizationId } = await fillOrganization(app);
  const url = `/v1/instance/users/${memberId}/data`;
  const response = await app.request('GET', url);
  expect(response.statusCode).toBe(200);
  expect((await unzip(response.rawPayload))['user_account.json']).toMatchObject([{ user_id: memberId }]);
  const { rows } = await sql`
    select 1 from audit_event where organization_id = ${organizationId} and action = 'user.data-exported'
      and target_id = ${memberId}`.execute(app.context.db);
  expect(rows).toHaveLength(1);
  expect((await app.request('GET', url, { token: await addUserToken(app, memberId) })).statusCode).toBe(403);
});
