import { newId } from '@lectern/std/ids';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type Method, type TestApp } from '../../../../../../test/app.ts';
import { createTestClock } from '../../../../../../test/clock.ts';
import {
  addMember,
  addOrganization,
  addServiceToken,
  addUserToken,
} from '../../../../../../test/factories.ts';
import { violationsOfClientSchema } from '../../../../../../test/oracle.ts';
import { bare, makeCertificate } from '../../../../../../test/x509.ts';

const { certificate, key } = makeCertificate();
const clock = createTestClock();
let app: TestApp;
let saml: string;
beforeAll(async () => {
  app = await buildTestApp({ clock: clock.now });
  saml = `/v1/orgs/${app.organizationId}/saml`;
});
afterAll(() => app?.close());

const call = (method: Method, url: string, body?: unknown): Promise<LightMyRequestResponse> =>
  app.request(method, url, body === undefined ? {} : { body });
async function create(body: object = {}): Promise<Record<string, never> & { id: string }> {
  const response = await call('POST', saml, { label: 'Company', ...body });
  expect(response.statusCode).toBe(201);
  return response.json();
}
async function addTeam(organizationId: string, token = app.adminToken): Promise<string> {
  const response = await app.request('PUT', `/v1/orgs/${organizationId}/teams`, {
    token,
    body: { title: 'Engineers' },
  });
  return response.json().id;
}
const complete = {
  entityID: 'https://idp.example/metadata',
  ssoURL: 'https://idp.example/sso?tenant=1',
  certificate,
};
async function eventsOf(providerId: string): Promise<{ action: string; payload: object }[]> {
  const url = `/v1/orgs/${app.organizationId}/audit-events`;
  const { items } = (await call('GET', `${url}?target=${providerId}`)).json();
  const details = items.map(({ id }: { id: string }) => call('GET', `${url}/${id}`));
  return (await Promise.all(details)).map((response) => response.json());
}

describe('a provider', () => {
  test('that has nothing yet is pending, and says what the identity provider must know', async () => {
    const response = await call('POST', saml, { label: 'Company' });
    expect(response.statusCode).toBe(201);
    const provider = response.json();
    const service = `${app.context.config.baseUrl}/sso/saml/${app.organizationId}/${provider.id}`;
    expect(provider).toEqual({
      object: 'saml-provider',
      id: expect.any(String),
      label: 'Company',
      ssoURL: `${app.context.config.baseUrl}${saml}/${provider.id}`,
      entityID: '',
      certificate: '',
      defaultRole: null,
      createdAt: clock.now().toISOString(),
      status: 'pending',
      service: { acsURL: `${service}/acs`, startURL: `${service}/start`, entityID: service },
      urls: { location: `${app.context.config.baseUrl}${saml}/${provider.id}` },
    });
    expect(response.headers.location).toBe(provider.urls.location);
    expect(violationsOfClientSchema('OrganizationSAMLProvider', provider)).toEqual([]);
    expect((await call('GET', `${saml}/${provider.id}`)).json()).toEqual(provider);
  });

  test('is active once entity id, SSO URL and certificate are set, in any order', async () => {
    const { id } = await create();
    const states: string[] = [];
    for (const [name, value] of Object.entries(complete)) {
      const response = await call('PATCH', `${saml}/${id}`, { [name]: value });
      expect(response.statusCode).toBe(200);
      states.push(response.json().status);
    }
    expect(states).toEqual(['pending', 'pending', 'active']);
    for (const name of Object.keys(complete)) {
      expect((await call('PATCH', `${saml}/${id}`, { [name]: null })).json().status).toBe('pending');
      expect((await call('PATCH', `${saml}/${id}`, complete)).json().status).toBe('active');
    }
  });

  test('keeps the certificate as PEM, however it was given', async () => {
    const { id, certificate: kept } = await create({ ...complete, certificate: bare(certificate) });
    expect(kept).toBe(certificate);
    const two = certificate + makeCertificate().certificate;
    expect((await call('PATCH', `${saml}/${id}`, { certificate: two })).json().certificate).toBe(two);
  });

  test('is changed by what is named alone; null removes', async () => {
    const team = await addTeam(app.organizationId);
    const { id } = await create({ ...complete, defaultTeam: team, defaultRole: 'edit' });
    const provider = (await call('GET', `${saml}/${id}`)).json();
    expect(provider).toMatchObject({ ...complete, defaultRole: 'edit', defaultTeam: { id: team } });
    expect(provider.defaultTeam).toMatchObject({ object: 'team', title: 'Engineers', members: 0 });
    expect(violationsOfClientSchema('OrganizationSAMLProvider', provider)).toEqual([]);
    expect((await call('PATCH', `${saml}/${id}`, {})).json()).toEqual(provider);
    expect((await call('PATCH', `${saml}/${id}`, { label: 'Other' })).json()).toEqual({
      ...provider,
      label: 'Other',
    });
    const cleared = { entityID: null, ssoURL: null, certificate: null, defaultTeam: null, defaultRole: null };
    const { defaultTeam: _, ...rest } = provider;
    expect((await call('PATCH', `${saml}/${id}`, { ...cleared, label: null })).json()).toEqual({
      ...rest,
      label: 'Single sign-on',
      entityID: '',
      certificate: '',
      ssoURL: provider.urls.location,
      defaultRole: null,
      status: 'pending',
    });
  });

  test('sent back as it was shown stays what it is', async () => {
    for (const settings of [{}, complete]) {
      const { id } = await create(settings);
      const { defaultTeam: _, ...shown } = (await call('GET', `${saml}/${id}`)).json();
      expect((await call('PATCH', `${saml}/${id}`, shown)).json()).toEqual(shown);
    }
  });

  test('keeps a certificate that has expired since, when everything is sent back', async () => {
    const now = clock.now().getTime();
    const short = makeCertificate({ validFrom: new Date(now - 60_000), validTo: new Date(now + 60_000) });
    const { id } = await create({ ...complete, certificate: short.certificate });
    const { defaultTeam: _, ...shown } = (await call('GET', `${saml}/${id}`)).json();
    clock.advance(120_000);
    const renamed = await call('PATCH', `${saml}/${id}`, { ...shown, label: 'Renamed' });
    expect(renamed.json()).toEqual({ ...shown, label: 'Renamed' });
    const both = shown.certificate + certificate;
    expect((await call('PATCH', `${saml}/${id}`, { certificate: both })).statusCode).toBe(400);
    clock.advance(-120_000);
  });

  test('may share its identity provider with another one: their own names differ', async () => {
    const [one, other] = [await create(complete), await create(complete)];
    expect(one.service).not.toEqual(other.service);
  });

  test('that is deleted is gone', async () => {
    const { id } = await create(complete);
    expect((await call('DELETE', `${saml}/${id}`)).statusCode).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await call(method, `${saml}/${id}`, body)).statusCode).toBe(404);
    }
  });

  test('loses its team when the team is deleted', async () => {
    const team = await addTeam(app.organizationId);
    const { id } = await create({ defaultTeam: team });
    await call('DELETE', `/v1/orgs/${app.organizationId}/teams/${team}`);
    expect((await call('GET', `${saml}/${id}`)).json()).not.toHaveProperty('defaultTeam');
  });
});

describe('what is refused', () => {
  test.each([
    ['a missing label', 'label', undefined],
    ['an empty label', 'label', ''],
    ['a long label', 'label', 'x'.repeat(31)],
    ['a label of a wrong type', 'label', 7],
    ['a long entityID', 'entityID', 'x'.repeat(1025)],
    ['a long certificate', 'certificate', 'x'.repeat(10_001)],
    ['a certificate that is none', 'certificate', 'x'],
    ['an ssoURL that is a script', 'ssoURL', 'javascript:alert(1)'],
    ['an ssoURL of another protocol', 'ssoURL', 'ldap://idp.example'],
    ['an ssoURL without a host', 'ssoURL', 'https://'],
    ['a long ssoURL', 'ssoURL', `https://idp.example/${'x'.repeat(2048)}`],
    ['an unknown defaultTeam', 'defaultTeam', newId()],
    ['a defaultTeam that is no id', 'defaultTeam', 'engineers'],
    ['an unknown defaultRole', 'defaultRole', 'owner'],
  ])('%s', async (_what, field, value) => {
    const response = await call('POST', saml, { label: 'Company', [field]: value });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.details).toEqual([{ path: field, message: expect.any(String) }]);
    if (value === undefined) return;
    const { id } = await create();
    expect((await call('PATCH', `${saml}/${id}`, { [field]: value })).statusCode).toBe(400);
  });

  test('limits themselves are within', async () => {
    const provider = await create({
      label: 'x'.repeat(30),
      entityID: 'x'.repeat(1024),
      ssoURL: `https://idp.example/${'x'.repeat(2048 - 20)}`,
    });
    expect(violationsOfClientSchema('OrganizationSAMLProvider', provider)).toEqual([]);
  });

  test('a certificate that is expired or not valid yet, saying which and when', async () => {
    const HOUR_MS = 3_600_000;
    const now = clock.now().getTime();
    const at = (hours: number) => new Date(Math.floor((now + hours * HOUR_MS) / 1000) * 1000);
    const expired = makeCertificate({ validFrom: at(-3), validTo: at(-2) }).certificate;
    const future = makeCertificate({ validFrom: at(2), validTo: at(3) }).certificate;
    const messageOf = async (pem: string): Promise<string> => {
      const response = await call('POST', saml, { label: 'Company', certificate: pem });
      expect(response.statusCode).toBe(400);
      return response.json().error.message;
    };
    expect(await messageOf(expired)).toBe(`certificate expired at ${at(-2).toISOString()}.`);
    expect(await messageOf(future)).toBe(`certificate is not valid before ${at(2).toISOString()}.`);
    expect(await messageOf(certificate + expired)).toContain('number 2 of 2 expired');
  });

  test('a private key, which is neither stored nor repeated', async () => {
    const response = await call('POST', saml, { label: 'By mistake', certificate: certificate + key });
    expect(response.statusCode).toBe(400);
    expect(response.body).toContain('contains a private key');
    expect(response.body).not.toContain(bare(key).slice(70, 110));
    const { items } = (await call('GET', `${saml}?limit=1000`)).json();
    expect(items.filter((one: { label: string }) => one.label === 'By mistake')).toEqual([]);
  });

  test('a team of another organization, and this one’s provider below another', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const team = await addTeam(organizationId, token);
    expect((await call('POST', saml, { label: 'Company', defaultTeam: team })).statusCode).toBe(400);
    const { id } = await create(complete);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const response = await app.request(method, `/v1/orgs/${organizationId}/saml/${id}`, {
        token,
        ...(method === 'PATCH' ? { body: {} } : {}),
      });
      expect(response.statusCode).toBe(404);
    }
    expect((await call('GET', `${saml}/${id}`)).statusCode).toBe(200);
    expect((await call('GET', `${saml}/nonsense`)).statusCode).toBe(404);
  });

  test('everybody but administrators', async () => {
    const { id } = await create();
    for (const role of ['create', null] as const) {
      const { token } = await addMember(app, { role });
      for (const [method, url] of [
        ['GET', saml],
        ['POST', saml],
        ['GET', `${saml}/${id}`],
        ['PATCH', `${saml}/${id}`],
        ['DELETE', `${saml}/${id}`],
      ] as const) {
        const body = method === 'POST' || method === 'PATCH' ? { body: { label: 'Mine' } } : {};
        expect((await app.request(method, url, { token, ...body })).statusCode).toBe(403);
      }
    }
    const service = await addServiceToken(app, { role: 'admin' });
    expect((await app.request('GET', `${saml}/${id}`, { token: service })).statusCode).toBe(200);
  });
});

describe('lists', () => {
  test('of providers are paged, oldest first', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const url = `/v1/orgs/${organizationId}/saml`;
    const ids: string[] = [];
    for (const label of ['A', 'B', 'C']) {
      ids.push((await app.request('POST', url, { token, body: { label } })).json().id);
    }
    const first = (await app.request('GET', `${url}?limit=2`, { token })).json();
    expect(first).toMatchObject({ count: 3, next: { page: expect.any(String) } });
    const second = (await app.request('GET', `${url}?limit=2&page=${first.next.page}`, { token })).json();
    expect(second).not.toHaveProperty('next');
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect((await call('GET', `${saml}?page=${first.next.page}`)).statusCode).toBe(400);
  });

  test('of logins need no token, and leave out what nobody can sign in with', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const url = `/v1/orgs/${organizationId}/saml`;
    await app.request('POST', url, { token, body: { label: 'Pending' } });
    const made = await app.request('POST', url, { token, body: { label: 'Company', ...complete } });
    const response = await app.request('GET', `/v1/orgs/${organizationId}/sso`, { token: null });
    expect(response.statusCode).toBe(200);
    const { id, label, service } = made.json();
    expect(response.json()).toEqual({ items: [{ id, label, startURL: service.startURL }] });
  });

  test('of logins are 404 for what is no organization', async () => {
    for (const id of [newId(), 'nonsense']) {
      expect((await app.request('GET', `/v1/orgs/${id}/sso`, { token: null })).statusCode).toBe(404);
    }
    const { organizationId } = await addOrganization(app);
    expect((await app.request('GET', `/v1/orgs/${organizationId}/sso`, { token: null })).json()).toEqual({
      items: [],
    });
  });

  test('an organization has at most 100 providers', async () => {
    const { organizationId, creatorId } = await addOrganization(app);
    const token = await addUserToken(app, creatorId);
    const responses = [];
    for (let n = 0; n < 101; n += 1) {
      const body = { label: `Provider ${n}` };
      responses.push(await app.request('POST', `/v1/orgs/${organizationId}/saml`, { token, body }));
    }
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(100);
    expect(responses.at(-1)?.statusCode).toBe(409);
  });
});

test('the audit tells what changed, of certificates their prints alone', async () => {
  const { id } = await create(complete);
  await call('PATCH', `${saml}/${id}`, { label: 'Company' });
  const next = makeCertificate().certificate;
  await call('PATCH', `${saml}/${id}`, { label: 'Renamed', certificate: next });
  await call('DELETE', `${saml}/${id}`);
  const events = await eventsOf(id);
  expect(events.map(({ action }) => action)).toEqual([
    'saml-provider.deleted',
    'saml-provider.updated',
    'saml-provider.created',
  ]);
  expect(events[1]?.payload).toMatchObject({
    before: { label: 'Company', certificates: [expect.stringMatching(/^SHA-256 (?:[0-9A-F]{2}:){31}/)] },
    after: { label: 'Renamed', certificates: [expect.stringMatching(/^SHA-256 .*, valid to 20/)] },
  });
  for (const pem of [certificate, next]) expect(JSON.stringify(events)).not.toContain(bare(pem).slice(0, 40));
});
