import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import {
  addMember,
  addOrganization,
  addSpace,
  addUserToken,
  joinOrganization,
} from '../../../../../test/factories.ts';
import {
  countFiles,
  countRows,
  fillOrganization,
} from '../../../../../test/fixtures/lifecycle/organization-deletion/filled-organization.ts';
import { runJobs, runJobsFor, startJob } from '../../../../../test/jobs.ts';
import { BY_OPERATOR } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { deleteUser } from '../../access/user-deletion/delete-user.service.ts';
import { deleteUnused, listUnreadSpaces } from '../../content/links/checks/external-links.repository.ts';
import { restoreOrganization } from './delete-organization.service.ts';
import { ORGANIZATION_PURGE } from './enqueue-organization-purge.ts';
import { createOrganizationPurgeJob } from './purge.jobs.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const clock = createTestClock();
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now, config: { linkCheckDays: 30 } });
});
afterAll(() => app.close());

const url = (organizationId: string): string => `/v1/orgs/${organizationId}`;
const remove = (organizationId: string, token: string) =>
  app.request('DELETE', url(organizationId), { token });
const restore = (organizationId: string) => restoreOrganization(app.context, BY_OPERATOR, organizationId);
const statusOf = async (path: string, token?: string | null, here = app) =>
  (await here.request('GET', path, token === undefined ? {} : { token })).statusCode;
const nothingOf = (counts: Record<string, number>) =>
  Object.fromEntries(Object.keys(counts).map((name) => [name, 0]));

/** Requests everything of the organization in every possible way; returns the status of each. */
async function requestAll(filled: Awaited<ReturnType<typeof fillOrganization>>, here = app) {
  const { organizationId, token, memberId, serviceToken, browser, spaceId, collectionId } = filled;
  const own = url(organizationId);
  const paths = [
    own,
    `${own}/spaces`,
    `${own}/collections`,
    `${own}/members`,
    `${own}/teams`,
    `${own}/tokens`,
    `${own}/saml`,
    `${own}/audit-events`,
    `${own}/search?query=doomed`,
    `/v1/spaces/${spaceId}`,
    `/v1/spaces/${spaceId}/content`,
    `/v1/spaces/${spaceId}/search?query=doomed`,
    `/v1/collections/${collectionId}`,
    `/v1/users/${memberId}`,
  ];
  const statuses: Record<string, number> = {};
  for (const path of paths) statuses[path] = await statusOf(path, token, here);
  const { count, items } = (await here.request('GET', '/v1/orgs', { token })).json();
  return {
    statuses,
    listed: [count, items.length],
    publicSso: await statusOf(`${own}/sso`, null, here),
    service: await statusOf('/v1/orgs', serviceToken, here),
    browser: (await browser.request('GET', '/v1/orgs')).statusCode,
    page: (await browser.request('GET', `/app/o/${organizationId}`)).statusCode,
  };
}

const everywhere = (asked: Awaited<ReturnType<typeof requestAll>>, status: number) => ({
  ...asked,
  statuses: Object.fromEntries(Object.keys(asked.statuses).map((path) => [path, status])),
});

describe('a deleted organization', () => {
  test('is found by nobody at once, in no way and in no process', async () => {
    const filled = await fillOrganization(app);
    const { organizationId, token, spaceId } = filled;
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const before = await requestAll(filled);
      expect(before).toEqual({
        ...everywhere(before, 200),
        listed: [1, 1],
        publicSso: 200,
        service: 200,
        browser: 200,
        page: 200,
      });
      await requestAll(filled, other);
      const [file] = (await app.request('GET', `/v1/spaces/${spaceId}/content/files`, { token })).json()
        .items;
      const [, , fileId, secret] = new URL(file.downloadURL).pathname.split('/').slice(1);
      const served = (here: TestApp) =>
        here.app.published.files.findServedFile(spaceId, fileId as string, secret as string);

      const response = await remove(organizationId, token);
      expect([response.statusCode, response.body]).toEqual([204, '']);
      const gone = {
        ...everywhere(before, 404),
        listed: [0, 0],
        publicSso: 404,
        service: 401,
        browser: 401,
        page: 303,
      };
      expect(await requestAll(filled)).toEqual(gone);
      expect(await served(app)).toBeUndefined();
      await expect.poll(() => requestAll(filled, other)).toEqual(gone);
      expect(await served(other)).toBeUndefined();
      expect((await remove(organizationId, token)).statusCode).toBe(404);
      expect(
        (await app.request('PATCH', url(organizationId), { token, body: { title: 'No' } })).statusCode,
      ).toBe(404);
      expect(await statusOf('/v1/user', token)).toBe(200);
    } finally {
      await other.close();
    }
  });

  test('can be restored as it was for seven days, with its hostname', async () => {
    const filled = await fillOrganization(app);
    const { organizationId, token, hostname } = filled;
    const before = await requestAll(filled);
    const shown = (await app.request('GET', url(organizationId), { token })).json();
    const rows = await countRows(app, organizationId);
    await remove(organizationId, token);
    clock.advance(HOUR_MS);
    await runJobs(app);
    await restore(organizationId);
    expect(await requestAll(filled)).toEqual(before);
    expect((await app.request('GET', url(organizationId), { token })).json()).toEqual(shown);
    expect(shown.hostname).toBe(hostname);
    const after = await countRows(app, organizationId);
    // Two events more; the job that waited here for nothing is another matter.
    const others = {
      'audit_event.organization_id': 0,
      'audit_outbox.organization_id': 0,
      'job.organization_id': 0,
    };
    expect({ ...after, ...others }).toEqual({ ...rows, ...others });
    clock.advance(8 * DAY_MS);
    await runJobs(app);
    expect(await statusOf(url(organizationId), token)).toBe(200);
    await expect(restore(organizationId)).rejects.toMatchObject({ status: 409 });

    await remove(organizationId, token);
    clock.advance(7 * DAY_MS - 1);
    await runJobs(app);
    await restore(organizationId);
    expect(await statusOf(url(organizationId), token)).toBe(200);
  });

  test('leaves its hostname to who takes it meanwhile', async () => {
    const { organizationId, token, hostname } = await fillOrganization(app);
    await remove(organizationId, token);
    const taken = await app.request('PATCH', url(app.organizationId), { body: { hostname } });
    expect(taken.json().hostname).toBe(hostname);
    await restore(organizationId);
    expect((await app.request('GET', url(organizationId), { token })).json()).not.toHaveProperty('hostname');
    await app.request('PATCH', url(app.organizationId), { body: { hostname: null } });
  });

  test('is told of in its audit, also its return', async () => {
    const { organizationId, token, adminId } = await fillOrganization(app);
    await remove(organizationId, token);
    await restore(organizationId);
    const path = `${url(organizationId)}/audit-events?target=${organizationId}&limit=2`;
    const { items } = (await app.request('GET', path, { token })).json();
    expect(items).toMatchObject([
      { action: 'organization.restored', actor: { type: 'system' }, source: 'script' },
      { action: 'organization.deleted', actor: { type: 'user', id: adminId }, target: { label: 'Doomed' } },
    ]);
  });

  test('is left out of what is checked outside', async () => {
    const { organizationId, token } = await fillOrganization(app);
    await remove(organizationId, token);
    const unread = await listUnreadSpaces(app.context.db, -1);
    expect(unread.length).toBeGreaterThan(0);
    expect(unread.filter((space) => space.organizationId === organizationId)).toEqual([]);
    await app.context.transact(({ trx }) => deleteUnused(trx));
    expect((await countRows(app, organizationId))['external_link.organization_id']).toBe(0);
  });

  test('needs no administrator: who was its last one may delete their account', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    await remove(organizationId, token);
    await deleteUser(app.context, BY_OPERATOR, creatorId);
    expect((await countRows(app, organizationId))['member.organization_id']).toBe(0);
  });
});

describe('after seven days', () => {
  test('no row of it is left, and no file; others keep theirs', async () => {
    const filled = await fillOrganization(app);
    const kept = await fillOrganization(app);
    const { organizationId, token } = filled;
    const rows = await countRows(app, organizationId);
    expect(
      Object.keys(rows).filter((name) => rows[name] === 0),
      'each table that knows organizations has a row for this one',
    ).toEqual(['space_transfer.target_id']);
    expect(await countFiles(app, organizationId)).toBeGreaterThan(0);
    // A space of another organization that was about to move here.
    await app.context.db
      .updateTable('space_transfer')
      .set({ target_id: organizationId })
      .where('organization_id', '=', kept.organizationId)
      .execute();

    await remove(organizationId, token);
    clock.advance(7 * DAY_MS);
    await runJobs(app);
    expect(await countRows(app, organizationId)).toEqual(nothingOf(rows));
    expect(await countFiles(app, organizationId)).toBe(0);
    expect(existsSync(join(app.context.config.dataDir, 'blobs', organizationId))).toBe(false);
    expect(await statusOf('/v1/user', token)).toBe(200);
    await expect(restore(organizationId)).rejects.toMatchObject({ status: 409 });

    const left = await countRows(app, kept.organizationId);
    expect(Object.keys(left).filter((name) => left[name] === 0)).toEqual([
      'space_transfer.organization_id',
      'space_transfer.target_id',
    ]);
    expect(await countFiles(app, kept.organizationId)).toBeGreaterThan(0);
    expect(await statusOf(`/v1/spaces/${kept.spaceId}/content`, kept.token)).toBe(200);
  });

  test('it cannot be restored, also when its removal has not begun', async () => {
    const { organizationId, token } = await fillOrganization(app);
    await remove(organizationId, token);
    clock.advance(7 * DAY_MS);
    await expect(restore(organizationId)).rejects.toMatchObject({ status: 409 });
  });

  test('it goes with the weekly job, when its own was given up', async () => {
    const { organizationId, token } = await fillOrganization(app);
    await remove(organizationId, token);
    await app.context.db.deleteFrom('job').where('kind', '=', ORGANIZATION_PURGE).execute();
    clock.advance(8 * DAY_MS);
    await startJob(app, 'retention');
    clock.advance(7 * DAY_MS);
    await runJobs(app);
    const rows = await countRows(app, organizationId);
    expect(rows).toEqual(nothingOf(rows));
  });
});

describe('its removal', () => {
  const purge = (organizationId: string, context: Context, signal = new AbortController().signal) =>
    createOrganizationPurgeJob(context).run(
      { organizationId, jobId: newId(), payload: {}, attempt: 1 },
      signal,
    );

  /** A context in which work stops dead at the n-th statement or store. */
  function stoppingAt(n: number): Context {
    let calls = 0;
    const count = () => {
      calls += 1;
      if (calls === n) throw new Error('cut off');
    };
    const { context } = app;
    const wrap = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(object, name) {
          const value = Reflect.get(object, name) as unknown;
          if (typeof value !== 'function') return value;
          return (...all: unknown[]) => {
            if (name === 'deleteFrom' || name === 'getExecutor' || name === 'deleteAll') count();
            return (value as (...all: unknown[]) => unknown).apply(object, all);
          };
        },
      });
    return {
      ...context,
      db: wrap(context.db),
      blobs: wrap(context.blobs),
      transact: async (work, session) => {
        count();
        return context.transact(work, session);
      },
    };
  }

  test('goes on with what is left, wherever it was cut off', async () => {
    const { organizationId, token } = await fillOrganization(app);
    await remove(organizationId, token);
    clock.advance(7 * DAY_MS);
    let cuts = 0;
    for (let n = 1; ; n += 1) {
      try {
        await purge(organizationId, stoppingAt(n));
        break;
      } catch (error) {
        expect((error as Error).message).toBe('cut off');
        cuts += 1;
      }
      expect(await statusOf(url(organizationId), token)).toBe(404);
    }
    expect(cuts).toBeGreaterThan(10);
    const { 'job.organization_id': _, ...rows } = await countRows(app, organizationId);
    expect(rows).toEqual(nothingOf(rows));
    expect(await countFiles(app, organizationId)).toBe(0);
  });

  test('stops when it is told to, and does nothing to what is not deleted', async () => {
    const filled = await fillOrganization(app);
    const { organizationId, token } = filled;
    const before = await countRows(app, organizationId);
    await purge(organizationId, app.context);
    await remove(organizationId, token);
    await purge(organizationId, app.context);
    await restore(organizationId);
    const isSame = async () => {
      const after = await countRows(app, organizationId);
      const others = [
        'audit_event.organization_id',
        'audit_outbox.organization_id',
        'job.organization_id',
        'hostname_directory.organization_id',
      ];
      for (const name of Object.keys(before).filter((one) => !others.includes(one)))
        expect(after[name], name).toBe(before[name]);
    };
    await isSame();
    await remove(organizationId, token);
    clock.advance(7 * DAY_MS);
    const stopped = AbortSignal.abort(new Error('stop'));
    await expect(purge(organizationId, app.context, stopped)).rejects.toThrow('stop');
    await isSame();
  });
});

describe('work that is under way', () => {
  test('a transfer into it, or out of it, ends without it', async () => {
    const { userId, token } = await addMember(app, { role: 'admin' });
    const doomed = await addOrganization(app);
    await joinOrganization(app, { userId, role: 'admin', organizationId: doomed.organizationId });
    const [into, out] = [await addSpace(app), await addSpace(app, { organizationId: doomed.organizationId })];
    const transfer = (spaceId: string, organization: string) =>
      app.request('POST', `/v1/spaces/${spaceId}/transfer`, { token, body: { organization } });
    const asking = [transfer(into, doomed.organizationId), transfer(out, app.organizationId)];
    await expect
      .poll(
        async () =>
          (await app.context.db.selectFrom('job').selectAll().where('kind', '=', 'space-transfer').execute())
            .length,
      )
      .toBe(2);
    await remove(doomed.organizationId, token);
    const responses = await runJobsFor(app, Promise.all(asking));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect((await app.request('GET', `/v1/spaces/${into}`)).json().organization).toBe(app.organizationId);
    expect(await statusOf(`/v1/spaces/${out}`)).toBe(404);
  });

  test('an import in it ends with a sentence', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const spaceId = await addSpace(app, { organizationId });
    const body = { url: 'https://127.0.0.1:1/nowhere.git', ref: 'refs/heads/main' };
    const asked = await app.request('POST', `/v1/spaces/${spaceId}/git/import`, { token, body });
    expect(asked.statusCode).toBe(204);
    await remove(organizationId, token);
    await runJobs(app);
    const [operation] = await app.context.db
      .selectFrom('git_operation')
      .select(['state', 'error'])
      .where('space_id', '=', spaceId)
      .execute();
    expect(operation?.state).toBe('failure');
    const jobs = await app.context.db
      .selectFrom('job')
      .select('kind')
      .where('organization_id', '=', organizationId)
      .execute();
    expect(jobs).toEqual([{ kind: ORGANIZATION_PURGE }]);
  });
});
