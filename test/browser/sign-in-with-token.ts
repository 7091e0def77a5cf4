import type { Page } from 'playwright-core';

/** Signs in on the page of a service, as a person with a token does. */
export async function signInWithToken(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/app/sign-in`);
  await page.getByText('Use an API token').click();
  await page.getByLabel('API token').fill(token);
  await page.getByRole('button', { name: 'Sign in with token' }).click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/sign-in'));
}
