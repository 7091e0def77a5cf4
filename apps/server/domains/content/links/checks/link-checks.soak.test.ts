import type { RequestListener } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../../test/clock.ts';
import { putContent } from '../../../../../../test/content.ts';
import { addOrganization, addSpace } from '../../../../../../test/factories.ts';
import { type Outside, startOutside } from '../../../../../../test/fixtures/content/links/checks/outside.ts';
import { runJobs, startJob } from '../../../../../../test/jobs.ts';
import type { Config } from '../../../../platform/config.ts';
import { findLinkChecks } from './find-link-checks.ts';
import type { LinkCheck } from './link-check.ts';
import { createLinkCheckJob, LINK_CHECKS } from './link-checks.jobs.ts';
import { DAY_MS, type LinkCheckOptions } from './run-link-checks.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let clock: TestClock;
let outside: Outside;
/** The responses of the external server, by path. */
let responses: Record<string, RequestListener>;

async function start(config: Partial<Config> = {}, options: Partial<LinkCheckOptions> = {}): Promise<void> {
  app = await build({ linkCheckDays: 7, allowPrivateNetworks: true, ...config }, options);
}

async function build(
  config: Partial<Config>,
  options: Partial<LinkCheckOptions> = {},
  beside?: TestApp,
): Promise<TestApp> {
  const built = await buildTestApp({ clock: clock.now, config, ...(beside ? { beside } : {}) });
  built.app.jobs[LINK_CHECKS] = createLinkCheckJob(built.context, built.app.content, {
    pauseMs: 0,
    ...options,
  });
  return built;
}

beforeEach(async () => {
  clock = createTestClock(new Date('2030-01-01T00:00:00Z'));
  responses = {};
  outside = await startOutside((request, response) => {
    const result = responses[request.url ?? ''];
    if (result) result(request, response);
    else response.end('hello');
  });
});
afterEach(async () => {
  outside.close();
  await app.close();
});

const gone: RequestListener = (_, response) => response.writeHead(404).end();

/** The process starts, and all that is due is done. */
async function runAll(of: TestApp = app): Promise<void> {
  await startJob(of, LINK_CHECKS);
  await runJobs(of);
}

async function pageWith(links: string[], spaceId?: string): Promise<string> {
  const id = spaceId ?? (await addSpace(app));
  await putContent(app, id, { 'README.md': `# Page\n\n${links.map((url) => `[x](${url})`).join('\n\n')}\n` });
  return id;
}

const checkOf = async (url: string, organizationId = app.organizationId): Promise<LinkCheck | undefined> =>
  (await findLinkChecks(app.context.db, organizationId, [url])).get(url);

const stateOf = async (url: string): Promise<string | undefined> => (await checkOf(url))?.state;

const storedUrls = async (): Promise<string[]> =>
  (await app.context.db.selectFrom('external_link').select('url').orderBy('url').execute()).map(
    ({ url }) => url,
  );

const listJobs = () =>
  app.context.db.selectFrom('job').selectAll().where('kind', '=', LINK_CHECKS).orderBy('job_id').execute();

describe('while checks are on', () => {
  test('what current revisions refer to is looked at, once for all spaces of the organization', async () => {
    await start();
    responses['/gone'] = gone;
    const { origin } = outside;
    const spaceId = await addSpace(app);
    await putContent(app, spaceId, {
      'README.md': `# Page\n\n[a](${origin}/ok#one) [b](${origin}/ok#two) [c](${origin}/gone) ![d](${origin}/image.png)
[e](other.md) [f](mailto:a@b.c) [g](ftp://127.0.0.1/)\n\n{% include ".gitbook/includes/note.md" %}\n`,
      '.gitbook/includes/note.md': `[h](${origin}/included)\n`,
      'SUMMARY.md': `# Table of contents\n\n* [Page](README.md)\n* [Outside](${origin}/listed)\n`,
    });
    await pageWith([`${origin}/ok`]);
    await runAll();
    expect(outside.asked.sort()).toEqual([
      'GET /gone',
      'HEAD /gone',
      'HEAD /image.png',
      'HEAD /included',
      'HEAD /listed',
      'HEAD /ok',
    ]);
    expect(await checkOf(`${origin}/ok#two`)).toEqual({
      state: 'ok',
      statusCode: 200,
      checkedAt: clock.now(),
    });
    expect(await checkOf(`${origin}/gone`)).toEqual({
      state: 'broken',
      statusCode: 404,
      reason: '127.0.0.1 returns status 404: the page does not exist.',
      checkedAt: clock.now(),
    });
    expect(await checkOf(`${origin}/never-written`)).toBeUndefined();
    const other = await addOrganization(app);
    expect(await checkOf(`${origin}/ok`, other.organizationId)).toBeUndefined();
  });

  test('every address is looked at again after the interval, and new content within the hour', async () => {
    await start({ linkCheckDays: 3 });
    await pageWith([`${outside.origin}/a`]);
    await runAll();
    await pageWith([`${outside.origin}/b`]);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(outside.asked).toEqual(['HEAD /a', 'HEAD /b']);
    clock.advance(3 * DAY_MS - HOUR_MS - 1);
    await runJobs(app);
    expect(outside.asked).toHaveLength(2);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(outside.asked).toEqual(['HEAD /a', 'HEAD /b', 'HEAD /a']);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(outside.asked).toEqual(['HEAD /a', 'HEAD /b', 'HEAD /a', 'HEAD /b']);
    expect(await listJobs()).toHaveLength(1);
  });

  test('an address that was checked while the clock was ahead is looked at again after the interval', async () => {
    await start({ linkCheckDays: 3 });
    await pageWith([`${outside.origin}/a`]);
    clock.advance(300 * DAY_MS);
    await runAll();
    clock.advance(-300 * DAY_MS);
    await runJobs(app);
    clock.advance(HOUR_MS);
    await runJobs(app);
    clock.advance(3 * DAY_MS);
    await runJobs(app);
    expect(outside.asked).toEqual(['HEAD /a', 'HEAD /a']);
  });

  test('a shorter interval counts from the next start on', async () => {
    await start({ linkCheckDays: 300 });
    await pageWith([`${outside.origin}/a`]);
    await runAll();
    clock.advance(2 * DAY_MS);
    const restarted = await build({ linkCheckDays: 1, allowPrivateNetworks: true }, {}, app);
    await runAll(restarted);
    await restarted.close();
    expect(outside.asked).toEqual(['HEAD /a', 'HEAD /a']);
  });

  test('addresses that vanish are forgotten, with the space or by an edit', async () => {
    await start();
    const { origin } = outside;
    const edited = await pageWith([`${origin}/a`, `${origin}/shared`]);
    const deleted = await pageWith([`${origin}/b`, `${origin}/shared`]);
    await runAll();
    expect(await storedUrls()).toEqual([`${origin}/a`, `${origin}/b`, `${origin}/shared`]);
    await pageWith([`${origin}/shared`], edited);
    await app.request('DELETE', `/v1/spaces/${deleted}`);
    await runAll();
    expect(await storedUrls()).toEqual([`${origin}/shared`]);
    await app.request('POST', `/v1/spaces/${deleted}/restore`);
    await runAll();
    expect(await storedUrls()).toEqual([`${origin}/b`, `${origin}/shared`]);
    expect(outside.asked.filter((asked) => asked === 'HEAD /shared')).toHaveLength(1);
  });

  test('a space that leaves while it is read is let go: no deadlock fails its transfer', async () => {
    await start();
    const { origin } = outside;
    const spaceId = await pageWith([`${origin}/before`]);
    await runAll();
    await pageWith([`${origin}/after`], spaceId);
    const { db } = app.context;
    let checking: Promise<void> | undefined;
    await db.transaction().execute(async (trx) => {
      // Were there a circle, this one would find it first.
      await sql`set local deadlock_timeout = '10ms'`.execute(trx);
      await sql`select 1 from space where space_id = ${spaceId} for update`.execute(trx);
      checking = runAll();
      void checking.then(() => {});
      await expect
        .poll(async () => {
          const waiting = await sql<{ count: number }>`
            select count(*) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
          return Number(waiting.rows[0]?.count);
        })
        .toBe(1);
      await trx.deleteFrom('space').where('space_id', '=', spaceId).execute();
    });
    await checking;
    await runAll();
    expect(await storedUrls()).toEqual([]);
  });

  test('what fails in a way that may pass is broken a day later, and fine when it works again', async () => {
    await start();
    const url = `${outside.origin}/ill`;
    responses['/ill'] = (_, response) => response.writeHead(500).end();
    await pageWith([url]);
    await runAll();
    expect(await checkOf(url)).toMatchObject({
      state: 'unknown',
      statusCode: 500,
    });
    clock.advance(DAY_MS);
    await runJobs(app);
    expect(await stateOf(url)).toBe('broken');
    delete responses['/ill'];
    clock.advance(DAY_MS);
    await runJobs(app);
    expect(await checkOf(url)).toEqual({ state: 'ok', statusCode: 200, checkedAt: clock.now() });
  });

  test('a host that asks for patience is left alone, with all of its addresses, for as long as it says', async () => {
    await start({}, { hostsAtOnce: 1 });
    const paths = ['/a', '/b', '/c'];
    for (const path of paths) {
      responses[path] = (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end();
    }
    await pageWith(paths.map((path) => outside.origin + path));
    await runAll();
    expect(outside.asked).toHaveLength(1);
    const asked = (outside.asked[0] as string).slice('HEAD '.length);
    expect(await checkOf(outside.origin + asked)).toMatchObject({ state: 'unknown', statusCode: 429 });
    responses = {};
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(outside.asked).toHaveLength(1);
    clock.advance(HOUR_MS);
    await runJobs(app);
    expect(await Promise.all(paths.map((path) => stateOf(outside.origin + path)))).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
  });

  test('a host is not left alone for what another one, to which it redirects, asks', async () => {
    await start({}, { hostsAtOnce: 1 });
    const paths = ['/a', '/b'];
    for (const path of paths) {
      responses[path] = (_, response) =>
        response.writeHead(302, { location: `http://localhost:${outside.port}/busy${path}` }).end();
      responses[`/busy${path}`] = (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end();
    }
    await pageWith(paths.map((path) => outside.origin + path));
    await runAll();
    expect(outside.asked).toEqual(expect.arrayContaining(paths.map((path) => `HEAD ${path}`)));
  });

  test('private addresses are refused and not called broken', async () => {
    await start({ allowPrivateNetworks: false });
    await pageWith([`${outside.origin}/secret`, `http://localhost:${outside.port}/secret`]);
    await runAll();
    expect(outside.asked).toEqual([]);
    expect(await checkOf(`${outside.origin}/secret`)).toMatchObject({
      state: 'unknown',
      reason: expect.stringContaining('private or local address'),
    });
  });

  test('addresses inside the app, of this instance or of the dialect, are not looked at', async () => {
    await start();
    await pageWith([`${app.context.config.baseUrl}/app/s/1`, 'https://app.gitbook.com/o/1/s/2']);
    await runAll();
    expect(await storedUrls()).toEqual([]);
  });

  test('the link item shows what was found beside its status in the revision', async () => {
    await start();
    responses['/gone'] = gone;
    const spaceId = await pageWith([`${outside.origin}/gone#part`, 'missing.md', `${outside.origin}/a`]);
    await runAll();
    const { items } = (await app.request('GET', `/v1/spaces/${spaceId}/links`)).json();
    const checkedAt = clock.now().toISOString();
    expect(items.map(({ status, external }: Record<string, unknown>) => ({ status, external }))).toEqual([
      {
        status: 'ok',
        external: { state: 'broken', statusCode: 404, reason: expect.stringContaining('404'), checkedAt },
      },
      { status: 'broken' },
      { status: 'ok', external: { state: 'ok', statusCode: 200, checkedAt } },
    ]);
    const off = await build({ linkCheckDays: undefined }, {}, app);
    const shown = (await off.request('GET', `/v1/spaces/${spaceId}/links`)).body;
    await off.close();
    expect(shown).toContain('/gone#part');
    expect(shown).not.toContain('external');
  });

  describe('a list that asks for what was found', () => {
    interface List {
      count: number;
      next?: { page: string };
      stats: object;
      items: { target: string; external?: { state: string } }[];
    }
    const listOf = async (url: string): Promise<List> => {
      const result = await app.request('GET', url);
      expect(result.statusCode, result.body).toBe(200);
      return result.json();
    };
    const targetsOf = ({ items }: List): string[] =>
      items.map(({ target }) => target.replace(outside.origin, ''));

    beforeEach(async () => {
      await start();
      responses['/gone'] = gone;
      responses['/private'] = (_, response) => response.writeHead(403).end();
    });

    test('holds the addresses outside of that state, and counts only them', async () => {
      const { origin } = outside;
      const spaceId = await addSpace(app);
      await putContent(app, spaceId, {
        'README.md': `# Page\n\n[a](${origin}/a) [b](${origin}/gone#part) [c](missing.md) ![d](${origin}/gone) [e](mailto:a@b.c)\n`,
        'more.md': `# More\n\n[f](${origin}/gone) [g](${origin}/private)\n`,
        'SUMMARY.md': '* [Page](README.md)\n* [More](more.md)\n',
      });
      await runAll();
      const url = `/v1/spaces/${spaceId}/links`;
      const broken = await listOf(`${url}?external=broken`);
      expect(targetsOf(broken)).toEqual(['/gone#part', '/gone', '/gone']);
      expect(broken.items.map(({ external }) => external?.state)).toEqual(['broken', 'broken', 'broken']);
      expect(broken).toMatchObject({ count: 3, stats: { total: 7, broken: { total: 1 } } });
      expect(targetsOf(await listOf(`${url}?external=ok`))).toEqual(['/a']);
      expect(targetsOf(await listOf(`${url}?external=unknown`))).toEqual(['/private']);
      expect(targetsOf(await listOf(`${url}?external=broken&status=broken`))).toEqual([]);
      const pages = (await app.request('GET', `/v1/spaces/${spaceId}/content/pages`)).json().pages;
      const ofPage = `/v1/spaces/${spaceId}/content/page/${pages[1].id}/links`;
      expect(targetsOf(await listOf(`${ofPage}?external=broken`))).toEqual(['/gone']);
    });

    test('goes on behind the last one, whatever was found meanwhile', async () => {
      const paths = ['/a', '/b', '/c', '/d'];
      for (const path of paths) responses[path] = gone;
      const spaceId = await pageWith(paths.map((path) => outside.origin + path));
      await runAll();
      const url = `/v1/spaces/${spaceId}/links?external=broken&limit=2`;
      const first = await listOf(url);
      expect(targetsOf(first)).toEqual(['/a', '/b']);
      delete responses['/a'];
      clock.advance(7 * DAY_MS);
      await runAll();
      const next = first.next?.page;
      const second = await listOf(`${url}&page=${next}`);
      expect(targetsOf(second)).toEqual(['/c', '/d']);
      expect(second).toMatchObject({ count: 3 });
      expect(second.next).toBeUndefined();
      const other = await app.request('GET', `${url.replace('broken', 'ok')}&page=${next}`);
      expect(other.statusCode).toBe(400);
    });

    test('is refused while checks are off, rather than empty', async () => {
      const spaceId = await pageWith([`${outside.origin}/gone`]);
      await runAll();
      const off = await build({ linkCheckDays: undefined }, {}, app);
      const refused = await off.request('GET', `/v1/spaces/${spaceId}/links?external=broken`);
      await off.close();
      expect(refused.statusCode).toBe(400);
      expect(refused.json().error.details[0].path).toBe('external');
      expect(refused.json().error.message).toContain('LECTERN_LINK_CHECKS');
    });
  });

  test('this service asks nothing of itself', async () => {
    await start({ baseUrl: outside.origin });
    await pageWith([`${outside.origin}/app/o/1`]);
    await runAll();
    expect(outside.asked).toEqual([]);
    expect(await storedUrls()).toEqual([]);
  });

  test('credentials in an address are neither sent nor stored', async () => {
    await start();
    const headers: unknown[] = [];
    responses['/a'] = (request, response) => {
      headers.push(request.headers.authorization);
      response.end();
    };
    const url = `${outside.origin.replace('://', '://me:secret@')}/a`;
    await pageWith([url]);
    await runAll();
    expect(headers).toEqual([undefined]);
    expect(await stateOf(url)).toBe('ok');
    const rows = await app.context.db.selectFrom('external_link').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  test('the metrics count them', async () => {
    await start();
    responses['/gone'] = gone;
    await pageWith([`${outside.origin}/a`, `${outside.origin}/gone`]);
    await runAll();
    const { body } = await app.request('GET', '/metrics');
    expect(body).toContain('lectern_external_links{state="ok"} 1');
    expect(body).toContain('lectern_external_links{state="broken"} 1');
  });
});

describe('the job', () => {
  test('is one, however many processes start, and two that work ask nothing twice', async () => {
    await start();
    const second = await build({ linkCheckDays: 7, allowPrivateNetworks: true }, {}, app);
    const paths = Array.from({ length: 20 }, (_, n) => `/${n}`);
    await pageWith(paths.map((path) => outside.origin + path));
    await Promise.all([startJob(app, LINK_CHECKS), startJob(second, LINK_CHECKS)]);
    expect(await listJobs()).toHaveLength(1);
    await Promise.all([runJobs(app), runJobs(second)]);
    await runJobs(app);
    await second.close();
    expect([...outside.asked].sort()).toEqual(paths.map((path) => `HEAD ${path}`).sort());
    expect(await listJobs()).toHaveLength(1);
  });

  test('that is cut off keeps what it found, and goes on with the rest', async () => {
    await start();
    const controller = new AbortController();
    let stopsAt = 3;
    const listener: RequestListener = (_, response) => {
      stopsAt -= 1;
      if (stopsAt === 0) controller.abort(new Error('killed'));
      else response.end();
    };
    const paths = ['/a', '/b', '/c', '/d', '/e'];
    for (const path of paths) responses[path] = listener;
    await pageWith(paths.map((path) => outside.origin + path));
    await startJob(app, LINK_CHECKS);
    const [job] = await listJobs();
    const { run } = app.app.jobs[LINK_CHECKS];
    if (!job) throw new Error('There is no job.');
    const { organization_id: organizationId, job_id: jobId } = job;
    await expect(run({ organizationId, jobId, payload: {}, attempt: 1 }, controller.signal)).rejects.toThrow(
      'killed',
    );
    expect(outside.asked).toHaveLength(3);
    // The job and its successor.
    expect(await listJobs()).toHaveLength(2);
    await runJobs(app);
    const twice = outside.asked[2];
    expect([...outside.asked].sort()).toEqual([...paths.map((path) => `HEAD ${path}`), twice].sort());
    expect(await Promise.all(paths.map((path) => stateOf(outside.origin + path)))).toEqual(
      paths.map(() => 'ok'),
    );
    expect(await listJobs()).toHaveLength(1);
  });

  test('works in slices, so that others have their turn', async () => {
    await start({}, { sliceMs: -1 });
    await pageWith([`${outside.origin}/a`]);
    await startJob(app, LINK_CHECKS);
    const [job] = await listJobs();
    const { run } = app.app.jobs[LINK_CHECKS];
    if (!job) throw new Error('There is no job.');
    const { organization_id: organizationId, job_id: jobId } = job;
    await run({ organizationId, jobId, payload: {}, attempt: 1 }, new AbortController().signal);
    expect(outside.asked).toEqual([]);
    const successor = (await listJobs()).find(({ job_id }) => job_id !== jobId);
    expect(successor?.run_at).toEqual(clock.now());
  });

  test('spends no more than half of a slice on spaces that changed, those of all organizations in turn', async () => {
    let looks = 0;
    const stopwatch = (): number => {
      looks += 1;
      return looks;
    };
    await start({}, { sliceMs: 10, stopwatch });
    const other = await addOrganization(app);
    for (let n = 0; n < 12; n += 1) await pageWith([`${outside.origin}/many-${n}`]);
    const spaceId = await addSpace(app, { organizationId: other.organizationId });
    await putContent(app, spaceId, { 'README.md': `[x](${outside.origin}/few)\n` });
    await startJob(app, LINK_CHECKS);
    const [job] = await listJobs();
    const { run } = app.app.jobs[LINK_CHECKS];
    if (!job) throw new Error('There is no job.');
    const { organization_id: organizationId, job_id: jobId } = job;
    await run({ organizationId, jobId, payload: {}, attempt: 1 }, new AbortController().signal);
    expect(outside.asked).toContain('HEAD /few');
    expect(outside.asked.length).toBeLessThan(13);
    await runJobs(app);
    expect(outside.asked).toHaveLength(13);
  });
});

describe('while checks are off', () => {
  test('no job waits and nothing is asked', async () => {
    await start({ linkCheckDays: undefined });
    await pageWith([`${outside.origin}/a`]);
    await runAll();
    expect(await listJobs()).toEqual([]);
    expect(await storedUrls()).toEqual([]);
    expect(outside.asked).toEqual([]);
    expect((await app.request('GET', '/metrics')).body).not.toContain('external_links');
  });

  test('a run that waited since they were on does nothing and is the last', async () => {
    await start();
    await pageWith([`${outside.origin}/a`]);
    await startJob(app, LINK_CHECKS);
    const off = await build({ linkCheckDays: undefined, allowPrivateNetworks: true }, {}, app);
    await runAll(off);
    await off.close();
    expect(await listJobs()).toEqual([]);
    expect(outside.asked).toEqual([]);
  });
});
