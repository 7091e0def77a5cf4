import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AddedUser, addMember } from '../factories.ts';
import { insertFailedJob } from '../permissions/instance-calls.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let console_: OpenConsole;
let ada: AddedUser;
let page: Page;

beforeAll(async () => {
  console_ = await openConsole();
  ada = await addMember(console_.app, { role: 'edit', displayName: 'Ada Lovelace' });
  await insertFailedJob(console_.app);
  ({ page } = await console_.open());
});
afterAll(() => console_?.close());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const statusOfAda = async (): Promise<number> =>
  (await console_.app.request('GET', '/v1/user', { token: ada.token })).statusCode;

it('an instance administrator sees the state of the instance, and blocks a user', async () => {
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

it('a job that was given up is run again', async () => {
  await page.getByRole('navigation', { name: 'Instance' }).getByRole('link', { name: 'Jobs' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Remove unused content' });
  await row.getByText('It did not work.').waitFor();
  await row.getByRole('button', { name: /^Run again/ }).click();
  await page.getByRole('heading', { name: 'No job has failed' }).waitFor();
});

it('nobody else is shown the instance', async () => {
  const { page: hers } = await console_.open({ token: ada.token });
  await hers.goto(`${console_.baseUrl}/app/instance/users`);
  await hers.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  await hers.getByRole('button', { name: /^Account of / }).click();
  await hers.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  expect(await hers.getByRole('menuitem', { name: 'Instance' }).count()).toBe(0);
});
