import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount } from '../../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addOrganization } from '../../../../../../test/factories.ts';
import { signInByOidc } from '../../../../../../test/oidc-browser.ts';
import { CLIENT, type OidcIdp, startOidcIdp } from '../../../../../../test/oidc-idp.ts';
import { reasonOn, SsoBrowser } from '../../../../../../test/sso-browser.ts';
import { BY_OPERATOR } from '../../../../platform/access/cause.ts';
import {
  resumeOrganization,
  suspendOrganization,
} from '../../../identity/organizations/suspension.service.ts';

let app: TestApp;
let closed: TestApp;
let idp: OidcIdp;
const service = (one: TestApp) => {
  const base = `${one.context.config.baseUrl}/sso/oidc/instance/main`;
  return {
    redirectURL: `${base}/callback`,
    startURL: `${base}/start`,
    backChannelLogoutURL: `${base}/logout`,
    postLogoutRedirectURL: `${one.context.config.baseUrl}/app/sign-in`,
  };
};
const signIn = (browser: SsoBrowser, query?: Record<string, string>) =>
  signInByOidc(browser, { service: service(app) }, query);

beforeAll(async () => {
  idp = await startOidcIdp();
  const provider = {
    name: 'main',
    label: 'Company',
    issuer: idp.issuer,
    ...CLIENT,
    scopes: ['email', 'profile'],
    emailDomains: [],
    trustsEmail: false,
    endsProviderSession: false,
    groupsClaim: null,
    groups: [],
  };
  const config = { allowPrivateNetworks: true };
  app = await buildTestApp({ config: { ...config, oidcProviders: [{ ...provider, signUp: true }] } });
  closed = await buildTestApp({
    beside: app,
    config: { ...config, oidcProviders: [{ ...provider, signUp: false }] },
  });
  await idp.addClient(service(app).redirectURL);
  await app.context.db
    .insertInto('organization_domain')
    .values({
      organization_id: app.organizationId,
      domain: 'company.example',
      challenge: 'x',
      verified_at: new Date(),
    })
    .execute();
});
afterAll(async () => {
  await closed?.close();
  await app?.close();
  await idp?.close();
});

test('the sign-in page has a button, which leads back to where the reader was', async () => {
  const page = await new SsoBrowser(app).get('/app/sign-in?to=%2Fapp%2Fs%2F1');
  expect(page.body).toContain(`href="${service(app).startURL}?to=%2Fapp%2Fs%2F1"`);
  expect(page.body).toContain('Sign in with Company');
});

test('creates an account where the operator allows it, in the organization that verified the domain', async () => {
  idp.user = { id: 'ada', email: 'ada@company.example', name: 'Ada Lovelace' };
  expect(reasonOn(await signInByOidc(new SsoBrowser(closed), { service: service(closed) }))).toBe(
    'no-account',
  );
  const browser = new SsoBrowser(app);
  const response = await signIn(browser, { to: '/app/account' });
  expect(response.headers.location).toMatch(/\/app\/account$/);
  const { user } = (await browser.get('/v1/session')).json();
  expect(user).toMatchObject({ displayName: 'Ada Lovelace', email: 'ada@company.example' });
  const member = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${user.id}`);
  expect(member.json()).toMatchObject({ sso: false, disabled: false });
});

test('gives the teams and the roles of groups, in every organization that they name, and takes them back', async () => {
  const { organizationId } = app;
  const other = await addOrganization(app);
  const made = await app.request('PUT', `/v1/orgs/${organizationId}/teams`, { body: { title: 'Writers' } });
  const teamId: string = made.json().id;
  const [provider] = app.context.config.oidcProviders;
  const before = { ...provider };
  Object.assign(provider as object, {
    scopes: ['email', 'profile', 'groups'],
    groupsClaim: 'groups',
    groups: [
      { group: 'writers', organizationId, role: 'edit', teamId },
      { group: 'Writers', organizationId, role: 'admin' },
      { group: 'leads', organizationId: other.organizationId, role: 'admin' },
      { group: 'leads', organizationId: newId(), role: 'admin' },
    ],
  });
  const signInWith = async (groups: string[]): Promise<string> => {
    idp.user = { id: 'mary', email: 'mary@elsewhere.example', name: 'Mary', groups };
    const browser = new SsoBrowser(app);
    expect((await signIn(browser)).statusCode).toBe(303);
    return (await browser.get('/v1/session')).json().user.id;
  };
  const roleIn = (userId: string, organization: string) =>
    app.context.db
      .selectFrom('member')
      .select('role')
      .where('organization_id', '=', organization)
      .where('user_id', '=', userId)
      .executeTakeFirst();
  const userId = await signInWith(['writers']);
  expect(await roleIn(userId, organizationId)).toEqual({ role: 'edit' });
  expect(await roleIn(userId, other.organizationId)).toBeUndefined();
  const teams = () => app.request('GET', `/v1/orgs/${organizationId}/members/${userId}/teams`);
  expect((await teams()).json().items).toMatchObject([{ team: { id: teamId } }]);
  // Nobody joins a suspended organization.
  const suspended = { organizationId: other.organizationId, reason: 'Unpaid' };
  await suspendOrganization(app.context, BY_OPERATOR, suspended);
  await signInWith(['leads']);
  expect(await roleIn(userId, other.organizationId)).toBeUndefined();
  await resumeOrganization(app.context, BY_OPERATOR, other.organizationId);
  await signInWith(['leads']);
  expect(await roleIn(userId, organizationId)).toEqual({ role: null });
  expect(await roleIn(userId, other.organizationId)).toEqual({ role: 'admin' });
  expect((await teams()).json().items).toEqual([]);
  const audit = await app.context.db
    .selectFrom('audit_event')
    .select('payload')
    .where('organization_id', '=', organizationId)
    .where('target_id', '=', userId)
    .where('action', '=', 'member.updated')
    .execute();
  expect(audit[0]).toMatchObject({ payload: { provider: { id: 'oidc/main', label: 'Company' } } });
  Object.assign(provider as object, before);
});

test('new people do not join a suspended organization by the domain of their address', async () => {
  const { organizationId } = app;
  await suspendOrganization(app.context, BY_OPERATOR, { organizationId, reason: 'Unpaid' });
  idp.user = { id: 'late', email: 'late@company.example', name: 'Late' };
  const browser = new SsoBrowser(app);
  await signIn(browser);
  await resumeOrganization(app.context, BY_OPERATOR, organizationId);
  const { user } = (await browser.get('/v1/session')).json();
  const member = await app.request('GET', `/v1/orgs/${organizationId}/members/${user.id}`);
  expect(member.statusCode).toBe(404);
});

test('administrators of the instance see its providers, whether they can be used, and the last problem', async () => {
  const list = async () => {
    const response = await app.request('GET', '/v1/instance/oidc');
    expect(response.statusCode, response.body).toBe(200);
    return response.json().items;
  };
  const { organizationId } = app;
  const provider = app.context.config.oidcProviders[0] as (typeof app.context.config.oidcProviders)[0];
  const before = { ...provider };
  const gone = newId();
  provider.groups = [
    { group: 'writers', organizationId, role: 'edit', teamId: gone },
    { group: 'leads', organizationId: gone, role: 'admin' },
  ];
  const [shown] = await list();
  const { title } = (await app.request('GET', `/v1/orgs/${organizationId}`)).json();
  expect(shown).toMatchObject({
    object: 'instance-oidc-provider',
    name: 'main',
    label: 'Company',
    issuer: idp.issuer,
    signUp: true,
    groups: [
      { group: 'writers', organization: { title }, role: 'edit', team: { id: gone, title: null } },
      { group: 'leads', organization: { id: gone, title: null }, role: 'admin' },
    ],
    service: { redirectURL: service(app).redirectURL, startURL: service(app).startURL },
  });
  expect(shown).not.toHaveProperty('fault');
  expect(JSON.stringify(shown)).not.toContain(CLIENT.clientSecret);
  idp.user = { id: 'eve', email: 'eve@company.example', name: 'Eve', emailVerified: false };
  expect(reasonOn(await signIn(new SsoBrowser(app)))).toBe('email-unverified');
  // A page that was opened out of turn says nothing of the provider.
  await new SsoBrowser(app).get(`${service(app).redirectURL}?state=none&code=none`);
  expect((await list())[0].lastProblem).toMatchObject({
    reason: 'email-unverified',
    message: expect.stringContaining('does not confirm'),
  });
  idp.user = { id: 'eve', email: 'eve@company.example', name: 'Eve' };
  await signIn(new SsoBrowser(app));
  expect((await list())[0].lastUsedAt).toBeDefined();
  provider.issuer = `${idp.issuer}/elsewhere`;
  expect((await list())[0].fault).toMatch(/^The issuer has no configuration at /);
  Object.assign(provider, before);
});

test('opens an existing account only if its address is verified on both sides', async () => {
  const { email, userId } = await addAccount(app);
  idp.user = { id: 'grace', email, name: 'Grace Hopper' };
  const verify = (at: Date | null) =>
    app.context.db
      .updateTable('user_account')
      .set({ email_verified_at: at })
      .where('user_id', '=', userId)
      .execute();
  await verify(null);
  expect(reasonOn(await signIn(new SsoBrowser(app)))).toBe('account-unproven');
  await verify(new Date());
  idp.user = { ...idp.user, emailVerified: false };
  expect(reasonOn(await signIn(new SsoBrowser(app)))).toBe('email-unverified');
  idp.user = { ...idp.user, emailVerified: true };
  const browser = new SsoBrowser(app);
  await signIn(browser);
  expect((await browser.get('/v1/session')).json().user.id).toBe(userId);
});

test('is started by the identity provider, which names itself', async () => {
  const start = await new SsoBrowser(app).get(`/sso/oidc/initiate?iss=${encodeURIComponent(idp.issuer)}`);
  expect(start.headers.location).toContain(`${idp.issuer}/auth?`);
  const unknown = await new SsoBrowser(app).get('/sso/oidc/initiate?iss=https%3A%2F%2Fother.example');
  expect(reasonOn(unknown)).toBe('provider-gone');
});
