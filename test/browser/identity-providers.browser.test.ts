import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { InstanceOidcProvider } from '../../apps/server/platform/oidc-settings.ts';
import { addTeam } from '../factories.ts';
import { directoryAt } from '../ldap-directory.ts';
import { CLIENT, type OidcIdp, startOidcIdp } from '../oidc-idp.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Nothing listens at its address. */
const directory = directoryAt(1, {
  ...{ label: 'Offices', encryption: 'start-tls' },
  bind: { dn: 'cn=reader,dc=company,dc=example', password: 'of the reader' },
});

let console_: OpenConsole;
let idp: OidcIdp;
beforeAll(async () => {
  // Another site than 127.0.0.1, as it is in the world.
  idp = await startOidcIdp({ host: 'localhost' });
  const provider = { ...CLIENT, scopes: ['email', 'profile', 'groups'], emailDomains: ['company.example'] };
  const more = { signUp: true, trustsEmail: false, endsProviderSession: false, groupsClaim: 'groups' };
  const oidcProviders: InstanceOidcProvider[] = [
    { name: 'staff', label: 'Company', issuer: idp.issuer, ...provider, ...more, groups: [] },
    {
      name: 'partners',
      label: 'Partners',
      issuer: `${idp.issuer}/realms/partners-with-a-long-name-that-has-to-break-somewhere`,
      ...provider,
      ...more,
      emailDomains: [],
      signUp: false,
      groups: [],
    },
  ];
  const config = { allowPrivateNetworks: true, oidcProviders, ldapDirectories: [directory] };
  console_ = await openConsole({ config });
});
afterAll(async () => {
  await console_?.close();
  await idp?.close();
});

it('an instance administrator sees the providers, why one fails, and what to enter there', async () => {
  const { app, baseUrl, browser } = console_;
  const { organizationId } = app;
  const teamId = await addTeam(app, { organizationId, title: 'Writers' });
  const [staff] = app.context.config.oidcProviders as [InstanceOidcProvider];
  staff.groups = [
    { group: 'docs-writers', organizationId, role: 'edit', teamId },
    { group: 'docs-leads', organizationId: newId(), role: 'admin' },
  ];
  const callback = `${baseUrl}/sso/oidc/instance/staff/callback`;
  await idp.addClient(callback);

  // Somebody whose address is not verified comes first.
  idp.user = { id: 'u-1', email: 'eve@company.example', emailVerified: false, name: 'Eve' };
  const visitor = await browser.newPage();
  await visitor.goto(`${baseUrl}/app/sign-in`);
  expect(await visitor.getByRole('link', { name: 'Sign in with Partners' }).isVisible()).toBe(true);
  await visitor.getByRole('link', { name: 'Sign in with Company' }).click();
  await visitor.getByRole('alert').waitFor();
  await visitor.close();

  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/instance`);
  await page.getByRole('link', { name: 'Identity providers' }).click();
  await page.getByRole('heading', { level: 1, name: 'Identity providers' }).waitFor();
  const company = page.getByRole('region', { name: 'Company' });
  await company.getByText('Can be used').waitFor();
  expect(await company.getByText(idp.issuer, { exact: true }).isVisible()).toBe(true);
  expect(await company.getByText(/does not confirm that your email address/).isVisible()).toBe(true);
  expect(await company.getByRole('textbox', { name: 'Redirect address' }).inputValue()).toBe(callback);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await company.getByRole('button', { name: 'Copy: Redirect address' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(callback);
  const groups = company.getByRole('table', { name: 'What groups of Company give' });
  await groups.getByRole('row', { name: /docs-writers .* Editor Writers/ }).waitFor();
  await groups.getByRole('row', { name: /docs-leads Does not exist/ }).waitFor();
  const partners = page.getByRole('region', { name: 'Partners' });
  await partners.getByText('Cannot be used').waitFor();
  expect(await partners.getByText(/The issuer has no configuration at/).isVisible()).toBe(true);

  // Then somebody signs in, and the operator mends the other provider.
  idp.user = { id: 'u-2', email: 'ada@company.example', name: 'Ada', groups: ['docs-writers'] };
  const verified = await browser.newPage();
  await verified.goto(`${baseUrl}/app/sign-in`);
  await verified.getByRole('link', { name: 'Sign in with Company' }).click();
  await verified.waitForURL(({ pathname }) => pathname.startsWith('/app') && !pathname.includes('sign-in'));
  await verified.close();
  const [, other] = app.context.config.oidcProviders as [InstanceOidcProvider, InstanceOidcProvider];
  const issuer = other.issuer;
  other.issuer = idp.issuer;
  await page.getByRole('button', { name: 'Check again' }).click();
  await partners.getByText('Can be used').waitFor();
  expect(await company.getByText('Never', { exact: true }).count()).toBe(0);
  other.issuer = issuer;
});

it('shows a directory, why it cannot be used, and why somebody could not sign in', async () => {
  const { baseUrl, browser } = console_;
  const visitor = await browser.newPage();
  await visitor.goto(`${baseUrl}/app/sign-in/directory/main`);
  await visitor.getByRole('textbox', { name: 'User name' }).fill('ada');
  await visitor.getByLabel('Password', { exact: true }).fill('a password');
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await visitor.getByRole('alert').waitFor();
  await visitor.close();

  const { page } = await console_.open();
  await page.goto(`${baseUrl}/app/instance/identity-providers`);
  const offices = page.getByRole('region', { name: 'Offices' });
  await offices.getByText('Cannot be used').waitFor();
  for (const text of [
    /ECONNREFUSED/,
    'ldap://127.0.0.1:1 (StartTLS)',
    'cn=reader,dc=company,dc=example',
    '(|(uid={user})(mail={user}))',
    'Every 15 min',
    /The directory does not respond/,
  ])
    expect(await offices.getByText(text).isVisible(), String(text)).toBe(true);
});

it.each([
  [360, 'light'],
  [360, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)('fits a window of %s pixels, %s', async (width, scheme) => {
  const { page } = await console_.open({ width, scheme });
  await page.goto(`${console_.baseUrl}/app/instance/identity-providers`);
  await page.getByRole('region', { name: 'Partners' }).getByText('Cannot be used').waitFor();
  const { scrollWidth, clientWidth } = (await page.evaluate(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )) as { scrollWidth: number; clientWidth: number };
  expect(scrollWidth).toBe(clientWidth);
  const { LECTERN_PICTURES: folder } = process.env;
  if (folder) await page.screenshot({ path: `${folder}/providers-${width}-${scheme}.png`, fullPage: true });
});
