import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import { addSpace } from '../factories.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let console_: OpenConsole;
beforeAll(async () => {
  console_ = await openConsole();
});
afterAll(() => console_?.close());

const click = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const toast = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).first().waitFor();

it('an administrator invites somebody, puts them into a team, gives it a role, and sees why they can read', async () => {
  const { app, baseUrl } = console_;
  const spaceId = await addSpace(app, { title: 'Guides' });
  const { page, context, takeEvents } = await console_.open();
  const organization = `${baseUrl}/app/o/${app.organizationId}`;

  await page.goto(`${organization}/invites`);
  await page.getByLabel('Email addresses').fill('ann@example.com');
  await page.getByLabel('Role in the organization').selectOption({ label: 'Guest' });
  await click(page, 'Send invitations');
  await toast(page, '1 person was invited');
  const link = await page.getByRole('textbox', { name: 'ann@example.com' }).inputValue();
  await page.getByRole('table', { name: 'Pending invitations' }).getByText('ann@example.com').waitFor();

  const theirs = await console_.browser.newPage();
  await theirs.goto(link);
  await theirs.getByLabel('Your name').fill('Ann');
  await theirs.getByLabel('Password').fill(PASSWORD);
  await theirs.keyboard.press('Enter');
  await theirs.waitForURL(/\/app\/o\//);

  await page.getByRole('link', { name: 'Teams' }).first().click();
  await page.getByRole('button', { name: 'New team' }).first().click();
  await page.getByLabel('Name of the team').fill('Writers');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Writers' }).waitFor();
  await page.getByLabel('Add members').fill('ann');
  await click(page, 'Add Ann to the team');
  await page
    .getByRole('table', { name: 'Members of the team' })
    .getByRole('rowheader', { name: /Ann/ })
    .waitFor();

  await page.goto(`${baseUrl}/app/s/${spaceId}/permissions`);
  await page.getByLabel('Find people and teams').fill('writ');
  await page
    .getByRole('combobox', { name: 'Role', exact: true })
    .first()
    .selectOption({ label: 'Commenter' });
  await click(page, 'Add Writers as Commenter');
  const row = page.getByRole('table', { name: 'Everyone with access' }).getByRole('row', { name: /Ann/ });
  await row.getByText('Through the team “Writers”').waitFor();
  expect(await row.getByRole('cell', { name: 'Commenter' }).count()).toBe(1);

  await row.getByRole('link', { name: 'Ann' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor();
  const space = page.getByRole('table', { name: 'What they can see' }).getByRole('row', { name: /Guides/ });
  await space.getByText('Through the team “Writers”').waitFor();

  await theirs.goto(`${baseUrl}/app/s/${spaceId}`);
  await theirs.getByRole('heading', { level: 1, name: /Guides/ }).waitFor();
  await theirs.close();
  expect(takeEvents()).toEqual([]);
  await context.close();
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
  await toast(page, '“Laptop” was revoked');
  expect((await app.request('GET', '/v1/user', { token })).statusCode).toBe(401);

  await page.goto(`${baseUrl}/app/o/${app.organizationId}/audit?action=token.revoked`);
  await page.getByRole('link', { name: 'Token revoked' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Token revoked' }).waitFor();
  await page.getByText('Browser', { exact: true }).waitFor();
  await context.close();
});
