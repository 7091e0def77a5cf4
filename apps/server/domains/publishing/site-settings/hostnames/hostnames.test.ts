import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../../test/clock.ts';
import { type DnsServer, startDnsServer } from '../../../../../../test/dns-server.ts';
import { addMember, addOrganization, addSite, addUserToken } from '../../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../../test/jobs.ts';
import { BY_OPERATOR } from '../../../../platform/access/cause.ts';
import { siteAddressKey } from '../../../../platform/access/pointers.ts';
import { SITE_UPKEEP } from '../upkeep.jobs.ts';
import { createChangeHostname } from './change-hostname.ts';
import { findServedSite } from './find-served-site.ts';

const DAY_MS = 24 * 3_600_000;

let dns: DnsServer;
let clock: TestClock;
let app: TestApp;
/** The administrator of another organization. */
let stranger: { organizationId: string; token: string };
beforeAll(async () => {
  dns = await startDnsServer();
  clock = createTestClock(new Date('2030-01-01T00:00:00Z'));
  app = await buildTestApp({
    clock: clock.now,
    config: { dnsServers: [dns.address], sitesSubdomains: true, sitesUrl: 'https://sites.example.net' },
  });
  await startJob(app, SITE_UPKEEP);
  const { organizationId, creatorId } = await addOrganization(app);
  stranger = { organizationId, token: await addUserToken(app, creatorId) };
});
afterAll(async () => {
  await app?.close();
  await dns?.close();
});

let lastName = 0;
let hostname: string;
let own: Site;
let foreign: Site;
interface Site {
  organizationId: string;
  siteId: string;
}
beforeEach(async () => {
  dns.answers.clear();
  lastName += 1;
  hostname = `docs${lastName}.acme.example`;
  own = { organizationId: app.organizationId, siteId: await addSite(app, { isPublished: true }) };
  const { organizationId } = stranger;
  foreign = { organizationId, siteId: await addSite(app, { organizationId, isPublished: true }) };
});

const want = (site: Site, name: string | null) =>
  app.context.transact((unit) => createChangeHostname(app.context)(unit, BY_OPERATOR, site, name));

const url = (name = hostname) => `/v1/custom-hostnames/${name}`;
const get = async (token?: string) => (await app.request('GET', url(), token ? { token } : {})).json();
const revalidate = (token?: string) => app.request('PATCH', url(), token ? { token } : {});
const ask = async (domain = hostname) =>
  (await app.app.server.inject({ url: `/tls/ask?domain=${domain}` })).statusCode;
const servedSite = async () =>
  (await findServedSite(app.context.pointers, app.context.config, hostname))?.siteId;
const storedAddresses = () =>
  app.context.db.selectFrom('site_address').selectAll().where('name', '=', hostname).execute();

/** Publishes in DNS the record that the owner of the token must set, in place of any other. */
async function publish(token?: string): Promise<void> {
  const { record } = await get(token);
  dns.answers.set(record.name, [[record.value]]);
}

async function passDays(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    clock.advance(DAY_MS);
    await runJobs(app);
  }
}

describe('the hostname of a site', () => {
  test('is served once its record was found, and only then', async () => {
    await want(own, hostname);
    expect(await get()).toEqual({
      object: 'custom-hostname',
      hostname,
      target: { type: 'site', site: own.siteId },
      isActive: false,
      status: 'dns_no_cname',
      record: {
        type: 'TXT',
        name: `_lectern.${hostname}`,
        value: expect.stringMatching(/^lectern-verification=[0-9a-f]{32}$/),
      },
      addressRecord: { type: 'CNAME', name: hostname, value: 'sites.example.net' },
      urls: { location: `${app.context.config.baseUrl}${url()}` },
    });
    const refused = await revalidate();
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'hostname-not-proven']);
    expect(refused.json().error.message).toContain(`_lectern.${hostname}`);
    expect([await ask(), await servedSite()]).toEqual([404, undefined]);
    expect((await app.context.pointers.sites.find(own.siteId))?.hostname).toBeNull();

    await publish();
    const proven = await revalidate();
    expect([proven.statusCode, proven.body]).toEqual([204, '']);
    expect(await get()).toMatchObject({ isActive: true, status: 'dns_passed' });
    expect([await ask(), await servedSite()]).toEqual([200, own.siteId]);
    expect((await app.context.pointers.sites.find(own.siteId))?.hostname).toBe(hostname);
    expect((await revalidate()).statusCode).toBe(204);
  });

  test('is found by the daily check as well', async () => {
    await want(own, hostname);
    await publish();
    await passDays(1);
    expect(await servedSite()).toBe(own.siteId);
  });

  test('says that DNS gave no answer', async () => {
    await want(own, hostname);
    dns.answers.set(`_lectern.${hostname}`, 'failure');
    const { error } = (await revalidate()).json();
    expect(error).toMatchObject({
      reason: 'hostname-not-proven',
      message: expect.stringContaining('DNS lookup'),
    });
  });

  test('is contacted only once it is verified', async () => {
    await want(own, hostname);
    const reach = async () => (await app.request('GET', `${url()}/reach`)).json();
    expect(await reach()).toEqual({ object: 'hostname-reach', hostname, state: 'unverified' });
    await publish();
    await revalidate();
    // Names below `.example` have no address.
    expect(['no-address', 'unreachable']).toContain((await reach()).state);
    expect((await app.request('GET', `${url()}/reach`, { token: stranger.token })).statusCode).toBe(404);
  });

  test('says that the record has another text', async () => {
    await want(own, hostname);
    dns.answers.set(`_lectern.${hostname}`, [['v=spf1 -all'], ['lectern-verification=0123']]);
    const { error } = (await revalidate()).json();
    const { record } = await get();
    expect(error).toMatchObject({
      reason: 'hostname-record-differs',
      message: expect.stringContaining(record.value),
    });
  });

  test('leaves when it is removed or replaced, and a record of before proves nothing', async () => {
    await want(own, hostname);
    await publish();
    await revalidate();
    await want(own, `other-${hostname}`);
    expect([await ask(), await servedSite()]).toEqual([404, undefined]);
    await want(own, hostname);
    expect((await revalidate()).statusCode).toBe(409);
    await publish();
    await revalidate();
    expect((await app.request('DELETE', url())).statusCode).toBe(204);
    expect([await ask(), await servedSite()]).toEqual([404, undefined]);
    expect((await app.request('GET', url())).statusCode).toBe(404);
    expect(await storedAddresses()).toEqual([]);
  });

  test.each([
    ['DOCS.Acme.Example.', 'docs.acme.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    [' docs.acme.example ', 'docs.acme.example'],
  ])('is stored in one form: %s', async (written, stored) => {
    await want(own, written);
    const row = await app.context.db
      .selectFrom('site')
      .select('hostname')
      .where('site_id', '=', own.siteId)
      .executeTakeFirstOrThrow();
    expect(row.hostname).toBe(stored);
  });

  test.each([
    'localhost',
    'docs',
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '1.2.3',
    'docs.localhost',
    'docs.internal',
    'sites.example.net',
    'a.sites.example.net',
    'acme..example',
    'a b.example',
    '-a.example',
    'a_b.example',
    'https://a.example',
    'a.example/x',
    'a.example:80',
    'user@a.example',
    `${'a'.repeat(64)}.example`,
    '',
  ])('cannot be %j', async (name) => {
    await expect(want(own, name)).rejects.toMatchObject({ status: 400 });
  });

  test('cannot be below the host of the API', async () => {
    const { hostname: api } = new URL('https://docs-api.example.com');
    const change = createChangeHostname({
      ...app.context,
      config: { ...app.context.config, baseUrl: `https://${api}` },
    });
    for (const name of [api, `a.${api}`])
      await expect(
        app.context.transact((unit) => change(unit, BY_OPERATOR, own, name)),
      ).rejects.toMatchObject({ status: 400 });
  });

  test('is hidden from strangers, shown to readers, and changed by administrators', async () => {
    await want(own, hostname);
    const [reader, creator] = [
      await addMember(app, { role: 'read' }),
      await addMember(app, { role: 'create' }),
    ];
    expect((await get(reader.token)).hostname).toBe(hostname);
    expect((await revalidate(creator.token)).statusCode).toBe(403);
    expect((await app.request('DELETE', url(), { token: creator.token })).statusCode).toBe(403);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      expect((await app.request(method, url(), { token: stranger.token })).statusCode).toBe(404);
    expect((await app.request('GET', url('nobody.example'))).statusCode).toBe(404);
    expect((await app.request('GET', url('127.0.0.1'))).statusCode).toBe(404);
  });

  test('is audited', async () => {
    await want(own, hostname);
    await publish();
    await revalidate();
    const rows = await app.context.db
      .selectFrom('audit_event')
      .select(['action', 'actor_type'])
      .where('target_id', '=', own.siteId)
      .orderBy('event_id')
      .execute();
    expect(rows).toEqual([
      { action: 'site.hostname-changed', actor_type: 'system' },
      { action: 'site.hostname-verified', actor_type: 'user' },
    ]);
  });
});

describe('through the site', () => {
  const patch = (body: object) =>
    app.request('PATCH', `/v1/orgs/${app.organizationId}/sites/${own.siteId}`, { body });

  test('a hostname is set, proven, shown and removed', async () => {
    expect((await patch({ hostname: hostname.toUpperCase() })).json().hostname).toBeUndefined();
    await publish();
    await revalidate();
    const proven = (await patch({ title: 'A title' })).json();
    expect(proven).toMatchObject({ hostname, title: 'A title' });
    expect(proven.urls.published).toBe(`https://${hostname}/`);
    expect((await patch({ hostname: null })).json().urls.published).toMatch(
      /^https:\/\/.*sites\.example\.net/,
    );
    expect(await servedSite()).toBeUndefined();
  });

  test('nothing changes with a hostname that is refused', async () => {
    const refused = await patch({ hostname: 'a.sites.example.net', title: 'Another title' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error.details[0].path).toBe('hostname');
    expect((await app.context.pointers.sites.find(own.siteId))?.title).not.toBe('Another title');
  });
});

describe('a proven hostname', () => {
  beforeEach(async () => {
    await want(own, hostname);
    await publish();
    await revalidate();
  });

  test('stays with its record, and is looked up once a day', async () => {
    dns.asked.length = 0;
    await passDays(4);
    await runJobs(app);
    expect(dns.asked.filter((name) => name === `_lectern.${hostname}`)).toHaveLength(4);
    expect(await servedSite()).toBe(own.siteId);
  });

  test('leaves three days after its record was first missing, not before', async () => {
    dns.answers.clear();
    await passDays(1);
    expect(await get()).toMatchObject({ isActive: true, missingSince: expect.any(String) });
    await passDays(2);
    // Repeated requests change nothing.
    for (let n = 0; n < 3; n += 1) expect((await revalidate()).statusCode).toBe(409);
    expect(await servedSite()).toBe(own.siteId);
    await passDays(1);
    expect([await ask(), await servedSite()]).toEqual([404, undefined]);
    expect(await get()).toMatchObject({ isActive: false, status: 'dns_no_cname' });
    // The same record is still valid.
    await publish();
    expect((await revalidate()).statusCode).toBe(204);
    expect(await servedSite()).toBe(own.siteId);
  });

  test('stays while DNS gives no answer, and when the record is back in time', async () => {
    dns.answers.set(`_lectern.${hostname}`, 'failure');
    await passDays(5);
    expect(await servedSite()).toBe(own.siteId);
    dns.answers.clear();
    await passDays(2);
    await publish();
    await passDays(1);
    dns.answers.clear();
    await passDays(3);
    expect(await servedSite()).toBe(own.siteId);
  });

  test('is taken over by another organization only after it was lost, and then nothing of the first site is served', async () => {
    await want(foreign, hostname);
    await publish(stranger.token);
    const early = await revalidate(stranger.token);
    expect([early.statusCode, early.json().error.reason]).toEqual([409, 'hostname-taken']);
    expect(await servedSite()).toBe(own.siteId);
    expect(await storedAddresses()).toHaveLength(1);
    await passDays(4);
    expect(await servedSite()).not.toBe(own.siteId);
    await revalidate(stranger.token);
    expect(await servedSite()).toBe(foreign.siteId);
    expect(await storedAddresses()).toMatchObject([{ site_id: foreign.siteId }]);
    expect((await app.context.pointers.sites.find(own.siteId))?.hostname).toBeNull();
    expect((await app.context.pointers.sites.find(foreign.siteId))?.hostname).toBe(hostname);
    // The first site can neither prove the hostname by asking, nor remove it from the other site by giving it up.
    expect((await revalidate()).statusCode).toBe(409);
    await want(own, null);
    expect(await servedSite()).toBe(foreign.siteId);
  });

  test('is never proven by two sites at once', async () => {
    const [one, other] = [`${hostname}.a.example`, stranger.token];
    for (const site of [own, foreign]) await want(site, one);
    const records = await Promise.all(
      [undefined, other].map(async (token) =>
        (await app.request('GET', url(one), token ? { token } : {})).json(),
      ),
    );
    dns.answers.set(
      `_lectern.${one}`,
      records.map(({ record }) => [record.value]),
    );
    const responses = await Promise.all([
      app.request('PATCH', url(one)),
      app.request('PATCH', url(one), { token: other }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
  });
});

describe('subdomains', () => {
  const basenameOf = async (siteId: string) =>
    (await app.context.pointers.sites.find(siteId))?.basename as string;

  test('are told of whoever may read the site', async () => {
    const basename = await basenameOf(own.siteId);
    const response = await app.request('GET', `/v1/subdomains/${basename}`);
    expect(response.json()).toEqual({
      object: 'subdomain',
      subdomain: basename,
      target: { type: 'organization', organization: app.organizationId },
      isActive: true,
    });
    for (const [name, token] of [
      [basename, stranger.token],
      ['no-such-site', app.adminToken],
    ])
      expect(
        (await app.request('GET', `/v1/subdomains/${name}`, { token: token as string })).statusCode,
      ).toBe(404);
  });

  test('get certificates if sites have subdomains', async () => {
    const basename = await basenameOf(own.siteId);
    expect(await ask(`${basename}.sites.example.net`)).toBe(200);
    expect(await ask(`${basename.toUpperCase()}.SITES.example.net.`)).toBe(200);
    expect(await ask(`a.${basename}.sites.example.net`)).toBe(404);
    expect(await ask('no-such-site.sites.example.net')).toBe(404);
    expect(await ask('sites.example.net')).toBe(404);
    expect(await ask(`${basename}.sites.example.net.evil.example`)).toBe(404);
    const plain = { ...app.context.config, sitesSubdomains: false };
    expect(
      await findServedSite(app.context.pointers, plain, `${basename}.sites.example.net`),
    ).toBeUndefined();
  });

  test('are answered from memory the second time', async () => {
    await want(own, hostname);
    await publish();
    await revalidate();
    await ask();
    const key = siteAddressKey('hostname', hostname);
    const kept = app.context.pointers.siteAddresses.peekEntry(key);
    expect(kept?.isCurrent).toBe(true);
    await ask();
    expect(app.context.pointers.siteAddresses.peekEntry(key)).toBe(kept);
  });
});
