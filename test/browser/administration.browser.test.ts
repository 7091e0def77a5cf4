import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import { type AddedUser, addMember, addSpace } from '../factories.ts';
import { insertFailedJob } from '../permissions/instance-calls.ts';
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

describe('the instance', () => {
  let ada: AddedUser;
  let page: Page;
  beforeAll(async () => {
    ada = await addMember(console_.app, { role: 'edit', displayName: 'Ada Lovelace' });
    await insertFailedJob(console_.app);
    ({ page } = await console_.open());
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const statusOfAda = async (): Promise<number> =>
    (await console_.app.request('GET', '/v1/user', { token: ada.token })).statusCode;

  it('shows its state to an administrator, who blocks a user', async () => {
    await page.goto(`${console_.baseUrl}/app`);
    await page.getByRole('button', { name: /^Account of / }).click();
    await page.getByRole('menuitem', { name: 'Instance' }).click();
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'PostgreSQL' }).getByText('OK').waitFor();

    await page.getByRole('navigation', { name: 'Instance' }).getByRole('link', { name: 'Users' }).click();
    await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill('lovel');
    await link('admin').waitFor({ state: 'detached' });
    await link('Ada Lovelace').click();
    await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
    expect(await statusOfAda()).toBe(200);
    await button('Block').click();
    await page
      .getByRole('alertdialog', { name: 'Block Ada Lovelace?' })
      .getByRole('button', { name: 'Block' })
      .click();
    await button('Unblock').waitFor();
    expect(await statusOfAda()).toBe(401);
    await button('Unblock').click();
    await button('Block').waitFor();
    expect(await statusOfAda()).toBe(200);

    await button('Create password link').click();
    expect(await page.getByLabel('Link to set a password', { exact: true }).inputValue()).toContain(
      '/app/reset-password/',
    );
  });

  it('runs a job again that was given up', async () => {
    await page.getByRole('navigation', { name: 'Instance' }).getByRole('link', { name: 'Jobs' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Remove unused content' });
    await row.getByText('It did not work.').waitFor();
    await row.getByRole('button', { name: /^Run again/ }).click();
    await page.getByRole('heading', { name: 'No job has failed' }).waitFor();
  });

  it('is shown to nobody else', async () => {
    const { page: hers } = await console_.open({ token: ada.token });
    await hers.goto(`${console_.baseUrl}/app/instance/users`);
    await hers.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    await hers.getByRole('button', { name: /^Account of / }).click();
    await hers.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await hers.getByRole('menuitem', { name: 'Instance' }).count()).toBe(0);
  });
});
