import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { putContent } from '../../../../../test/content.ts';
import {
  addCollection,
  addMember,
  addOrganization,
  addSite,
  addSpace,
  addTeam,
  addUser,
  addUserToken,
  grantRole,
} from '../../../../../test/factories.ts';
import { addReadSite } from '../../../../../test/fixtures/insights/answers/answers.ts';
import { eventOf, track } from '../../../../../test/fixtures/insights/insights.ts';
import { fillOrganization } from '../../../../../test/fixtures/lifecycle/organization-deletion/filled-organization.ts';
import {
  NOT_ARCHIVED,
  OTHERWISE_ARCHIVED,
} from '../../../../../test/fixtures/lifecycle/tables-without-archive.ts';
import { runJobs } from '../../../../../test/jobs.ts';
import { visitSite } from '../../../../../test/visit-site.ts';
import { zipOf } from '../../../../../test/zip.ts';
import { buildPublishedApp } from '../../../../sites/published-app.ts';
import { fixTextForm, readColumns, readRows } from './archive-rows.queries.ts';
import { ARCHIVED_TABLES, CONTENT_HASH_COLUMNS, PERSON_COLUMNS } from './archive-tables.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  [app, other] = await Promise.all([buildTestApp(), buildTestApp()]);
});
afterAll(async () => {
  await app.close();
  await other.close();
});

interface Report {
  id: string;
  status: string;
  report: { people: { invited: number; unmatched: string[] }; changedIds: number; notes: string[] };
  error: { reason: string; message: string };
}

/** Exports by the API and returns the archive. */
async function exportArchive(from: TestApp, organizationId: string, token: string): Promise<Buffer> {
  const exports = `/v1/orgs/${organizationId}/exports`;
  const begun = await from.request('POST', exports, { token });
  expect(begun.statusCode).toBe(202);
  await runJobs(from);
  const ended = (await from.request('GET', `${exports}/${begun.json().id}`, { token })).json();
  expect(ended).toMatchObject({ status: 'completed', urls: { archive: expect.any(String) } });
  const response = await from.request('GET', `${exports}/${ended.id}/archive`, { token });
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.length).toBe(ended.size);
  await from.request('DELETE', `${exports}/${ended.id}`, { token });
  return response.rawPayload;
}

async function importArchive(into: TestApp, archive: Buffer, administrator?: string): Promise<Report> {
  const { userId } = administrator ? { userId: administrator } : await addUser(into);
  const begun = await into.request('POST', `/v1/instance/organization-imports?administrator=${userId}`, {
    body: archive,
    headers: { 'content-type': 'application/zip' },
  });
  expect(begun.statusCode, begun.body).toBe(202);
  await runJobs(into);
  return (await into.request('GET', `/v1/instance/organization-imports/${begun.json().id}`)).json();
}

async function readFirstPage(here: TestApp, spaceId: string, token: string): Promise<string> {
  const content = `/v1/spaces/${spaceId}/content`;
  const [page] = (await here.request('GET', content, { token })).json().pages;
  return (await here.request('GET', `${content}/page/${page.id}?format=markdown`, { token })).body;
}

/** The files of an archive, for tests that change some. */
async function unzip(archive: Buffer): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  const zip = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
}

const rowsOf = (files: Record<string, Buffer>, table: string): (string | null)[][] =>
  String(files[`tables/${table}.jsonl`])
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Replaces rows, keeping the manifest true. */
function withRows(files: Record<string, Buffer>, table: string, rows: unknown[]): Record<string, Buffer> {
  const manifest = JSON.parse(String(files['manifest.json']));
  for (const one of manifest.tables) if (one.name === table) one.rows = rows.length;
  return {
    ...files,
    'manifest.json': Buffer.from(JSON.stringify(manifest)),
    [`tables/${table}.jsonl`]: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  };
}

const columnAt = (files: Record<string, Buffer>, table: string, column: string): number =>
  JSON.parse(String(files['manifest.json']))
    .tables.find(({ name }: { name: string }) => name === table)
    .columns.indexOf(column);

/** Accounts have other ids on every instance. */
async function createWithoutPeople(db: TestApp['context']['db']): Promise<(text: string) => string> {
  const people = await db.selectFrom('user_account').select('user_id').execute();
  const ids = new Set(people.map(({ user_id }) => user_id));
  return (text) =>
    text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (ids.has(id) ? 'PERSON' : id));
}

/** All archived rows as texts, without what an import decides itself. */
async function describeRows({ context }: TestApp, organizationId: string): Promise<Record<string, string[]>> {
  return context.db.transaction().execute(async (trx) => {
    await fixTextForm(trx);
    const columnsOf = await readColumns(trx, ARCHIVED_TABLES);
    const withoutPeople = await createWithoutPeople(context.db);
    const described: Record<string, string[]> = {};
    for (const { name } of ARCHIVED_TABLES) {
      const columns = (columnsOf.get(name) ?? [])
        .map((column) => column.name)
        .filter((column) => !PERSON_COLUMNS.has(column) && !CONTENT_HASH_COLUMNS.has(`${name}.${column}`));
      const rows: string[] = [];
      if (columns.length > 0)
        for await (const batch of readRows(trx, { table: name, columns, organizationId }))
          rows.push(...batch.map((row) => JSON.stringify(row)));
      described[name] = rows
        .map((row) => withoutPeople(row.replaceAll(organizationId, 'ORGANIZATION')))
        .filter((row) => name !== 'audit_event' || !/organization\.(imported|exported|export-)/.test(row))
        .sort();
    }
    return described;
  });
}

describe('the tables', () => {
  test('every table with rows of organizations is archived or has a reason not to be', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'organization_id' and not a.attisdropped`.execute(app.context.db);
    const said = [
      ...ARCHIVED_TABLES.map(({ name }) => name),
      ...Object.keys(OTHERWISE_ARCHIVED),
      ...Object.keys(NOT_ARCHIVED),
    ];
    expect(said.toSorted()).toEqual([...new Set(said)].toSorted());
    expect(said.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  });

  test('every column with ids says whether they are those of people', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relname = any(${ARCHIVED_TABLES.map(({ name }) => name)}::text[]) and a.atttypid = 'uuid'::regtype
        and c.relnamespace = 'public'::regnamespace and not a.attisdropped`.execute(app.context.db);
    const others = rows.map(({ name }) => name).filter((name) => !PERSON_COLUMNS.has(name));
    // A new column of a person belongs to PERSON_COLUMNS, or an import would let an archive name people of its instance.
    expect(others.toSorted()).toMatchSnapshot();
  });

  test('no column whose name or comment tells of a secret is archived', async () => {
    const columnsOf = await app.context.db.transaction().execute((trx) => readColumns(trx, ARCHIVED_TABLES));
    const secret =
      /secret|password|credential|token|digest|salt|sealed|auth_key|old_key|visitor_key|challenge/;
    const found = [...columnsOf].flatMap(([table, columns]) =>
      columns.filter(({ name }) => secret.test(name)).map(({ name }) => `${table}.${name}`),
    );
    // The digest of what a reader wrote tells that it was imported before.
    // Visitors are found by the salt of their site, for example to delete what they did.
    expect(found).toEqual(['site.auth_key_number', 'site_insights.salt', 'conversation.digest']);
  });
});

describe('a round trip', () => {
  test('brings every row of every table to another instance', async () => {
    const { organizationId, token } = await fillOrganization(app);
    await sql`delete from content_pack where organization_id = ${organizationId}`.execute(app.context.db);
    await sql`delete from revision_pack where organization_id = ${organizationId}`.execute(app.context.db);
    const archive = await exportArchive(app, organizationId, token);
    const files = await unzip(archive);
    const before = await describeRows(app, organizationId);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const imported = await importArchive(other, archive);
    expect(imported, JSON.stringify(imported.error)).toMatchObject({
      status: 'completed',
      report: { changedIds: 0 },
    });
    expect(await describeRows(other, imported.id)).toEqual(before);
    expect(Object.keys(files).filter((name) => name.startsWith('files/')).length).toBeGreaterThan(0);
  });

  test('shows the same content, history, discussion and pages, and invites the members', async () => {
    const { organizationId, creatorId } = await addOrganization(app, { title: 'Moves' });
    const token = await addUserToken(app, creatorId);
    const member = await addMember(app, { organizationId, role: 'edit' });
    const team = await addTeam(app, { organizationId, title: 'Writers', members: [member.userId] });
    const collection = await addCollection(app, { organizationId });
    const spaceId = await addSpace(app, { organizationId, parentId: collection, title: 'Guide' });
    const picture = randomBytes(2000);
    const linked = await addSpace(app, { organizationId, title: 'Other' });
    const files = {
      'README.md': `# Guide\n\n![A picture](a.png)\n\n[Other](/spaces/${linked})\n\nFor ${organizationId}.\n`,
      'more/README.md': '# More\n\nText.\n',
      'a.png': picture,
    };
    await putContent(app, spaceId, files);
    await putContent(app, spaceId, { ...files, 'more/README.md': '# More\n\nOther text.\n' });
    await putContent(app, linked, { 'README.md': '# Other\n' });
    await grantRole(app, { organizationId, teamId: team, role: 'review', spaceId });
    await grantRole(app, { organizationId, userId: member.userId, role: 'create', spaceId: linked });
    const siteId = await addSite(app, { organizationId, spaceIds: [spaceId, linked], isPublished: true });
    const request = await app.request('POST', `/v1/spaces/${spaceId}/change-requests`, {
      token,
      body: { subject: 'Better' },
    });
    const requestId = request.json().id;
    await app.request('POST', `/v1/spaces/${spaceId}/change-requests/${requestId}/comments`, {
      token,
      body: { body: { markdown: 'Is this better?' } },
    });
    await runJobs(app);

    const archive = await exportArchive(app, organizationId, token);
    const administrator = await addUser(other);
    const adminToken = await addUserToken(other, administrator.userId);
    const imported = await importArchive(other, archive, administrator.userId);
    expect(imported, JSON.stringify(imported.error)).toMatchObject({
      status: 'completed',
      report: { people: { invited: 2, unmatched: [] }, changedIds: 0, notes: [] },
    });
    await runJobs(other);

    const create = async (here: TestApp, id: string) => {
      const withoutPeople = await createWithoutPeople(here.context.db);
      return (text: string): unknown =>
        JSON.parse(withoutPeople(text).replaceAll(id, 'ORGANIZATION'), (name, value) => {
          // Keys of the instance sign addresses, people are others until they accept, and the caller is another one.
          if (name === 'downloadURL') return String(value).split('/').slice(0, 6).join('/');
          if (
            ['documentId', 'author', 'user', 'createdBy', 'postedBy', 'permissions', 'unread'].includes(name)
          )
            return undefined;
          return value;
        });
    };
    const [normalize, normalizeOther] = [await create(app, organizationId), await create(other, imported.id)];
    const paths = [
      `/v1/spaces/${spaceId}`,
      `/v1/spaces/${spaceId}/content`,
      `/v1/spaces/${spaceId}/content/path/more`,
      `/v1/spaces/${spaceId}/revisions`,
      `/v1/spaces/${spaceId}/content/files`,
      `/v1/spaces/${spaceId}/change-requests`,
      `/v1/spaces/${spaceId}/change-requests/${requestId}`,
      `/v1/spaces/${spaceId}/change-requests/${requestId}/comments`,
      `/v1/orgs/ORGANIZATION/collections`,
      `/v1/orgs/ORGANIZATION/spaces`,
      `/v1/orgs/ORGANIZATION/sites/${siteId}`,
      `/v1/orgs/ORGANIZATION/sites/${siteId}/structure`,
      `/v1/orgs/ORGANIZATION/sites/${siteId}/customization`,
    ];
    for (const path of paths) {
      const [left, right] = await Promise.all([
        app.request('GET', path.replace('ORGANIZATION', organizationId), { token }),
        other.request('GET', path.replace('ORGANIZATION', imported.id), { token: adminToken }),
      ]);
      expect(left.statusCode, `${path}: ${left.body}`).toBe(200);
      expect(normalizeOther(right.body), path).toEqual(normalize(left.body));
    }

    // The id of the organization is another one in the text, and with it the hashes up to the revision.
    const text = await readFirstPage(other, spaceId, adminToken);
    expect(text).toContain(imported.id);
    expect(text).not.toContain(organizationId);

    const sees = async (here: TestApp, id: string, asker: string) => {
      const site = (await here.request('GET', `/v1/orgs/${id}/sites/${siteId}`, { token: asker })).json();
      const { origin, pathname } = new URL(site.urls.published);
      const { pages } = await visitSite(buildPublishedApp({ ...here.app.published, log: here.context.log }), {
        origin,
        home: pathname,
      });
      return pages
        .map(([path, page]) => `${path} ${page.text.replaceAll(id, '').replace(/\/files\/[^"' ]+/g, '')}`)
        .sort();
    };
    const [seen, seenThere] = [
      await sees(app, organizationId, token),
      await sees(other, imported.id, adminToken),
    ];
    expect(seen.length).toBeGreaterThan(2);
    expect(seenThere).toEqual(seen);

    const members = (
      await other.request('GET', `/v1/orgs/${imported.id}/members`, { token: adminToken })
    ).json();
    expect(members.items.map(({ disabled = false }) => disabled).toSorted()).toEqual([false, true, true]);
  });
});

describe('insights', () => {
  const runInsights = async (here: TestApp): Promise<void> => {
    const run = { organizationId: here.organizationId, jobId: here.organizationId, payload: {}, attempt: 1 };
    for (const kind of ['insights-rollups', 'insights-upkeep'] as const)
      await here.app.jobs[kind].run(run, new AbortController().signal);
  };
  const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
  const answers = [
    ...['traffic', 'breakdown', 'top-pages', 'entry-pages', 'exit-pages', 'searches', 'feedback'],
    ...['missing-pages', 'agents', 'unread-pages'],
  ].map((name) => `answers/${name}`);

  test('answer the same on the other instance, before and after the rollups, and visitors can be deleted', async () => {
    const site = await addReadSite(app);
    const of = (n: number, fields = {}) => ({
      timestamp: ago(n % 20),
      session: { visitorId: `visitor-${n % 3}`, sessionId: `session-${n % 5}` },
      ...fields,
    });
    const claims = { visitorAuthClaims: { plan: 'pro' }, visitorId: 'visitor-0', sessionId: 'session-0' };
    const send = async (events: unknown[]): Promise<void> => {
      expect((await track(app, site, events)).statusCode).toBe(204);
    };
    await send(Array.from({ length: 40 }, (_, n) => site.on(['', 'install', 'guide'][n % 3] ?? '', of(n))));
    await runInsights(app);
    await send([
      ...Array.from({ length: 10 }, (_, n) => site.on('nowhere', of(n))),
      site.on('guide', { ...of(1), session: claims }),
      site.on('guide', { ...of(2), type: 'search_type_query', query: 'How to install' }),
      site.on('guide', { ...of(3), type: 'page_post_feedback', feedback: { rating: 'good' } }),
    ]);
    const archive = await exportArchive(app, app.organizationId, app.adminToken);
    const administrator = await addUser(other);
    const token = await addUserToken(other, administrator.userId);
    const imported = await importArchive(other, archive, administrator.userId);
    expect(imported, JSON.stringify(imported.error)).toMatchObject({ status: 'completed' });

    const there = site.url.replace(app.organizationId, imported.id);
    const readAll = async (here: TestApp, url: string, by: string): Promise<Record<string, unknown>> => {
      const seen: Record<string, unknown> = {};
      for (const path of [...answers, 'events/export', 'visitor-segments']) {
        const response = await here.request('GET', `${url}/${path}?range=last7Days`, { token: by });
        expect(response.statusCode, `${path}: ${response.body}`).toBe(200);
        // The range ends now.
        seen[path] = response.body
          .replaceAll(imported.id, app.organizationId)
          .replace(/"to":"[^"]*"/, '"to":"now"');
      }
      const body = {
        range: 'last7Days',
        groupBy: [{ column: 'pagePath' }, { column: 'visitorId' }],
        select: [{ column: 'pagePath' }, { column: 'eventsCount' }, { column: 'visitorsCount' }],
      };
      for (const groupBy of [[], [{ column: 'datetime', interval: 'day' }]]) {
        const asked = { ...body, groupBy, select: [...groupBy, ...body.select.slice(1)] };
        const response = await here.request('POST', `${url}/events/aggregate`, { token: by, body: asked });
        expect(response.statusCode, response.body).toBe(200);
        seen[`aggregate by ${groupBy.length}`] = response.body;
      }
      return seen;
    };
    const before = await readAll(app, site.url, app.adminToken);
    expect(String(before['answers/top-pages'])).toContain('guide');
    expect(await readAll(other, there, token)).toEqual(before);
    await runInsights(app);
    await runInsights(other);
    expect(await readAll(app, site.url, app.adminToken)).toEqual(before);
    expect(await readAll(other, there, token)).toEqual(before);
    const remove = async (here: TestApp, url: string, by: string) =>
      (
        await here.request('POST', `${url}/visitors/delete`, { token: by, body: { visitorId: 'visitor-1' } })
      ).json();
    const deleted = await remove(app, site.url, app.adminToken);
    expect(deleted.deleted).toBeGreaterThan(10);
    expect(await remove(other, there, token)).toEqual(deleted);

    // By this, the upkeep finds them when their time is over or the site is deleted.
    const { rows } = await sql`
      select site_id::text as site from site_event_usage where organization_id = ${imported.id}
        and site_id = ${site.siteId}`.execute(other.context.db);
    expect(rows).toEqual([{ site: site.siteId }]);
  });

  test('an archive of an earlier version has none, and its sites count from then on', async () => {
    const { files, siteId } = await archiveOfOne(app);
    const manifest = JSON.parse(String(files['manifest.json']));
    const added = ['site_event', 'site_claims', 'site_claim_value'];
    manifest.tables = manifest.tables.filter(({ name }: { name: string }) => !added.includes(name));
    const saltAt = columnAt(files, 'site_insights', 'salt');
    for (const table of manifest.tables) if (table.name === 'site_insights') table.columns.splice(saltAt, 1);
    const earlier = withRows(
      Object.fromEntries(
        Object.entries({ ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) }).filter(
          ([path]) => !added.some((name) => path === `tables/${name}.jsonl`),
        ),
      ),
      'site_insights',
      rowsOf(files, 'site_insights').map((row) => row.toSpliced(saltAt, 1)),
    );
    const administrator = await addUser(other);
    const token = await addUserToken(other, administrator.userId);
    const imported = await importArchive(other, await zipOf(earlier), administrator.userId);
    expect(imported, JSON.stringify(imported.error)).toMatchObject({ status: 'completed' });
    const url = `/v1/orgs/${imported.id}/sites/${siteId}/insights`;
    const sent = await other.request('POST', `${url}/events`, { token, body: { events: [eventOf({})] } });
    expect(sent.statusCode, sent.body).toBe(204);
    expect(await countEvents(other, imported.id)).toBe(1);
  });

  test('events that are too old by now are left out, and the report says how many', async () => {
    const { files } = await archiveOfOne(app);
    const manifest = JSON.parse(String(files['manifest.json']));
    manifest.createdAt = '2001-01-01T00:00:00.000Z';
    const at = columnAt(files, 'site_event', 'occurred_at');
    const rows = rowsOf(files, 'site_event').map((row) => row.with(at, '2000-06-01 00:00:00+00'));
    const old = withRows(
      { ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) },
      'site_event',
      rows,
    );
    const imported = await importArchive(other, await zipOf(old));
    expect(imported.report.notes).toEqual([expect.stringContaining('1 events of sites are older')]);
    expect(await countEvents(other, imported.id)).toBe(0);
  });
});

async function countMonths({ context }: TestApp): Promise<number> {
  const { rows } = await sql<{ months: number }>`
    select count(*)::int as months from pg_inherits where inhparent = 'site_event'::regclass`.execute(
    context.db,
  );
  return rows[0]?.months ?? 0;
}

async function countEvents({ context }: TestApp, organizationId: string): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select (select count(*) from site_event where organization_id = ${organizationId})::int
      + (select count(*) from site_event_hour where organization_id = ${organizationId})::int as events`.execute(
    context.db,
  );
  return rows[0]?.events ?? 0;
}

/** A small organization, and its archive. */
async function archiveOfOne(from: TestApp): Promise<{
  archive: Buffer;
  files: Record<string, Buffer>;
  organizationId: string;
  spaceId: string;
  siteId: string;
  token: string;
  email: string;
}> {
  const { organizationId, creatorId } = await addOrganization(from);
  const token = await addUserToken(from, creatorId);
  const { email } = await addMember(from, { organizationId, role: 'edit' });
  const spaceId = await addSpace(from, { organizationId });
  await putContent(from, spaceId, {
    'README.md': `# One\n\nIt is [here](/spaces/${spaceId}).\n`,
    'a.bin': 'file',
  });
  const siteId = await addSite(from, { organizationId, spaceIds: [spaceId], isPublished: true });
  await runJobs(from);
  const events = `/v1/orgs/${organizationId}/sites/${siteId}/insights/events`;
  const sent = await from.request('POST', events, { token, body: { events: [eventOf({})] } });
  expect(sent.statusCode, sent.body).toBe(204);
  const archive = await exportArchive(from, organizationId, token);
  return { archive, files: await unzip(archive), organizationId, spaceId, siteId, token, email };
}

test('into the same instance, ids that are taken become others everywhere', async () => {
  const { archive, organizationId, spaceId, siteId, token } = await archiveOfOne(app);
  const administrator = await addUser(app);
  const imported = await importArchive(app, archive, administrator.userId);
  expect(imported, JSON.stringify(imported.error)).toMatchObject({
    status: 'completed',
    report: { changedIds: 2, notes: [expect.stringContaining('was taken')] },
  });
  await runJobs(app);
  const own = await addUserToken(app, administrator.userId);
  const spaces = (await app.request('GET', `/v1/orgs/${imported.id}/spaces`, { token: own })).json().items;
  expect(spaces.map(({ id }: { id: string }) => id)).not.toContain(spaceId);
  const there = spaces[0].id;
  const text = await readFirstPage(app, there, own);
  expect(text).toContain(there);
  expect(text).not.toContain(spaceId);
  // The first one is as before, and belongs to other people.
  expect(await readFirstPage(app, spaceId, token)).toContain(spaceId);
  expect((await app.request('GET', `/v1/spaces/${spaceId}`, { token: own })).statusCode).toBe(404);
  expect((await app.request('GET', `/v1/orgs/${organizationId}/sites/${siteId}`, { token })).statusCode).toBe(
    200,
  );
});

test('nobody gets access by an import before they accept, and only proven addresses are matched', async () => {
  const { archive, email } = await archiveOfOne(app);
  const { userId } = await addUser(other, { email });
  const token = await addUserToken(other, userId);
  const { db } = other.context;
  await db
    .updateTable('user_account')
    .set({ email_verified_at: null })
    .where('user_id', '=', userId)
    .execute();
  const first = await importArchive(other, archive);
  expect(first.report.people).toEqual({ invited: 1, unmatched: [email] });
  expect((await other.request('GET', `/v1/orgs/${first.id}`, { token })).statusCode).toBe(404);

  await db
    .updateTable('user_account')
    .set({ email_verified_at: new Date() })
    .where('user_id', '=', userId)
    .execute();
  const second = await importArchive(other, archive);
  expect(second.report.people).toEqual({ invited: 2, unmatched: [] });
  expect((await other.request('GET', `/v1/orgs/${second.id}`, { token })).statusCode).toBe(404);
  const member = await db
    .selectFrom('member')
    .select(['disabled', 'is_invited', 'role'])
    .where('organization_id', '=', second.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  expect(member).toEqual({ disabled: true, is_invited: true, role: 'edit' });
});

describe('an archive that is not as exports write it', () => {
  let one: Awaited<ReturnType<typeof archiveOfOne>>;
  let victim: Awaited<ReturnType<typeof archiveOfOne>>;
  beforeAll(async () => {
    one = await archiveOfOne(app);
    victim = await archiveOfOne(other);
  });

  const manifestWith = (change: (manifest: Record<string, unknown>) => void): Record<string, Buffer> => {
    const manifest = JSON.parse(String(one.files['manifest.json']));
    change(manifest);
    return { ...one.files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) };
  };
  const changed = (table: string, column: string, value: string | null): Record<string, Buffer> => {
    const at = columnAt(one.files, table, column);
    const rows = rowsOf(one.files, table).map((row) => row.map((old, place) => (place === at ? value : old)));
    return withRows(one.files, table, rows);
  };
  const without = (name: string): Record<string, Buffer> =>
    Object.fromEntries(Object.entries(one.files).filter(([path]) => path !== name));
  const document = (): [string, string] =>
    JSON.parse(String(one.files['documents.jsonl']).split('\n')[0] as string);

  const cases: [name: string, archive: () => Record<string, Buffer> | Buffer, reason: string][] = [
    ['no archive', () => Buffer.from('no archive'), 'archive-invalid'],
    ['cut off', () => one.archive.subarray(0, one.archive.length / 2), 'archive-invalid'],
    ['without a manifest', () => without('manifest.json'), 'archive-invalid'],
    ['of a newer format', () => manifestWith((m) => Object.assign(m, { format: 99 })), 'archive-newer'],
    [
      'with another file',
      () => ({ ...one.files, 'tables/user_account.jsonl': Buffer.from('[]\n') }),
      'archive-invalid',
    ],
    ['of a row too few', () => ({ ...one.files, 'tables/space.jsonl': Buffer.from('') }), 'archive-invalid'],
    [
      'with an unknown column',
      () =>
        manifestWith((m) => {
          (m.tables as { columns: string[] }[])[3]?.columns.push('organization_id');
        }),
      'archive-invalid',
    ],
    [
      'that lacks a column',
      () => {
        const at = columnAt(one.files, 'space', 'title');
        const files = withRows(
          one.files,
          'space',
          rowsOf(one.files, 'space').map((row) => row.toSpliced(at, 1)),
        );
        const manifest = JSON.parse(String(files['manifest.json']));
        manifest.tables.find(({ name }: { name: string }) => name === 'space').columns.splice(at, 1);
        return { ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) };
      },
      'archive-older',
    ],
    [
      'with a site of a foreign space',
      () => changed('site_space', 'space_id', victim.spaceId),
      'archive-foreign-reference',
    ],
    [
      'with foreign default content',
      () => changed('organization', 'default_content', JSON.stringify({ type: 'site', site: victim.siteId })),
      'archive-foreign-reference',
    ],
    [
      'with a color that is none',
      () =>
        changed(
          'site',
          'customization',
          JSON.stringify({ styling: { primaryColor: { light: 'red}</style><script>', dark: '#ffffff' } } }),
        ),
      'archive-invalid',
    ],
    ['with a value of another type', () => changed('space', 'created_at', 'never'), 'archive-invalid'],
    [
      'with a revision without content',
      () => changed('revision', 'root', `\\x${'ab'.repeat(32)}`),
      'archive-invalid',
    ],
    [
      'with events of a site that it does not have',
      () => changed('site_event', 'site_id', '11111111-2222-4333-8444-555555555555'),
      'archive-invalid',
    ],
    [
      'with events of a site of this instance',
      () => changed('site_event', 'site_id', victim.siteId),
      'archive-invalid',
    ],
    [
      'with events on pages of a foreign space',
      () => changed('site_event', 'space_id', victim.spaceId),
      'archive-foreign-reference',
    ],
    [
      'with events of the future',
      () => changed('site_event', 'occurred_at', '2999-01-01 00:00:00+00'),
      'archive-invalid',
    ],
    ['with events of any time', () => changed('site_event', 'occurred_at', 'infinity'), 'archive-invalid'],
    [
      'with events of thousands of months',
      () => {
        const at = columnAt(one.files, 'site_event', 'occurred_at');
        const [row] = rowsOf(one.files, 'site_event') as [(string | null)[]];
        const times = Array.from({ length: 9000 }, (_, n) => {
          const year = String(1000 + Math.floor(n / 12)).padStart(4, '0');
          return `${year}-${String((n % 12) + 1).padStart(2, '0')}-01 00:00:00+00`;
        });
        return withRows(
          one.files,
          'site_event',
          times.map((time) => row.with(at, time)),
        );
      },
      'archive-invalid',
    ],
    ['with an event of no type', () => changed('site_event', 'type', '99'), 'archive-invalid'],
    [
      'with claims of another site',
      () =>
        withRows(one.files, 'site_claims', [
          ['11111111-2222-4333-8444-555555555555', '1', '{}', '2026-01-01'],
        ]),
      'archive-invalid',
    ],
    [
      'with a key of insights without end',
      () => changed('site_insights', 'salt', `\\x${'ab'.repeat(100)}`),
      'archive-invalid',
    ],
    ['without its nodes', () => ({ ...one.files, 'nodes.jsonl': Buffer.from('') }), 'archive-invalid'],
    [
      'with another document under the same name',
      () => ({
        ...one.files,
        'documents.jsonl': Buffer.from(`${JSON.stringify([document()[0], 'Other'])}\n`),
      }),
      'archive-invalid',
    ],
    [
      'with another file under the same name',
      () => {
        const name = Object.keys(one.files).find((path) => path.startsWith('files/')) as string;
        return { ...one.files, [name]: Buffer.from('other') };
      },
      'archive-invalid',
    ],
    [
      'that would be enormous',
      () => ({ ...one.files, 'people.jsonl': Buffer.alloc(51_000_000, ' ') }),
      'archive-invalid',
    ],
    [
      'with a person of no form',
      () => ({ ...one.files, 'people.jsonl': Buffer.from('{"userId":"x"}\n') }),
      'archive-invalid',
    ],
  ];

  test.each(cases)('%s is refused, and nothing is left', async (_, archive, reason) => {
    const before = await other.context.db.selectFrom('organization').select('organization_id').execute();
    const users = await other.context.db.selectFrom('user_account').select('user_id').execute();
    const months = await countMonths(other);
    const given = archive();
    const bytes = Buffer.isBuffer(given) ? given : await zipOf(given);
    const imported = await importArchive(other, bytes);
    expect(imported.error, JSON.stringify(imported)).toMatchObject({ reason });
    expect(await other.context.db.selectFrom('organization').select('organization_id').execute()).toEqual(
      before,
    );
    // The one whom the test made.
    expect((await other.context.db.selectFrom('user_account').select('user_id').execute()).length).toBe(
      users.length + 1,
    );
    const left: unknown[] = [];
    for await (const blob of other.context.blobs.list(imported.id)) left.push(blob);
    expect(left).toEqual([]);
    expect(await countEvents(other, imported.id)).toBe(0);
    expect(await countMonths(other)).toBeLessThanOrEqual(months + 1);
  });

  test('an author whom it does not describe is nobody of this instance', async () => {
    const { userId } = await addUser(other);
    const imported = await importArchive(other, await zipOf(changed('revision', 'author_id', userId)));
    expect(imported.status).toBe('completed');
    const { rows } = await sql`
      select 1 from revision where organization_id = ${imported.id} and author_id = ${userId}`.execute(
      other.context.db,
    );
    expect(rows).toEqual([]);
  });
});
