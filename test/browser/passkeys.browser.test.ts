import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addAccount, PASSWORD, turnOnSecondFactor } from '../accounts.ts';
import { type OpenConsole, openConsole } from './console.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let console_: OpenConsole;
beforeAll(async () => {
  // Passkeys belong to a name, not to an IP address.
  console_ = await openConsole({ host: 'localhost' });
});
afterAll(() => console_?.close());

/** Puts an authenticator into the browser whose user is verified. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it('a person adds a passkey, and signs in with it instead of password and code', async () => {
  const { app, baseUrl } = console_;
  const user = await addAccount(app, { role: 'admin' });
  const { page, context } = await console_.open({ token: user.token });
  await addAuthenticator(context, page);

  await page.goto(`${baseUrl}/app/account/security`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByLabel('Current password').last().fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click();
  const row = page.getByRole('table', { name: 'Passkeys' }).getByRole('row', { name: /Laptop/ });
  await row.getByText('Never').waitFor();
  await row.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).getByText('Old laptop').waitFor();
  await turnOnSecondFactor(app, user.token);

  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  await context.clearCookies();
  await page.goto(`${baseUrl}/app/sign-in?to=/app/account/security`);
  // The browser offers the passkey in the field, and this authenticator accepts at once.
  await page.waitForURL(/\/app\/account\/security/);
  await page.getByRole('table', { name: 'Passkeys' }).waitFor();
  expect(blocked).toEqual([]);
  const session = await app.context.db
    .selectFrom('user_session')
    .select('method')
    .where('user_id', '=', user.userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  expect(session).toEqual({ method: 'passkey' });
});

it('a passkey confirms a change, and signs in again when the session has ended', async () => {
  const { app, baseUrl } = console_;
  const user = await addAccount(app, { role: 'admin' });
  const { page, context } = await console_.open({ token: user.token });
  await addAuthenticator(context, page);
  await page.goto(`${baseUrl}/app/account/security`);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Laptop');
  // There is nothing yet that could be used instead.
  expect(await dialog.getByRole('button', { name: 'Use a passkey instead' }).count()).toBe(0);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('table', { name: 'Passkeys' }).waitFor();
  await dialog.waitFor({ state: 'detached' });

  const form = page.getByRole('form', { name: 'Email' });
  await form.getByLabel('New email address').fill(`new-${user.email}`);
  await form.getByRole('button', { name: 'Use a passkey instead' }).press('Enter');
  expect(await form.getByLabel('Current password').count()).toBe(0);
  await form.getByRole('button', { name: 'Use the password instead' }).waitFor();
  await form.getByRole('button', { name: 'Change email address' }).click();
  await page.getByText(`new-${user.email}`).first().waitFor();

  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByRole('form', { name: 'Second factor' }).waitFor();

  await app.request('DELETE', '/v1/user/sessions', { token: user.token });
  await page.getByRole('link', { name: 'Sessions' }).click();
  await dialog.getByText('Your session has ended').waitFor();
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('table').getByText('with passkey').waitFor();
});

it('a browser without a passkey for the service signs in with the password as before', async () => {
  const { app, baseUrl, browser } = console_;
  const user = await addAccount(app, { role: 'read' });
  const page = await browser.newPage();
  await page.goto(`${baseUrl}/app/sign-in`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
});
