import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock, type TestClock } from '../../../../../test/clock.ts';
import { type DnsServer, startDnsServer } from '../../../../../test/dns-server.ts';
import { addOrganization, addUserToken } from '../../../../../test/factories.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { DOMAIN_CHECKS } from './domains.jobs.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

let dns: DnsServer;
let clock: TestClock;
let app: TestApp;
beforeAll(async () => {
  dns = await startDnsServer();
  clock = createTestClock(new Date('2030-01-01T00:00:00Z'));
  app = await buildTestApp({ clock: clock.now, config: { dnsServers: [dns.address] } });
});
afterAll(async () => {
  await app?.close();
  await dns?.close();
});
beforeEach(async () => {
  dns.answers.clear();
  await listDomains([]);
});

interface Domain {
  domain: string;
  state: string;
  record: { type: string; name: string; value: string };
  verifiedAt?: string;
  checkedAt?: string;
  problem?: string;
}

const organization = () => `/v1/orgs/${app.organizationId}`;

const listDomains = (emailDomains: string[] | null) =>
  app.request('PATCH', organization(), { body: { emailDomains } });

const getDomain = async (domain: string): Promise<Domain> =>
  (await app.request('GET', `${organization()}/domains/${domain}`)).json();

const verify = async (domain: string): Promise<Domain> =>
  (await app.request('POST', `${organization()}/domains/${domain}/verification`)).json();

async function publish(domain: string): Promise<void> {
  const { record } = await getDomain(domain);
  dns.answers.set(record.name, [[record.value]]);
}

async function prove(domain: string): Promise<void> {
  await listDomains([domain]);
  await publish(domain);
  expect((await verify(domain)).state).toBe('verified');
}

const listEvents = async (action: string): Promise<object[]> =>
  app.context.db.selectFrom('audit_event').selectAll().where('action', '=', action).execute();

describe('a domain that an organization lists', () => {
  test('is pending, and says which record proves it', async () => {
    await listDomains(['B.example', 'a.example']);
    const list = (await app.request('GET', `${organization()}/domains`)).json();
    expect(list.count).toBe(2);
    const [first, second] = list.items as Domain[];
    expect(first).toEqual({
      object: 'email-domain',
      domain: 'a.example',
      state: 'pending',
      record: {
        type: 'TXT',
        name: '_lectern.a.example',
        value: expect.stringMatching(/^lectern-verification=[0-9a-f]{32}$/),
      },
      urls: { location: `${app.context.config.baseUrl}${organization()}/domains/a.example` },
    });
    expect(second?.domain).toBe('b.example');
    expect(second?.record.value).not.toBe(first?.record.value);
  });

  test('is listed in pages', async () => {
    await listDomains(['a.example', 'b.example', 'c.example']);
    const first = (await app.request('GET', `${organization()}/domains?limit=2`)).json();
    expect(first.items.map(({ domain }: Domain) => domain)).toEqual(['a.example', 'b.example']);
    const next = (
      await app.request('GET', `${organization()}/domains?limit=2&page=${first.next.page}`)
    ).json();
    expect(next.items.map(({ domain }: Domain) => domain)).toEqual(['c.example']);
    expect(next.next).toBeUndefined();
  });

  test('is proven by its record, once, and keeps it when the others change', async () => {
    await prove('a.example');
    const events = await listEvents('organization.domain-verified');
    await listDomains(['a.example', 'b.example']);
    expect(await verify('a.example')).toMatchObject({
      state: 'verified',
      verifiedAt: clock.now().toISOString(),
    });
    expect(await getDomain('b.example')).toMatchObject({ state: 'pending' });
    expect(await listEvents('organization.domain-verified')).toHaveLength(events.length);
    expect(events.at(-1)).toMatchObject({ target_label: 'a.example', actor_type: 'user' });
  });

  test('stays pending while the record is not there, or DNS gives no answer', async () => {
    await listDomains(['a.example']);
    expect((await verify('a.example')).problem).toContain('was not found');
    expect(await getDomain('a.example')).toMatchObject({
      state: 'pending',
      checkedAt: clock.now().toISOString(),
      problem: expect.stringContaining('was not found'),
    });
    dns.answers.set('_lectern.a.example', 'failure');
    expect((await verify('a.example')).problem).toContain('DNS lookup');
    expect((await getDomain('a.example')).state).toBe('pending');
  });

  test('is not proven by the record of another organization', async () => {
    const other = await addOrganization(app);
    const token = await addUserToken(app, other.creatorId);
    const url = `/v1/orgs/${other.organizationId}`;
    await app.request('PATCH', url, { token, body: { emailDomains: ['a.example'] } });
    await prove('a.example');
    const refused = (await app.request('POST', `${url}/domains/a.example/verification`, { token })).json();
    expect(refused.state).toBe('pending');
    const own = (await app.request('GET', `${url}/domains/a.example`, { token })).json();
    dns.answers.get('_lectern.a.example');
    dns.answers.set('_lectern.a.example', [
      [(await getDomain('a.example')).record.value],
      [own.record.value],
    ]);
    const both = (await app.request('POST', `${url}/domains/a.example/verification`, { token })).json();
    expect([both.state, (await getDomain('a.example')).state]).toEqual(['verified', 'verified']);
  });

  test('is forgotten with its proof when it is listed no more', async () => {
    await prove('a.example');
    const { record } = await getDomain('a.example');
    await listDomains(null);
    expect((await app.request('GET', `${organization()}/domains/a.example`)).statusCode).toBe(404);
    await listDomains(['a.example']);
    expect((await verify('a.example')).state).toBe('pending');
    expect((await getDomain('a.example')).record.value).not.toBe(record.value);
  });

  test.each(['gmail.com', 'Mail.GMX.de'])(
    'cannot be one where anybody gets an address: %s',
    async (domain) => {
      const response = await listDomains(['a.example', domain]);
      expect(response.statusCode).toBe(400);
      expect(response.json().error.details).toEqual([
        { path: 'emailDomains.1', message: 'is a public email provider. Use a domain of your own' },
      ]);
      const body = { title: 'Another', emailDomains: [domain] };
      expect((await app.request('POST', '/v1/orgs', { body })).statusCode).toBe(400);
    },
  );

  test('that an earlier release took, and where anybody gets an address, is not looked up', async () => {
    await app.context.db
      .insertInto('organization_domain')
      .values({ organization_id: app.organizationId, domain: 'gmail.com', challenge: '0' })
      .execute();
    dns.answers.set('_lectern.gmail.com', [['lectern-verification=0']]);
    const response = await app.request('POST', `${organization()}/domains/gmail.com/verification`);
    expect(response.statusCode).toBe(409);
    expect(dns.asked).not.toContain('_lectern.gmail.com');
  });

  test('that is removed while DNS is asked is not proven', async () => {
    await listDomains(['a.example']);
    await publish('a.example');
    const [response] = await Promise.all([
      app.request('POST', `${organization()}/domains/a.example/verification`),
      listDomains([]),
    ]);
    expect([200, 404]).toContain(response.statusCode);
    await listDomains(['a.example']);
    expect((await getDomain('a.example')).state).toBe('pending');
  });

  test('is listed from the start of an organization', async () => {
    const body = { title: 'Another', emailDomains: ['a.example'] };
    const { id } = (await app.request('POST', '/v1/orgs', { body })).json();
    const list = (await app.request('GET', `/v1/orgs/${id}/domains`)).json();
    expect(list.items.map(({ domain }: Domain) => domain)).toEqual(['a.example']);
  });
});

describe('a proven domain', () => {
  async function passWeeks(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      clock.advance(WEEK_MS);
      await runJobs(app);
    }
  }

  beforeEach(async () => {
    await startJob(app, DOMAIN_CHECKS);
    await prove('proven.example');
  });

  test('is looked at every week, and stays proven with its record', async () => {
    dns.asked.length = 0;
    await passWeeks(4);
    expect(dns.asked.filter((name) => name === '_lectern.proven.example')).toHaveLength(4);
    expect((await getDomain('proven.example')).state).toBe('verified');
  });

  test('is looked at again although a clock that was ahead dated the last check', async () => {
    const dated = { checked_at: new Date(clock.now().getTime() + 5 * WEEK_MS) };
    await app.context.db.updateTable('organization_domain').set(dated).execute();
    dns.asked.length = 0;
    await passWeeks(1);
    expect(dns.asked).toContain('_lectern.proven.example');
  });

  test('is lost when the record is not there for three weeks in a row', async () => {
    const lost = await listEvents('organization.domain-lost');
    dns.answers.delete('_lectern.proven.example');
    await passWeeks(2);
    expect(await getDomain('proven.example')).toMatchObject({
      state: 'verified',
      problem: expect.anything(),
    });
    await passWeeks(1);
    expect((await getDomain('proven.example')).state).toBe('pending');
    const events = await listEvents('organization.domain-lost');
    expect(events).toHaveLength(lost.length + 1);
    expect(events.at(-1)).toMatchObject({ actor_type: 'system', target_label: 'proven.example' });
  });

  test('is not lost while DNS gives no answer, and missed weeks that it answers in between do not count', async () => {
    dns.answers.set('_lectern.proven.example', 'failure');
    await passWeeks(4);
    expect((await getDomain('proven.example')).state).toBe('verified');
    dns.answers.delete('_lectern.proven.example');
    await passWeeks(2);
    await publish('proven.example');
    await passWeeks(1);
    dns.answers.delete('_lectern.proven.example');
    await passWeeks(2);
    expect((await getDomain('proven.example')).state).toBe('verified');
  });

  test('is neither lost nor kept by who asks again and again', async () => {
    dns.answers.delete('_lectern.proven.example');
    for (let n = 0; n < 5; n += 1)
      expect((await verify('proven.example')).problem).toContain('was not found');
    expect((await getDomain('proven.example')).state).toBe('verified');
    for (let n = 0; n < 3; n += 1) {
      clock.advance(WEEK_MS / 2);
      await verify('proven.example');
      clock.advance(WEEK_MS / 2);
      await runJobs(app);
    }
    expect((await getDomain('proven.example')).state).toBe('pending');
  });
});
