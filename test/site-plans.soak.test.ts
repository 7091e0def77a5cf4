/**
 * The statements of all lists and lookups of sites at 1,000 sites of 50 site spaces: each uses an
 * index, and the rows that they read do not grow with the sites of others.
 */
import { CompiledQuery, type KyselyPlugin, PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listDueHostnameRows,
  listHostnameRows,
} from '../apps/server/domains/publishing/site-settings/hostnames/hostnames.repository.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { addSite, addSpace } from './factories.ts';

const SITE_SPACES = 50;
const OWN_SITES = 1000;
const HOSTNAME = 'docs.customer.example';

let app: TestApp;
let other: string;
let siteId: string;
let basename: string;
let spaceIds: string[];

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

interface Work {
  /** Rows of tables that were looked at, also those that did not match. */
  rows: number;
  /** Tables that were read whole. */
  whole: string[];
}

/** Copies rows of a table, with other values in some columns: each is an expression that may use `n`. */
async function copyRows(
  table: string,
  { from, count, changes }: { from: string; count: number; changes: Record<string, string> },
): Promise<void> {
  const fields = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`);
  await app.database.sql.unsafe(`
    insert into ${table}
    select (jsonb_populate_record(t, jsonb_build_object(${fields.join(', ')}))).*
    from ${table} t, generate_series(1, ${count}) n where ${from}`);
}

const UUID = (name: string) => `md5(${name})::uuid`;

/** Sites like the first one, with its spaces, in an organization. */
async function addSites(organizationId: string, prefix: string, count: number): Promise<void> {
  const site = { site_id: UUID(`'${prefix}' || n`), organization_id: `'${organizationId}'` };
  const name = `'${prefix}-' || n`;
  const isFirst = `t.site_id = '${siteId}'`;
  await copyRows('site_directory', { from: isFirst, count, changes: site });
  const changes = { ...site, basename: name, hostname: `${name} || '.example'` };
  await copyRows('site', { from: isFirst, count, changes });
  await copyRows('site_address', { from: isFirst, count, changes: { ...site, name: `t.kind || ${name}` } });
  const ids = (column: string) => ({ ...site, [column]: UUID(`t.${column}::text || '${prefix}' || n`) });
  const isOther = organizationId === other;
  await copyRows('site_space', {
    from: isFirst,
    count,
    // Each organization has spaces of its own, and a space is on few sites.
    changes: { ...ids('site_space_id'), space_id: spaceIdOf(isOther ? 'other' : 'own') },
  });
  await copyRows('site_redirect', { from: isFirst, count, changes: ids('site_redirect_id') });
  await copyRows('site_share_link', { from: isFirst, count, changes: ids('share_link_id') });
}

const SPACES_OF_SITES = 5000;
const spaceIdOf = (kind: 'own' | 'other'): string =>
  UUID(`'${kind}' || ((n * ${SITE_SPACES} + t.position) % ${SPACES_OF_SITES})`);

async function analyze(): Promise<void> {
  await app.database.sql.unsafe('analyze');
}

beforeAll(async () => {
  app = await buildTestApp({ config: { sitesUrl: 'https://sites.example.com' } });
  const organization = await app.request('POST', '/v1/orgs', { body: { title: 'The other' } });
  other = organization.json().id;
  spaceIds = [await addSpace(app)];
  for (const [kind, organizationId] of [
    ['own', app.organizationId],
    ['other', other],
  ] as const) {
    const space = { space_id: UUID(`'${kind}' || (n - 1)`), organization_id: `'${organizationId}'` };
    const from = `t.space_id = '${spaceIds[0]}'`;
    await copyRows('space', { from, count: SPACES_OF_SITES, changes: space });
    await copyRows('space_directory', { from, count: SPACES_OF_SITES, changes: space });
  }
  while (spaceIds.length < SITE_SPACES) spaceIds.push(await addSpace(app));
  siteId = await addSite(app, { title: 'Measured', spaceIds, isPublished: true });
  basename = (await app.context.pointers.sites.find(siteId))?.basename as string;
  const at = new Date();
  await app.context.transact(async ({ trx }) => {
    await trx
      .updateTable('site')
      .set({ hostname: HOSTNAME, hostname_verified_at: at, hostname_checked_at: at })
      .where('site_id', '=', siteId)
      .execute();
    const address = { kind: 'hostname', name: HOSTNAME, organization_id: app.organizationId };
    await trx
      .insertInto('site_address')
      .values({ ...address, site_id: siteId })
      .execute();
  });
  const site = `/v1/orgs/${app.organizationId}/sites/${siteId}`;
  const destination = { kind: 'external', url: 'https://elsewhere.example.com/' };
  for (const body of [
    { source: '/old', destination },
    { source: '/gone/*', destination },
  ])
    expect((await app.request('POST', `${site}/redirects`, { body })).statusCode).toBe(201);
  await app.request('POST', `${site}/share-links`, { body: { name: 'Partner' } });
  await app.request('GET', `${site}/publishing/auth`);
}, 120_000);
/** A second process on the database, whose statements are noted. */
let noted: { beside: TestApp; sent: CompiledQuery[] };
beforeAll(async () => {
  const compiler = new PostgresQueryCompiler();
  const sent: CompiledQuery[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      sent.push(compiler.compileQuery(node as RootOperationNode, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { database } = app;
  const db = database.db.withPlugin(plugin);
  noted = { beside: await buildTestApp({ beside: { ...app, database: { ...database, db } } }), sent };
});
afterAll(async () => {
  await noted.beside.close();
  await app.close();
});

/** The statements that a request sends when nothing of the site is in memory. */
async function statementsOf(send: (from: TestApp) => Promise<unknown>): Promise<CompiledQuery[]> {
  const { beside, sent } = noted;
  for (const cache of Object.values(beside.context.pointers)) cache.resume();
  sent.length = 0;
  await send(beside);
  // Only what reads: the statements are run again to explain them.
  return sent.filter(
    ({ sql }) => /^[\s(]*(?:select|with)\b/.test(sql) && !/\b(?:update|insert|delete)\b/.test(sql),
  );
}

/** A table of so few rows is best read whole. */
const FEW = 100;
/** Tables that grow with the number of sites. */
const GROWING = /^(?:site|space)(?:_|$)/;

async function explain({ sql, parameters }: CompiledQuery): Promise<Work> {
  const query = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters]);
  const { rows } = await app.database.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(query);
  const work: Work = { rows: 0, whole: [] };
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name'];
    if (table !== undefined && GROWING.test(table)) {
      const { 'Actual Rows': found, 'Actual Loops': loops } = node;
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      work.rows += Math.round((found + removed) * loops);
      if (node['Node Type'] === 'Seq Scan' && found + removed > FEW) work.whole.push(table);
    }
    node.Plans?.forEach(visit);
  };
  visit(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode);
  return work;
}

const get = (path: string) => (from: TestApp) => from.request('GET', path);

function listLookups(): [name: string, send: (from: TestApp) => Promise<unknown>][] {
  const own = `/v1/orgs/${app.organizationId}`;
  const site = `${own}/sites/${siteId}`;
  const ofSite = [
    '',
    '/structure',
    '/site-spaces',
    '/site-spaces?default=true',
    '/sections',
    '/section-groups',
    '/share-links',
    '/redirects',
    '/redirects?search=gone',
    '/redirect?source=/gone/there',
    '/permissions/aggregate',
    '/permissions/users',
    '/permissions/teams',
    '/customization',
    '/adaptive-schema',
    '/conditions',
    '/publishing/auth',
    '/renderer',
    '/published',
  ];
  const due = { until: new Date(0), now: new Date(), limit: 10 };
  const resolve = (url: string) => (from: TestApp) =>
    from.request('POST', '/v1/urls/published', { token: null, body: { url, visitor: {} } });
  return [
    ...ofSite.map((path): [string, (from: TestApp) => Promise<unknown>] => [
      `the site${path}`,
      get(`${site}${path}`),
    ]),
    ['a space on a site', get(`/v1/spaces/${spaceIds[0]}`)],
    ['resolution by basename', resolve(`https://sites.example.com/${basename}/variant-7/page`)],
    ['resolution by hostname', resolve(`https://${HOSTNAME}/variant-7/page`)],
    ['resolution of what is nowhere', resolve('https://sites.example.com/nothing/there')],
    ['the claims of a hostname', ({ context }) => listHostnameRows(context.db, HOSTNAME)],
    ['the next hostnames to check', ({ context }) => listDueHostnameRows(context.db, due)],
  ];
}

async function measureAll(
  lookups: ReturnType<typeof listLookups>,
): Promise<Map<string, { statements: number } & Work>> {
  const measured = new Map<string, { statements: number } & Work>();
  for (const [name, send] of lookups) {
    const statements = await statementsOf(send);
    const works: Work[] = [];
    for (const statement of statements) works.push(await explain(statement));
    measured.set(name, {
      statements: statements.length,
      rows: works.reduce((sum, { rows }) => sum + rows, 0),
      whole: works.flatMap(({ whole }) => whole),
    });
  }
  return measured;
}

test('lookups use indexes, and read no more when there are more sites', async () => {
  const lookups = listLookups();
  await addSites(other, 'other-a', 250);
  await addSites(app.organizationId, 'own-a', OWN_SITES / 4);
  await analyze();
  const before = await measureAll(lookups);
  await addSites(other, 'other-b', 750);
  await addSites(app.organizationId, 'own-b', (OWN_SITES * 3) / 4);
  await analyze();
  const after = await measureAll(lookups);
  for (const [name, { statements, rows, whole }] of after) {
    expect(statements, name).toBeGreaterThan(0);
    expect(whole, name).toEqual([]);
    // A space that is on four times as many sites is still found by its own.
    const isOfSpace = name === 'a space on a site';
    expect(rows, name).toBeLessThanOrEqual((before.get(name)?.rows as number) + (isOfSpace ? 5 : 0));
  }
  expect([...after.values()].some(({ rows }) => rows >= SITE_SPACES)).toBe(true);
}, 900_000);

test('a page of the list of sites reads only the sites of its organization', async () => {
  const sites = `/v1/orgs/${app.organizationId}/sites`;
  const lists: [string, (from: TestApp) => Promise<unknown>][] = [
    ['first page', get(`${sites}?limit=20`)],
    ['search', get(`${sites}?limit=20&title=measured`)],
    ['published ones', get(`${sites}?limit=20&published=true`)],
    ['of a space', get(`${sites}?limit=20&space=${spaceIds[0]}`)],
  ];
  for (const [name, { rows, statements }] of await measureAll(lists)) {
    expect(statements, name).toBeGreaterThan(0);
    // Each of its sites for the count and for the page, their grants, and the site spaces of those on the page.
    expect(rows, name).toBeLessThanOrEqual(FEW + 5 * OWN_SITES + 2 * 21 * SITE_SPACES);
  }
}, 120_000);
