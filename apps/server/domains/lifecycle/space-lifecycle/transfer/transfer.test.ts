import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { newId } from '@lectern/std/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { type Files, putContent } from '../../../../../../test/content.ts';
import { silentLog } from '../../../../../../test/database.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addServiceToken,
  addSite,
  addSpace,
  addTeam,
  addUserToken,
  grantRole,
  joinOrganization,
} from '../../../../../../test/factories.ts';
import { ageContent, countContent } from '../../../../../../test/fixtures/content/sweep/sweep.ts';
import { startFakeS3 } from '../../../../../../test/fixtures/storage/fake-s3.ts';
import { runJobs, runJobsFor } from '../../../../../../test/jobs.ts';
import { BY_OPERATOR } from '../../../../platform/access/cause.ts';
import { createTransact } from '../../../../platform/access/transaction.ts';
import type { Context } from '../../../../platform/context.ts';
import { connectDatabase } from '../../../../platform/db/connect.ts';
import type { BlobStore } from '../../../../platform/storage/blob-store.ts';
import { openBlobStore } from '../../../../platform/storage/open-blob-store.ts';
import {
  resumeOrganization,
  suspendOrganization,
} from '../../../identity/organizations/suspension.service.ts';
import { packAutosaves } from '../../autosaves/pack-autosaves.ts';
import { createSpaceTransferJob } from './transfer.jobs.ts';
import { SPACE_TRANSFER, type SpaceTransferPayload } from './transfer.service.ts';

let app: TestApp;
/** An administrator of the organizations that a space leaves and goes to. */
let token: string;
let userId: string;
let from: string;
let to: string;

beforeAll(async () => {
  app = await buildTestApp({ isListening: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ organizationId: from, creatorId: userId } = await addOrganization(app));
  ({ organizationId: to } = await addOrganization(app, { creatorId: userId }));
  token = await addUserToken(app, userId);
});

const url = (spaceId: string): string => `/v1/spaces/${spaceId}`;
const get = (path: string, as = token) => app.request('GET', path, { token: as });
const ask = (spaceId: string, organization: unknown = to, as = token) =>
  app.request('POST', `${url(spaceId)}/transfer`, { token: as, body: { organization } });
const transfer = (spaceId: string, organization = to, as = token) =>
  runJobsFor(app, ask(spaceId, organization, as));
const organizationOf = async (spaceId: string) => (await get(url(spaceId))).json().organization;

const FILES: Files = {
  'README.md': '# Start\n\nSee [the guide](guide.md).\n',
  'guide.md': '---\ndescription: How to\n---\n\n# Guide\n',
  'image.png': 'bytes of an image',
};

async function addFilledSpace(files: Files = FILES): Promise<string> {
  const spaceId = await addSpace(app, { organizationId: from });
  await putContent(app, spaceId, {
    'README.md': '# Before\n',
    'gone.md': '# Gone\n',
    'old.png': 'old bytes',
  });
  await putContent(app, spaceId, files);
  return spaceId;
}

/** Reads everything that the API returns about a space's revisions, without the parts that a transfer changes. */
async function readAll(spaceId: string): Promise<object[]> {
  const rows = await app.context.db
    .selectFrom('revision')
    .select('revision_id')
    .where('space_id', '=', spaceId)
    .orderBy('revision_id')
    .execute();
  const responses: object[] = [];
  for (const { revision_id } of rows) {
    const revision = `${url(spaceId)}/revisions/${revision_id}`;
    const { pages, files, ...content } = (await get(revision)).json();
    responses.push({
      ...content,
      files: files.map(({ downloadURL, ...file }: { downloadURL: string }) => file),
    });
    for (const { id } of pages) {
      const page = await get(`${revision}/page/${id}`);
      expect(page.statusCode).toBe(200);
      responses.push(page.json());
    }
  }
  return responses;
}

/** Returns the content that a file address serves; undefined if the address does not open. */
async function download(address: string): Promise<string | undefined> {
  const [, , spaceId = '', fileId = '', capability = ''] = new URL(address).pathname.split('/');
  const served = await app.app.published.files.findServedFile(spaceId, fileId, capability);
  if (!served) return undefined;
  const content = await app.context.blobs.read(served.organizationId, served.hash);
  return content && text(content);
}

/** Rows of every table that name the space and the organization. */
async function countRows(organizationId: string, spaceId: string): Promise<Record<string, number>> {
  const { db } = app.context;
  const { rows: tables } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name in ('space_id', 'organization_id')
    group by table_name having count(*) = 2`.execute(db);
  const counts: Record<string, number> = {};
  for (const { table_name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table_name)}
      where organization_id = ${organizationId} and space_id = ${spaceId}`.execute(db);
    if (Number(rows[0]?.count) > 0) counts[table_name] = Number(rows[0]?.count);
  }
  return counts;
}

const spaceRow = (spaceId: string) =>
  app.context.db.selectFrom('space').selectAll().where('space_id', '=', spaceId).executeTakeFirstOrThrow();

/** Sends a request that is recorded, and takes its job from the queue. */
async function takeJob(spaceId: string) {
  const asking = ask(spaceId).then((response) => response);
  const jobs = app.context.db
    .selectFrom('job')
    .selectAll()
    .where('kind', '=', SPACE_TRANSFER)
    .where('organization_id', '=', from);
  await expect.poll(() => jobs.executeTakeFirst()).toBeDefined();
  const { job_id: jobId, payload } = await jobs.executeTakeFirstOrThrow();
  await app.context.db.deleteFrom('job').where('job_id', '=', jobId).execute();
  const job = { organizationId: from, jobId, payload: payload as SpaceTransferPayload };
  return {
    asking,
    run: (changes: Partial<Context> = {}, signal = new AbortController().signal, attempt = 1) =>
      createSpaceTransferJob({ ...app.context, ...changes }).run({ ...job, attempt }, signal),
  };
}

/** The store of the app, with something that happens before the bytes of a file are put into the target. */
function whenCopying(happens: () => Promise<unknown>): BlobStore {
  const { blobs } = app.context;
  return {
    put: async (...named) => {
      await happens();
      return blobs.put(...named);
    },
    stage: (...all) => blobs.stage(...all),
    read: (...all) => blobs.read(...all),
    findSize: (...all) => blobs.findSize(...all),
    delete: (...all) => blobs.delete(...all),
    deleteAll: (...all) => blobs.deleteAll(...all),
    list: (...all) => blobs.list(...all),
    check: () => blobs.check(),
    isFull: () => blobs.isFull(),
    close: () => blobs.close(),
  };
}

describe('a transferred space', () => {
  test('is the same in the other organization, with all its revisions', async () => {
    const spaceId = await addFilledSpace();
    const before = await readAll(spaceId);
    expect(before.length).toBeGreaterThan(4);
    const row = await spaceRow(spaceId);
    const response = await transfer(spaceId);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: spaceId, organization: to, revision: row.revision_id });
    expect(response.json()).toEqual((await get(url(spaceId))).json());

    expect(await readAll(spaceId)).toEqual(before);
    expect(await spaceRow(spaceId)).toEqual({
      ...row,
      organization_id: to,
      file_epoch: row.file_epoch + 1,
      position: expect.anything(),
      updated_at: expect.any(Date),
    });
    expect(await countRows(from, spaceId)).toEqual({});
    const { search_index: _, ...rows } = await countRows(to, spaceId);
    expect(rows).toEqual({ deleted_page: 1, space: 1, space_directory: 1, revision: 3, git_departed: 2 });
    const found = (await get(`${url(spaceId)}/search?query=guide`)).json();
    expect(found.items[0]).toMatchObject({ title: 'Guide' });
    const lists = [
      (await get(`/v1/orgs/${from}/spaces`)).json(),
      (await get(`/v1/orgs/${to}/spaces`)).json(),
    ];
    expect(lists.map(({ items }) => items.map(({ id }: { id: string }) => id))).toEqual([[], [spaceId]]);
  });

  test('is found by those of the other organization, and at once by nobody else', async () => {
    const spaceId = await addFilledSpace();
    const before = await addMember(app, { organizationId: from, role: 'read' });
    const after = await addMember(app, { organizationId: to, role: 'read' });
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const read = (by: TestApp, as: string) =>
        by.request('GET', `${url(spaceId)}/content`, { token: as }).then(({ statusCode }) => statusCode);
      expect([await read(app, before.token), await read(other, before.token)]).toEqual([200, 200]);
      expect([await read(app, after.token), await read(other, after.token)]).toEqual([404, 404]);
      await transfer(spaceId);
      expect([await read(app, before.token), await read(app, after.token)]).toEqual([404, 200]);
      await expect.poll(() => read(other, before.token)).toBe(404);
      expect(await read(other, after.token)).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('is told of where the pages that it refers to are, as soon as it is with them', async () => {
    const target = await addSpace(app, { organizationId: to });
    await putContent(app, target, { 'README.md': '# Home\n' });
    const [home] = (await get(`${url(target)}/content/pages`)).json().pages;
    const spaceId = await addFilledSpace({
      'README.md': `# Start\n\n[x](https://app.gitbook.com/s/${target}/${home.id})\n`,
    });
    const backlinks = async () =>
      (await get(`${url(target)}/content/page/${home.id}/backlinks`))
        .json()
        .items.map(({ space }: { space: { id: string } }) => space.id);
    expect(await backlinks()).toEqual([]);
    await transfer(spaceId);
    expect(await backlinks()).toEqual([spaceId]);
  });

  test('leaves its Git connection, its parent and its grants behind, and keeps the ids of what left it', async () => {
    const collectionId = await addCollection(app, { organizationId: from, defaultLevel: null });
    const spaceId = await addSpace(app, { organizationId: from, parentId: collectionId });
    await putContent(app, spaceId, { 'README.md': '# One\n', 'a.md': '# A\n' });
    const reader = await addMember(app, { organizationId: from, role: 'read' });
    await grantRole(app, { organizationId: from, userId: reader.userId, role: 'edit', spaceId });
    const guest = await addMember(app, { organizationId: from, role: null });
    const teamId = await addTeam(app, { organizationId: from, members: [guest.userId] });
    await grantRole(app, { organizationId: from, teamId, role: 'read', spaceId });
    const { pages } = (await get(`${url(spaceId)}/content`)).json();
    await putContent(app, spaceId, { 'README.md': '# One\n' });
    for (const { token } of [reader, guest]) expect((await get(url(spaceId), token)).statusCode).toBe(200);

    const space = (await transfer(spaceId)).json();
    expect(space).not.toHaveProperty('parent');
    expect(space).not.toHaveProperty('gitSync');
    // The collection kept members out by default, and so does the space now.
    expect(space.defaultLevel).toBeNull();
    const stranger = await addMember(app, { organizationId: to, role: 'edit' });
    expect((await get(url(spaceId), stranger.token)).statusCode).toBe(404);

    const lost = await app.database.sql`
      select actor_id, payload from audit_event
      where organization_id = ${from} and action = 'permission.removed' and target_id = ${spaceId}`;
    expect(lost).toMatchObject([
      {
        actor_id: userId,
        payload: {
          before: {
            users: [{ id: reader.userId, role: 'edit' }],
            teams: [{ id: teamId, role: 'read' }],
          },
          movedTo: { organization: to },
        },
      },
    ]);

    // Back in the first organization the grants that were left behind do not count, in no cache.
    expect((await transfer(spaceId, from)).json().organization).toBe(from);
    for (const { token } of [reader, guest]) expect((await get(url(spaceId), token)).statusCode).toBe(404);
    await putContent(app, spaceId, { 'README.md': '# One\n', 'a.md': '# A, again\n' });
    const again = (await get(`${url(spaceId)}/content`)).json();
    expect(again.pages.map(({ id }: { id: string }) => id)).toEqual(
      pages.map(({ id }: { id: string }) => id),
    );
  });

  test('has new addresses of files; the old ones end', async () => {
    const spaceId = await addFilledSpace();
    const addressOf = async () =>
      (await get(`${url(spaceId)}/content/files`)).json().items[0].downloadURL as string;
    const old = await addressOf();
    expect(await download(old)).toBe('bytes of an image');
    await transfer(spaceId);
    expect(await download(old)).toBeUndefined();
    expect(await download(await addressOf())).toBe('bytes of an image');
  });

  test('takes its content along: the old organization is swept, the new one has it', async () => {
    const other = await addSpace(app, { organizationId: from });
    await putContent(app, other, { 'README.md': '# Stays\n', 'image.png': 'bytes of an image' });
    const stays = await countContent(app, from);
    const spaceId = await addFilledSpace();
    const all = await readAll(spaceId);
    await ageContent(app, from);
    await transfer(spaceId);
    await runJobs(app);
    expect(await countContent(app, from)).toEqual(stays);
    expect(await countPreparedDocuments(to)).toBeGreaterThan(0);
    await ageContent(app, to);
    await transfer(spaceId, from);
    await runJobs(app);
    expect(await countContent(app, to)).toEqual({ documents: 0, nodes: 0, files: 0, storedFiles: 0 });
    expect(await readAll(spaceId)).toEqual(all);
  });
});

async function countPreparedDocuments(organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document_facts
    where organization_id = ${organizationId} and blocks is not null`.execute(app.context.db);
  return rows[0]?.count ?? 0;
}

describe('who may transfer', () => {
  test('needs to be administrator of the other organization too', async () => {
    const spaceId = await addSpace(app, { organizationId: from });
    const { organizationId: strange } = await addOrganization(app);
    for (const unknown of [strange, newId(), 'nonsense', ''])
      expect((await ask(spaceId, unknown)).statusCode).toBe(404);
    await joinOrganization(app, { userId, role: 'create', organizationId: strange });
    const refused = await ask(spaceId, strange);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error.message).toContain('“admin”');
    for (const bad of [undefined, null, 5]) {
      const response = await ask(spaceId, bad === undefined ? null : bad);
      expect(response.statusCode).toBe(400);
      expect(response.json().error.details).toMatchObject([{ path: 'organization' }]);
    }
    expect(await organizationOf(spaceId)).toBe(from);
  });

  test('is nobody but an administrator of the space', async () => {
    const spaceId = await addSpace(app, { organizationId: from });
    const member = await addMember(app, { organizationId: from, role: 'create' });
    await joinOrganization(app, { userId: member.userId, role: 'admin', organizationId: to });
    expect((await ask(spaceId, to, member.token)).statusCode).toBe(403);
    const foreign = await addMember(app, { organizationId: to, role: 'admin' });
    expect((await ask(spaceId, to, foreign.token)).statusCode).toBe(404);
    await grantRole(app, { organizationId: from, userId: member.userId, role: 'admin', spaceId });
    expect((await transfer(spaceId, to, member.token)).json().organization).toBe(to);
  });

  test('is no service account: it belongs to one organization', async () => {
    const spaceId = await addSpace(app, { organizationId: from });
    for (const organizationId of [from, to]) {
      const service = await addServiceToken(app, { organizationId, role: 'admin' });
      expect((await ask(spaceId, to, service)).statusCode).toBe(404);
    }
  });
});

describe('a transfer', () => {
  test('into the organization that the space is in is a 409 that changes nothing', async () => {
    const spaceId = await addFilledSpace();
    const row = await spaceRow(spaceId);
    const response = await ask(spaceId, from);
    expect(response.statusCode).toBe(409);
    expect(response.json().error.reason).toBe('already-in-organization');
    expect(await spaceRow(spaceId)).toEqual(row);
  });

  test('of a space on a site is 412, also when it is put there on its way', async () => {
    const spaceId = await addFilledSpace();
    const siteId = await addSite(app, { organizationId: from, spaceIds: [spaceId] });
    const refused = await ask(spaceId);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([412, 'space-on-site']);
    await app.request('DELETE', `/v1/orgs/${from}/sites/${siteId}`, { token });
    const { asking, run } = await takeJob(spaceId);
    const putOnSite = () => addSite(app, { organizationId: from, spaceIds: [spaceId] }).then(() => {});
    await run({ blobs: whenCopying(putOnSite) });
    expect((await asking).statusCode).toBe(412);
    expect(await organizationOf(spaceId)).toBe(from);
  });

  test('of a deleted space is 404, also when it is deleted on its way', async () => {
    const spaceId = await addFilledSpace();
    await app.request('DELETE', url(spaceId), { token });
    expect((await ask(spaceId)).statusCode).toBe(404);
    await app.request('POST', `${url(spaceId)}/restore`, { token });
    const { asking, run } = await takeJob(spaceId);
    await run({ blobs: whenCopying(() => app.request('DELETE', url(spaceId), { token }).then(() => {})) });
    expect((await asking).statusCode).toBe(404);
    expect((await get(url(spaceId))).json()).toMatchObject({
      organization: from,
      deletedAt: expect.any(String),
    });
  });

  test('to an organization that is suspended meanwhile is 403', async () => {
    const spaceId = await addFilledSpace();
    const { asking, run } = await takeJob(spaceId);
    const suspend = () =>
      suspendOrganization(app.context, BY_OPERATOR, { organizationId: to, reason: 'Unpaid' });
    await run({ blobs: whenCopying(suspend) });
    const response = await asking;
    expect([response.statusCode, response.json().error.reason]).toEqual([403, 'organization-suspended']);
    const again = await ask(spaceId);
    expect(again.json().error).toMatchObject({ code: 403, reason: 'organization-suspended' });
    expect(again.body).toContain('Unpaid');
    expect(await organizationOf(spaceId)).toBe(from);
    await resumeOrganization(app.context, BY_OPERATOR, to);
  });

  test('waits for no Git operation: 409 before it and 409 when one begins meanwhile', async () => {
    const spaceId = await addFilledSpace();
    const begin = () =>
      app.context.db
        .insertInto('git_operation')
        .values({
          organization_id: from,
          space_id: spaceId,
          operation_id: newId(),
          direction: 'import',
          state: 'running',
          started_at: new Date(),
          request: {},
        })
        .execute();
    const end = () =>
      app.context.db
        .updateTable('git_operation')
        .set({ state: 'success' })
        .where('space_id', '=', spaceId)
        .execute();
    await begin();
    expect((await ask(spaceId)).statusCode).toBe(409);
    await end();
    const { asking, run } = await takeJob(spaceId);
    await run({ blobs: whenCopying(begin) });
    const response = await asking;
    expect(response.statusCode).toBe(409);
    expect(response.json().error.message).toContain('Git operation');
    await end();
    expect((await transfer(spaceId)).json().organization).toBe(to);
  });

  test('of a space that changes meanwhile takes the change along', async () => {
    const spaceId = await addFilledSpace();
    const { asking, run } = await takeJob(spaceId);
    let changes = 0;
    const files: Files = { ...FILES };
    const change = async () => {
      if (changes === 3) return;
      changes += 1;
      files[`new-${changes}.md`] = '# New\n';
      files[`new-${changes}.png`] = `new ${changes}`;
      await putContent(app, spaceId, files);
    };
    let changing: Promise<void> = Promise.resolve();
    const blobs = whenCopying(() => {
      changing = changing.then(change);
      return changing;
    });
    await run({ blobs });
    expect((await asking).json().organization).toBe(to);
    expect(changes).toBe(3);
    await ageContent(app, from);
    await runJobs(app);
    await readAll(spaceId);
    const { pages } = (await get(`${url(spaceId)}/content`)).json();
    expect(pages).toHaveLength(5);
  });

  test('of a locked space moves it, locked', async () => {
    const spaceId = await addFilledSpace();
    await app.request('PATCH', url(spaceId), { token, body: { editMode: 'locked' } });
    expect((await transfer(spaceId)).json()).toMatchObject({ organization: to, editMode: 'locked' });
  });

  test('asked for twice at once happens once; to two organizations at once, to one of them', async () => {
    const spaceId = await addFilledSpace();
    const both = await runJobsFor(app, Promise.all([ask(spaceId), ask(spaceId)]));
    expect(both.map((response) => response.json().organization)).toEqual([to, to]);
    const { organizationId: third } = await addOrganization(app, { creatorId: userId });
    const responses = await runJobsFor(app, Promise.all([ask(spaceId, from), ask(spaceId, third)]));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const moved = responses.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await organizationOf(spaceId)).toBe(moved.organization);
    expect(await countRows(to, spaceId)).toEqual({});
  });

  test('that takes too long goes on, and asking again tells how it went', async () => {
    const hasty = await buildTestApp({
      beside: app,
      config: { limits: { ...app.context.config.limits, waitSeconds: 0.05 } },
    });
    try {
      const spaceId = await addFilledSpace();
      const body = { organization: to };
      const response = await hasty.request('POST', `${url(spaceId)}/transfer`, { token, body });
      expect(response.statusCode).toBe(200);
      expect(response.json().organization).toBe(from);
      expect((await transfer(spaceId)).json().organization).toBe(to);
      expect((await ask(spaceId)).json().error.reason).toBe('already-in-organization');
    } finally {
      await hasty.close();
    }
  });

  test('needs one connection, however small the pool: transfers at once wait for nothing of each other', async () => {
    const spaceId = await addFilledSpace();
    const { asking, run } = await takeJob(spaceId);
    const { connection } = app.database;
    const { db, close } = await connectDatabase({ connection, poolSize: 1, log: silentLog });
    try {
      await run({ db, transact: createTransact(db, app.context) });
    } finally {
      await close();
    }
    expect((await asking).json().organization).toBe(to);
  });

  test('that fails says so in words, and can be repeated', async () => {
    const spaceId = await addFilledSpace();
    const { asking, run } = await takeJob(spaceId);
    await run({ blobs: whenCopying(() => Promise.reject(new Error('Secret detail'))) });
    const response = await asking;
    expect(response.statusCode).toBe(500);
    expect(response.json().error.message).toBe('Something went wrong on the server. Nothing was moved.');
    expect(await organizationOf(spaceId)).toBe(from);
    expect((await transfer(spaceId)).json().organization).toBe(to);
  });

  test('of a file whose bytes were damaged fails', async () => {
    const spaceId = await addFilledSpace();
    const { hash } = await app.context.db
      .selectFrom('blob')
      .select('hash')
      .where('organization_id', '=', from)
      .executeTakeFirstOrThrow();
    const name = hash.toString('hex');
    await writeFile(join(app.context.config.dataDir, 'blobs', from, name.slice(0, 2), name), 'Damaged');
    expect((await transfer(spaceId)).statusCode).toBe(500);
    expect(await organizationOf(spaceId)).toBe(from);
  });
});

describe('a job that is killed', () => {
  class Killed extends Error {}
  const kill = (abort: AbortController) => {
    abort.abort(new Killed());
    throw abort.signal.reason;
  };
  const moments: Record<string, (abort: AbortController) => Partial<Context>> = {
    'while it copies files': (abort) => ({ blobs: whenCopying(async () => kill(abort)) }),
    'before it moves the space': (abort) => ({ transact: async () => kill(abort) }),
    'at the end of the transaction that moves it': (abort) => ({
      transact: (work) =>
        app.context.transact(async (unit) => {
          await work(unit);
          return kill(abort);
        }),
    }),
  };
  test.each(Object.keys(moments))(
    '%s leaves the space where it was, and the next run moves it',
    async (name) => {
      const spaceId = await addFilledSpace();
      const before = await readAll(spaceId);
      const { asking, run } = await takeJob(spaceId);
      const abort = new AbortController();
      await expect(run(moments[name]?.(abort), abort.signal)).rejects.toThrow(Killed);
      expect(await organizationOf(spaceId)).toBe(from);
      expect(await countRows(to, spaceId)).toEqual({});
      await run();
      expect((await asking).json().organization).toBe(to);
      expect(await readAll(spaceId)).toEqual(before);
    },
  );

  test('after it moved the space has nothing left to do', async () => {
    const spaceId = await addFilledSpace();
    const { asking, run } = await takeJob(spaceId);
    await run();
    const row = await spaceRow(spaceId);
    await run();
    expect(await spaceRow(spaceId)).toEqual(row);
    expect((await asking).json().organization).toBe(to);
  });

  test('and that the queue gave up does not stand in the way of another', async () => {
    const spaceId = await addFilledSpace();
    const { asking } = await takeJob(spaceId);
    expect((await transfer(spaceId)).json().organization).toBe(to);
    expect((await asking).json().organization).toBe(to);
  });

  test('too often is given up, and says so', async () => {
    const spaceId = await addFilledSpace();
    const { asking, run } = await takeJob(spaceId);
    await run({}, undefined, 6);
    expect((await asking).json().error.message).toContain('interrupted 5 times');
    expect(await organizationOf(spaceId)).toBe(from);
  });

  test('together with its process, twice, is given up, and says so', async () => {
    const spaceId = await addFilledSpace();
    const asking = ask(spaceId).then((response) => response);
    // As left by two processes that died while they ran the job, after the pause.
    await expect
      .poll(() =>
        app.context.db
          .updateTable('job')
          .set({ left_by: [999_998, 999_999] })
          .where('kind', '=', SPACE_TRANSFER)
          .executeTakeFirst(),
      )
      .toMatchObject({ numUpdatedRows: 1n });
    await runJobs(app);
    expect((await asking).json().error.message).toContain('stopped twice during this transfer');
    expect(await organizationOf(spaceId)).toBe(from);
  });

  test('and begun twice moves the space once', async () => {
    const spaceId = await addFilledSpace();
    const { asking, run } = await takeJob(spaceId);
    await Promise.all([run(), run()]);
    expect((await asking).json().organization).toBe(to);
    await readAll(spaceId);
  });
});

test('files in a bucket go along too', async () => {
  process.env.AWS_ACCESS_KEY_ID = 'AKIDEXAMPLE';
  process.env.AWS_SECRET_ACCESS_KEY = 'secret';
  const s3 = await startFakeS3({ bucket: 'files', accessKey: 'AKIDEXAMPLE' });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  const blobs = await openBlobStore(`s3://files?endpoint=${s3.endpoint}`, folder);
  try {
    const spaceId = await addSpace(app, { organizationId: from });
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}.png`, `file ${n}`]));
    await putContent({ ...app, context: { ...app.context, blobs } }, spaceId, files);
    const { asking, run } = await takeJob(spaceId);
    await run({ blobs });
    expect((await asking).json().organization).toBe(to);
    const stored = (organizationId: string) =>
      [...s3.objects].flatMap(([key, { body }]) => (key.startsWith(organizationId) ? [body.toString()] : []));
    expect(stored(to).sort()).toEqual(Object.values(files));
    expect(stored(from).sort()).toEqual(Object.values(files));
  } finally {
    await blobs.close();
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a duplicate made while its source is transferred keeps its content', async () => {
  const spaceId = await addFilledSpace();
  await ageContent(app, from);
  const { asking, run } = await takeJob(spaceId);
  const duplicates: string[] = [];
  const duplicate = async (): Promise<void> => {
    const response = await app.request('POST', `${url(spaceId)}/duplicate`, { token });
    expect([201, 404]).toContain(response.statusCode);
    if (response.statusCode === 201) duplicates.push(response.json().id);
  };
  await Promise.all([run({ blobs: whenCopying(duplicate) }), duplicate(), duplicate()]);
  await duplicate();
  expect((await asking).json().organization).toBe(to);
  await ageContent(app, from);
  await ageContent(app, to);
  await runJobs(app);
  expect(duplicates.length).toBeGreaterThan(1);
  for (const id of [spaceId, ...duplicates]) expect((await readAll(id)).length).toBeGreaterThan(1);
});

test('packed autosaves move along', async () => {
  const spaceId = await addFilledSpace();
  const page = (await get(`${url(spaceId)}/content/pages`)).json().pages[0].id;
  const texts = new Map<string, string>();
  for (let n = 0; n < 6; n += 1) {
    const markdown = `# Start\n\nText ${n}.\n`;
    const saved = await app.request('POST', `${url(spaceId)}/content`, {
      token,
      body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
    });
    texts.set(saved.json().revision, markdown);
  }
  const now = new Date(Date.now() + 60_000);
  const key = { organizationId: from, spaceId };
  const edits = { before: now, latest: now, count: 1 };
  expect(await packAutosaves(app.context, key, edits, new AbortController().signal)).toBe(5);
  const countPacks = async () => {
    const { rows } = await sql`select 1 from revision_pack where space_id = ${spaceId}`.execute(
      app.context.db,
    );
    return rows.length;
  };
  expect(await countPacks()).toBe(1);
  const before = (await get(`${url(spaceId)}/revisions`)).json();
  await transfer(spaceId);
  expect(await organizationOf(spaceId)).toBe(to);
  expect(await countPacks()).toBe(0);
  for (const [revision, text] of texts) {
    const read = await get(`${url(spaceId)}/revisions/${revision}/page/${page}?format=markdown`);
    expect(read.json().markdown).toBe(text);
  }
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
  expect(idsOf((await get(`${url(spaceId)}/revisions`)).json())).toEqual(idsOf(before));
});

test('change requests move along, without reviewers who are not members there', async () => {
  const spaceId = await addFilledSpace();
  const here = await addMember(app, { organizationId: from, role: 'review' });
  const both = await addMember(app, { organizationId: from, role: 'review' });
  await joinOrganization(app, { organizationId: to, userId: both.userId, role: 'read' });
  const requests = `${url(spaceId)}/change-requests`;
  const post = (path: string, body: unknown) => app.request('POST', `${requests}${path}`, { token, body });
  await post('', { subject: 'Moved' });
  const changes = [{ operation: 'insert_page', title: 'New', document: {} }];
  expect((await post('/1/content', { changes })).statusCode).toBe(200);
  const users = [here.userId, both.userId];
  expect((await post('/1/requested-reviewers', { users })).json().users).toHaveLength(2);
  await transfer(spaceId);
  expect(await organizationOf(spaceId)).toBe(to);
  expect((await get(`${requests}/1`)).json()).toMatchObject({ subject: 'Moved', status: 'open' });
  expect((await get(`${requests}/1/content/path/new`)).json()).toMatchObject({ title: 'New' });
  const { items } = (await get(`${requests}/1/requested-reviewers`)).json();
  expect(items).toMatchObject([{ user: { id: both.userId } }]);
  expect((await get(url(spaceId))).json()).toMatchObject({ changeRequests: 1, changeRequestsOpen: 1 });
  expect((await post('', {})).json().number).toBe(2);
  expect((await post('/1/merge', {})).json()).toMatchObject({ result: 'merge' });
});

test('comments move along with their replies, reactions and counts', async () => {
  const spaceId = await addFilledSpace();
  const send = (method: 'POST' | 'PUT', path: string, body: unknown) =>
    app.request(method, url(spaceId) + path, { token, body });
  await send('POST', '/change-requests', {});
  const pages = (await get(`${url(spaceId)}/content/pages`)).json().pages as { id: string }[];
  const seen = new Map<string, unknown>();
  for (const place of ['', '/change-requests/1']) {
    const text = { object: 'text', leaves: [{ object: 'leaf', text: 'Suggested.', marks: [] }] };
    const nodes = [{ object: 'block', type: 'paragraph', data: {}, nodes: [text] }];
    const suggestion = { blocks: [{ operation: 'insert', nodes }] };
    const body = { body: { markdown: 'Hello' }, page: pages[0]?.id, suggestion };
    const path = `${place}/comments/${(await send('POST', `${place}/comments`, body)).json().id}`;
    await send('POST', `${path}/replies`, { body: { markdown: 'Reply' } });
    await send('PUT', path, { addedReactions: ['1f44d'] });
    for (const one of [path, `${path}/replies`]) seen.set(one, (await get(url(spaceId) + one)).json());
  }
  await transfer(spaceId);
  expect(await organizationOf(spaceId)).toBe(to);
  expect(seen.size).toBe(4);
  for (const [path, before] of seen) expect((await get(url(spaceId) + path)).json()).toEqual(before);
  expect((await get(url(spaceId))).json().comments).toBe(1);
  expect((await get(`${url(spaceId)}/change-requests/1`)).json().comments).toBe(1);
  for (const path of seen.keys())
    if (!path.endsWith('replies'))
      expect((await send('POST', `${path}/apply`, undefined)).json().suggestion.state).toBe('applied');
});
