import { readFile } from 'node:fs/promises';
import { TOTP } from 'otpauth';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAccount, PASSWORD } from '../accounts.ts';
import { addCollection, addMember, addSite, addSpace, addTeam, grantRole } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let console_: OpenConsole;
let spaceId: string;
beforeAll(async () => {
  console_ = await openConsole();
  spaceId = await addSpace(console_.app, { title: 'Guides' });
});
afterAll(() => console_?.close());

const click = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const api = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) => {
  const response = await console_.app.request(method, url, body ? { body } : {});
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json();
};

const readDownload = async (download: Download): Promise<string> =>
  readFile((await download.path()) as string, 'utf8');

describe('the own account', () => {
  it('gets a second factor by the picture, with codes that are shown once, and new ones', async () => {
    const { baseUrl, app } = console_;
    const own = await addAccount(app, { role: 'read' });
    const { page, context } = await console_.open({ token: own.token });
    await page.goto(`${baseUrl}/app/account/security`);
    await click(page, 'Turn on');
    await page.getByRole('dialog').getByLabel('Current password').fill('wrong');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').getByText('This is not your current password.').waitFor();
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    const picture = page.getByRole('img', { name: 'The key as a QR code' });
    expect((await picture.boundingBox())?.width).toBeGreaterThan(100);
    const secret = await page.getByRole('textbox', { name: 'Or enter this key by hand' }).inputValue();
    await page.getByLabel('Code from the app').fill('000000');
    await click(page, 'Confirm');
    await page.getByRole('alert').getByText('The code is wrong.').waitFor();
    await page.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
    await click(page, 'Confirm');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const first = await codes.allTextContents();
    expect(first).toHaveLength(10);
    await click(page, 'I have stored them');
    await page.getByText('10 recovery codes are left').waitFor();
    await click(page, 'New recovery codes');
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click();
    await codes.first().waitFor();
    expect(new Set([...first, ...(await codes.allTextContents())]).size).toBe(20);
    await context.close();
  });

  it('gets another password and address for the present password, and other sessions end', async () => {
    const { baseUrl, app } = console_;
    const own = await addAccount(app, { role: 'read' });
    const [here, elsewhere] = [
      await console_.open({ token: own.token }),
      await console_.open({ token: own.token }),
    ];
    const { page } = here;
    await page.goto(`${baseUrl}/app/account/sessions`);
    await page.getByRole('row').nth(2).waitFor();
    await click(page, 'Sign out all others');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('All other browsers were signed out').waitFor();
    await page.getByText('This browser').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);

    await page.getByRole('link', { name: 'Security', exact: true }).click();
    const password = page.getByRole('form', { name: 'Password' });
    await password.getByLabel('Current password').fill(PASSWORD);
    await password.getByLabel('New password').fill('password12');
    await password.getByRole('button').click();
    const refusal = page.getByRole('alert').getByText(/Choose a password with at least 10 characters/);
    await refusal.waitFor();
    await password.getByLabel('New password').fill('another good password');
    await password.getByRole('button').click();
    await page.getByText('Your password was changed. Other browsers are signed out.').waitFor();
    const email = page.getByRole('form', { name: 'Email address' });
    await email.getByLabel('New email address').fill('other@example.com');
    await email.getByLabel('Current password').fill('another good password');
    await email.getByRole('button').click();
    await page.getByText('Your email address was changed').waitFor();
    await page.getByText('other@example.com').waitFor();
    await here.context.close();
    await elsewhere.context.close();
  });

  it('is deleted after its address was typed, and not before', async () => {
    const { baseUrl, app } = console_;
    const own = await addAccount(app, { role: 'read' });
    const { page, context } = await console_.open({ token: own.token });
    await page.goto(`${baseUrl}/app/account/delete`);
    await page.getByLabel('Type your email address to confirm').fill('somebody@example.com');
    await page.getByLabel('Current password').fill(PASSWORD);
    await click(page, 'Delete my account permanently');
    await page.getByRole('alert').getByText('This is not your email address.').waitFor();
    await page.getByLabel('Type your email address to confirm').fill(own.email);
    await click(page, 'Delete my account permanently');
    await page.waitForURL(/\/app\/sign-in/);
    expect((await app.request('GET', '/v1/user', { token: own.token })).statusCode).toBe(401);
    await context.close();
  });
});

describe('pictures', () => {
  /** A red square. */
  const PICTURE =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>';
  const drop = async (page: Page, group: string): Promise<void> => {
    const transfer = await page.evaluateHandle(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(PICTURE)}], 'logo.svg', { type: 'image/svg+xml' }));
      data;
    }`);
    const place = page.getByRole('group', { name: group }).locator('div').first();
    await place.dispatchEvent('drop', { dataTransfer: transfer });
  };
  const isShown = (page: Page, where: string): Promise<boolean> =>
    page
      .locator(where)
      .evaluate(
        (image: { complete?: boolean; naturalWidth?: number }) =>
          image.complete === true && (image.naturalWidth ?? 0) > 0,
      );

  it('of a user and of an organization are dropped, shown everywhere, and removed', async () => {
    const { baseUrl, app } = console_;
    const { page, context, takeEvents } = await console_.open({ width: 1440 });
    await page.goto(`${baseUrl}/app/account/profile`);
    await drop(page, 'Picture');
    await page.getByRole('button', { name: 'Replace' }).waitFor();
    const menu = page.getByRole('button', { name: /^Account of|^Your account|admin/i }).locator('img');
    await menu.first().waitFor();
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/members`);
    await page.getByRole('rowheader').locator('img').first().waitFor();
    await expect.poll(() => isShown(page, 'th img >> nth=0')).toBe(true);

    await page.goto(`${baseUrl}/app/o/${app.organizationId}/settings`);
    await drop(page, 'Logo');
    await page.getByRole('button', { name: 'Replace' }).waitFor();
    const { urls } = await api('GET', `/v1/orgs/${app.organizationId}`);
    expect(urls.logo).toContain(`${baseUrl}/v1/orgs/${app.organizationId}/logo/`);
    await page.getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Upload picture' }).waitFor();
    expect((await api('GET', `/v1/orgs/${app.organizationId}`)).urls).not.toHaveProperty('logo');
    expect(takeEvents()).toEqual([]);
    await context.close();
  });

  it('that no browser can show are refused in words', async () => {
    const { page, context } = await console_.open();
    await page.goto(`${console_.baseUrl}/app/account/profile`);
    await page
      .getByRole('group', { name: 'Picture' })
      .locator('input[type="file"]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByRole('alert').getByText('This browser cannot show the file as a picture').waitFor();
    await context.close();
  });
});

describe('what is given out', () => {
  it('gets another name and role: service accounts and invite links', async () => {
    const { baseUrl, app } = console_;
    const organization = `/v1/orgs/${app.organizationId}`;
    await api('POST', `${organization}/tokens`, { title: 'Build', role: 'read' });
    const { page, context } = await console_.open();
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/tokens`);
    await click(page, 'Edit “Build”');
    const dialog = page.getByRole('dialog', { name: 'Edit “Build”' });
    await dialog.getByLabel('What it is for').fill('Build and import');
    await dialog.getByLabel('Role').selectOption({ label: 'Editor' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('row', { name: /Build and import/ })
      .getByText('Editor')
      .waitFor();

    await page.goto(`${baseUrl}/app/o/${app.organizationId}/invites`);
    await click(page, 'New invite link');
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    await click(page, 'Edit the link to The organization');
    await page.getByRole('dialog').getByLabel('Joins as').selectOption({ label: 'Commenter' });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('table', { name: 'Invite links' }).getByText('Commenter').waitFor();
    await context.close();
  });

  it('is taken back: an administrator signs a member out', async () => {
    const { baseUrl, app } = console_;
    const member = await addAccount(app, { role: 'read' });
    const theirs = await console_.open({ token: member.token });
    const { page, context } = await console_.open();
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/members/${member.userId}`);
    const sessions = page.getByRole('region', { name: 'Signed-in browsers' });
    await sessions.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await sessions.getByText('Signed in nowhere.').waitFor();
    await theirs.page.goto(`${baseUrl}/app/account/profile`);
    await theirs.page.waitForURL(/\/app\/sign-in/);
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/audit?action=member.signed-out`);
    await page.getByRole('row').nth(1).getByText('Member signed out of browsers').waitFor();
    const saving = page.waitForEvent('download');
    await click(page, 'Export as JSON');
    const saved = JSON.parse(await readDownload(await saving));
    expect(saved.map(({ action }: { action: string }) => action)).toEqual(['member.signed-out']);
    await Promise.all([context.close(), theirs.context.close()]);
  });
});

describe('members', () => {
  it('are found among many, by name and role, and the address keeps the filter', async () => {
    const { baseUrl, app } = console_;
    for (let n = 0; n < 60; n += 1) await addMember(app, { role: 'read', displayName: `Reader ${n}` });
    const { page, context } = await console_.open();
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/members`);
    const table = page.getByRole('table', { name: 'Members of the organization' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(51);
    await click(page, 'Show more');
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(60);
    await page.getByLabel('Name or email address').fill('reader 59');
    await page.getByText('1 person').waitFor();
    await page.waitForURL(/search=reader/);
    await page.reload();
    await table.getByRole('rowheader', { name: /Reader 59/ }).waitFor();
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Administrator' });
    await page.getByText('No member matches').waitFor();
    await context.close();
  });

  it('get another role, and the last administrator stays one', async () => {
    const { baseUrl, app } = console_;
    const { userId } = await addMember(app, { role: 'read', displayName: 'Ben' });
    const { page, context } = await console_.open();
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/members/${userId}`);
    await page.getByLabel('Role of Ben').selectOption({ label: 'Editor' });
    await click(page, 'Save');
    await page.getByText('Ben is now Editor').waitFor();
    await page.goto(`${baseUrl}/app/o/${app.organizationId}/members/me`);
    await page.getByLabel(/^Role of /).selectOption({ label: 'Reader' });
    await click(page, 'Save');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Give up the role' }).click();
    await page
      .getByRole('alert')
      .getByText(/This is the only administrator/)
      .waitFor();
    await context.close();
  });
});

it('a token is shown once and revoked, and the audit log tells both', async () => {
  const { app, baseUrl } = console_;
  const { page, context } = await console_.open({ width: 360 });
  await page.goto(`${baseUrl}/app/account/tokens`);
  await page.getByRole('button', { name: 'New token' }).first().click();
  await page.getByLabel('What it is for').fill('Laptop');
  await page.getByRole('radio', { name: 'Read' }).click();
  await click(page, 'Create token');
  const token = await page.getByRole('textbox', { name: 'Token “Laptop”' }).inputValue();
  expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(200);
  await click(page, 'Revoke “Laptop”');
  await click(page, 'Revoke');
  await page.getByText('“Laptop” was revoked', { exact: true }).first().waitFor();
  expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);

  await page.goto(`${baseUrl}/app/o/${app.organizationId}/audit?action=token.revoked`);
  await page.getByRole('link', { name: 'Token revoked' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Token revoked' }).waitFor();
  await page.getByText('Browser', { exact: true }).waitFor();
  await context.close();
});

it('an invitation is listed until it is revoked, and inviting again says what it did', async () => {
  const { app, baseUrl } = console_;
  const { page, context } = await console_.open();
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/invites`);
  for (const sentence of ['1 person was invited', 'Invited again. Earlier links no longer work:']) {
    await page.getByLabel('Email addresses').fill('grace@example.com');
    await click(page, 'Send invitations');
    await page.getByText(sentence).waitFor();
  }
  await click(page, 'Renew the invitation of grace@example.com');
  await page.getByText('The invitation of grace@example.com was renewed').waitFor();
  await click(page, 'Revoke the invitation of grace@example.com');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }).click();
  await page.getByText('Nobody is waiting to join.').waitFor();
  await context.close();
});

it('a guest sees only their own membership, and leaves', async () => {
  const { baseUrl, app } = console_;
  const { token, userId } = await addMember(app, { role: null, displayName: 'Gus' });
  await grantRole(app, { userId, spaceId, role: 'read' });
  const { page, context } = await console_.open({ token });
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/members`);
  await page.getByRole('heading', { level: 1, name: 'Gus' }).waitFor();
  const row = page.getByRole('table', { name: 'What you can see' }).getByRole('row', { name: /Guides/ });
  await row.getByText('Given directly').waitFor();
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/audit`);
  await page.getByText('You do not have access to this page').waitFor();
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/members`);
  await click(page, 'Leave the organization');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the organization' }).click();
  await expect
    .poll(
      async () => (await app.request('GET', `/v1/orgs/${app.organizationId}/members/${userId}`)).statusCode,
    )
    .toBe(404);
  await context.close();
});

it('single sign-on shows what to copy, takes what the provider shows, and is deleted', async () => {
  const { baseUrl, app } = console_;
  const { page, context } = await console_.open();
  await page.goto(`${baseUrl}/app/o/${app.organizationId}/saml`);
  await page.getByRole('button', { name: 'Add SAML provider' }).first().click();
  await page.getByRole('dialog').getByLabel('Label').fill('Company');
  await page.getByRole('dialog').getByRole('button', { name: 'Add SAML provider' }).click();
  await page.getByRole('heading', { level: 1, name: 'Company' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Reply address (ACS URL)' }).inputValue()).toContain(
    baseUrl,
  );
  await page.getByLabel('Entity ID of the identity provider').fill('https://idp.example');
  await click(page, 'Save');
  await page.locator('form').getByText('Saved', { exact: true }).first().waitFor();
  await click(page, 'Delete provider');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete provider' }).click();
  await page.getByText('No identity provider yet').waitFor();
  await context.close();
});

const addresses = async (): Promise<string[]> => {
  const { app } = console_;
  const { organizationId } = app;
  const { id: userId } = await api('GET', '/v1/user');
  const teamId = await addTeam(app, { members: [userId] });
  await grantRole(app, { teamId, spaceId, role: 'edit' });
  const collection = await addCollection(app, { title: 'Handbook' });
  const siteId = await addSite(app);
  await api('POST', `/v1/orgs/${organizationId}/link-invites`, { role: 'read' });
  await api('POST', `/v1/orgs/${organizationId}/invites`, { emails: ['waiting@example.com'] });
  await api('POST', `/v1/orgs/${organizationId}/tokens`, { title: 'CI', role: 'read' });
  const { id: providerId } = await api('POST', `/v1/orgs/${organizationId}/saml`, { label: 'Company' });
  const { items } = await api('GET', `/v1/orgs/${organizationId}/audit-events?action=permission.granted`);
  const organization = `/o/${organizationId}`;
  return [
    ...['profile', 'security', 'sessions', 'tokens', 'notifications', 'look', 'delete'].map(
      (part) => `/account/${part}`,
    ),
    ...[
      'members',
      `members/${userId}`,
      'invites',
      'teams',
      `teams/${teamId}`,
      'domains',
      'tokens',
      'saml',
    ].map((part) => `${organization}/${part}`),
    `${organization}/saml/${providerId}`,
    `${organization}/audit`,
    `${organization}/audit/${items[0]?.id ?? ''}`,
    `/s/${spaceId}/settings/people`,
    `/c/${collection}/permissions`,
    `${organization}/sites/${siteId}/people`,
  ];
};

it.each([
  ['light', 1440],
  ['dark', 360],
] as const)('every view can be used with assistive technology: %s, %i px', async (scheme, width) => {
  const { baseUrl } = console_;
  const { page, context, takeEvents } = await console_.open({ scheme, width });
  for (const address of await addresses()) {
    await page.goto(`${baseUrl}/app${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading…' }).first().waitFor({ state: 'detached' });
    expect(await auditPage(page), address).toEqual([]);
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(wider), address).toBe(0);
  }
  expect(takeEvents()).toEqual([]);
  await context.close();
});
