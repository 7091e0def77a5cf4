import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../../test/app.ts';
import { addOidcProvider, type OidcTestProvider, signInByOidc } from '../../../../../../test/oidc-browser.ts';
import { CLIENT, type OidcIdp, startOidcIdp } from '../../../../../../test/oidc-idp.ts';
import { reasonOn, SsoBrowser } from '../../../../../../test/sso-browser.ts';

let app: TestApp;
let idp: OidcIdp;
let provider: OidcTestProvider;
let teamId: string;

beforeAll(async () => {
  idp = await startOidcIdp();
  app = await buildTestApp({ config: { allowPrivateNetworks: true } });
  const team = await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, {
    body: { title: 'Engineers' },
  });
  teamId = team.json().id;
  provider = await addOidcProvider(app, idp, {
    groupsClaim: 'groups',
    scopes: ['email', 'profile', 'groups'],
    groupTeams: [{ group: 'engineers', team: teamId }],
    groupRoles: [
      { group: 'engineers', role: 'edit' },
      { group: 'leads', role: 'create' },
      { group: 'administrators', role: 'admin' },
    ],
    defaultRole: 'read',
    endsProviderSession: true,
  });
});
afterAll(async () => {
  await app?.close();
  await idp?.close();
});

const memberOf = async (email: string) => {
  const url = `/v1/orgs/${app.organizationId}/members?search=${encodeURIComponent(email)}`;
  return (await app.request('GET', url)).json().items[0];
};
const teamsOf = async (userId: string): Promise<string[]> => {
  const response = await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}/teams`);
  return response.json().items.map(({ team }: { team: { id: string } }) => team.id);
};

test('signs somebody new in, with the role and the teams of their groups', async () => {
  idp.user = {
    id: 'ada',
    email: 'ada@company.example',
    name: 'Ada Lovelace',
    groups: ['engineers', 'other'],
  };
  const browser = new SsoBrowser(app);
  const response = await signInByOidc(browser, provider, { to: '/app/s/1' });
  expect(response.statusCode, response.body).toBe(303);
  expect(new URL(response.headers.location as string).pathname).toBe('/app/s/1');
  const session = await browser.get('/v1/session');
  expect(session.json().user).toMatchObject({ email: 'ada@company.example', displayName: 'Ada Lovelace' });
  const member = await memberOf('ada@company.example');
  expect(member).toMatchObject({ role: 'edit', sso: true });
  expect(await teamsOf(member.id)).toEqual([teamId]);
});

test('takes back what groups gave when they are gone, and nothing else', async () => {
  const title = 'By hand';
  const other = (await app.request('PUT', `/v1/orgs/${app.organizationId}/teams`, { body: { title } })).json()
    .id;
  const { id } = await memberOf('ada@company.example');
  await app.request('PUT', `/v1/orgs/${app.organizationId}/teams/${other}/members/${id}`, { body: {} });
  idp.user = { ...idp.user, groups: ['leads'] };
  await signInByOidc(new SsoBrowser(app), provider);
  expect(await memberOf('ada@company.example')).toMatchObject({ role: 'create' });
  expect(await teamsOf(id)).toEqual([other]);
  idp.user = { ...idp.user, groups: [] };
  await signInByOidc(new SsoBrowser(app), provider);
  expect(await memberOf('ada@company.example')).toMatchObject({ role: 'read' });
  expect(await teamsOf(id)).toEqual([other]);
  const audit = await app.request('GET', `/v1/orgs/${app.organizationId}/audit-events?limit=100`);
  const { items } = audit.json() as { items: { action: string; urls: { location: string } }[] };
  const removed = items.find(({ action }) => action === 'team-member.removed');
  const { pathname } = new URL(removed?.urls.location as string);
  const { payload } = (await app.request('GET', pathname)).json();
  expect(payload.provider).toMatchObject({ label: 'Company', nameId: 'ada' });
});

test('knows a person by their name at the provider, not by the address', async () => {
  const { id } = await memberOf('ada@company.example');
  idp.user = { ...idp.user, email: 'ada.new@company.example', emailVerified: false };
  const browser = new SsoBrowser(app);
  await signInByOidc(browser, provider);
  expect((await browser.get('/v1/session')).json().user).toMatchObject({ id });
});

test('refuses an address that the provider does not confirm', async () => {
  idp.user = { id: 'eve', email: 'eve@company.example', emailVerified: false, name: 'Eve' };
  expect(reasonOn(await signInByOidc(new SsoBrowser(app), provider))).toBe('email-unverified');
});

test('ends the session at once when the provider says so, and refuses the same token again', async () => {
  idp.user = { id: 'grace', email: 'grace@company.example', name: 'Grace Hopper' };
  const browser = new SsoBrowser(app);
  await signInByOidc(browser, provider);
  expect((await browser.get('/v1/session')).statusCode).toBe(200);
  const { url } = (await browser.get('/v1/session/provider-logout')).json();
  expect(url).toMatch(new RegExp(`^${idp.issuer}/session/end\\?`));
  expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(
    provider.service.postLogoutRedirectURL,
  );
  const client = await idp.provider.Client.find(CLIENT.clientId);
  const { IdToken } = idp.provider as unknown as { IdToken: new (claims: object, context: object) => never };
  const token = new IdToken({}, { client, ctx: undefined }) as unknown as {
    set(name: string, value: unknown): void;
    issue(options: object): Promise<string>;
  };
  Object.assign(token, { mask: { sub: null } });
  token.set('sub', 'grace');
  token.set('events', { 'http://schemas.openid.net/event/backchannel-logout': {} });
  token.set('jti', 'once');
  const signed = await token.issue({ use: 'logout' });
  const send = () =>
    browser.postFromElsewhere(provider.service.backChannelLogoutURL, { logout_token: signed });
  const first = await send();
  expect(first.statusCode, first.body).toBe(200);
  expect((await browser.get('/v1/session')).statusCode).toBe(401);
  expect((await send()).statusCode).toBe(400);
});

test('keeps the last administrator, whatever the groups say', async () => {
  const email = 'lone@company.example';
  idp.user = { id: 'lone', email, name: 'Lone', groups: ['administrators'] };
  await signInByOidc(new SsoBrowser(app), provider);
  const { id } = await memberOf(email);
  const others = app.context.db
    .updateTable('member')
    .where('organization_id', '=', app.organizationId)
    .where('user_id', '<>', id)
    .where('role', '=', 'admin');
  await others.set({ disabled: true }).execute();
  idp.user = { ...idp.user, groups: [] };
  expect((await signInByOidc(new SsoBrowser(app), provider)).statusCode).toBe(303);
  await others.set({ disabled: false }).execute();
  expect(await memberOf(email)).toMatchObject({ role: 'admin' });
  await signInByOidc(new SsoBrowser(app), provider);
  expect(await memberOf(email)).toMatchObject({ role: 'read' });
});
