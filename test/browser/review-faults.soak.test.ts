/** What goes wrong while people review: nothing that they wrote is lost, and each message says what to do. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openBrowser, PASSWORD, setPassword } from '../accounts.ts';
import { type AddedUser, addMember, addSpace } from '../factories.ts';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let console: ServedConsole;
let ann: AddedUser;
let zoe: AddedUser;
let writer: Writer;
let page: Page;

beforeAll(async () => {
  console = await serveConsole();
  ann = await addMember(console.app, { role: 'review', displayName: 'Ann Writer' });
  zoe = await addMember(console.app, { role: 'review', displayName: 'Zoe Reviewer' });
  await setPassword(console.app, zoe.userId);
  // What is intercepted is sent by the page, not by its worker.
  writer = await console.openWriter({
    cookie: await openBrowser(console.app, zoe.email),
    hasWorker: false,
  });
  page = writer.page;
});
afterAll(async () => {
  await writer?.close();
  await console?.close();
});

async function send(
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  { body, by }: { body?: object; by?: AddedUser } = {},
) {
  const response = await console.app.request(method, url, {
    ...(body ? { body } : {}),
    ...(by ? { token: by.token } : {}),
  });
  expect(response.statusCode, `${method} ${url}: ${response.body}`).toBeLessThan(300);
  return response.body === '' ? undefined : response.json();
}

/** An open change request of Ann’s, shown to Zoe. Returns its address in the API and that of its space. */
async function propose(): Promise<{ one: string; api: string }> {
  const spaceId = await addSpace(console.app, { title: 'Guides' });
  const api = `/v1/spaces/${spaceId}`;
  const insert = (markdown: string, title: string) => ({
    body: { changes: [{ operation: 'insert_page', title, document: { markdown } }] },
  });
  await send('POST', `${api}/content`, insert('First.\n', 'Welcome'));
  const one = `${api}/change-requests/1`;
  await send('POST', `${api}/change-requests`, { body: { subject: 'Say more' }, by: ann });
  await send('POST', `${one}/content`, { ...insert('More words.\n', 'More'), by: ann });
  await send('PATCH', one, { body: { status: 'open' }, by: ann });
  await page.goto(`${console.origin}/app/s/${spaceId}/change-requests/1`);
  await page.getByText('More words.').waitFor();
  return { one, api };
}

const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });
const dialog = (name: string): Locator => page.getByRole('dialog', { name });
const reviewDialog = (): Locator => dialog('Review this change request');
const reviewText = (): Locator => reviewDialog().getByRole('textbox', { name: 'Your comment' });
const alert = (text: string): Locator => page.getByRole('alert').filter({ hasText: text });

async function beginReview(text: string): Promise<void> {
  await button(page, 'Review').click();
  await reviewText().fill(text);
}

async function beginComment(text: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Discussion' }).click();
  const form = page.getByRole('region', { name: 'New comment' });
  await form.getByRole('textbox', { name: 'Comment' }).fill(text);
  return form;
}

const commentsOf = async (one: string): Promise<string[]> =>
  (await send('GET', `${one}/comments?format=markdown`)).items.map(
    ({ body }: { body: { markdown: string } }) => body.markdown.trim(),
  );

async function signInAgain(): Promise<void> {
  await dialog('Sign in').getByLabel('Email address').fill(zoe.email);
  await dialog('Sign in').getByLabel('Password').fill(PASSWORD);
  await button(dialog('Sign in'), 'Sign in').click();
  await dialog('Sign in').waitFor({ state: 'detached' });
}

describe('a change request that ends while somebody reviews it', () => {
  test('is not merged twice, and the view says who was first', async () => {
    const { one } = await propose();
    const merge = button(page, 'Merge');
    await expect.poll(() => merge.getAttribute('aria-disabled')).toBe('false');
    // Ann merges while the request of Zoe is on its way.
    await page.route(/\/merge$/, async (route) => {
      await send('POST', `${one}/merge`, { by: ann });
      await route.continue();
    });
    await merge.click();
    await page.getByText('Merged', { exact: true }).first().waitFor();
    await page.getByText('merged by Ann Writer').waitFor();
    expect(await page.getByText('Your text is kept').count()).toBe(0);
    await page.unroute(/\/merge$/);
  });

  test('keeps the text of a review when it is archived meanwhile', async () => {
    const { one } = await propose();
    await beginReview('A long thought.');
    await reviewDialog()
      .getByRole('radio', { name: /^Approve/ })
      .check();
    await send('PATCH', one, { body: { status: 'archived' }, by: ann });
    await button(reviewDialog(), 'Submit').click();
    await reviewDialog().getByRole('alert').waitFor();
    expect(await reviewDialog().getByRole('alert').textContent()).toContain('closed');
    expect(await reviewText().inputValue()).toBe('A long thought.');
    await button(reviewDialog(), 'Cancel').click();
    await button(page, 'Reopen').click();
    await button(page, 'Review').click();
    expect(await reviewText().inputValue()).toBe('A long thought.');
    await button(reviewDialog(), 'Submit').click();
    await page.getByText('Your comment was posted').waitFor();
    expect(await commentsOf(one)).toEqual(['A long thought.']);
  });

  test('gives way to a view that says so when its space is deleted, and keeps the text', async () => {
    const { api } = await propose();
    await beginReview('Too late.');
    await send('DELETE', api);
    await button(reviewDialog(), 'Submit').click();
    await reviewDialog().getByRole('alert').waitFor();
    expect(await reviewText().inputValue()).toBe('Too late.');
    await button(reviewDialog(), 'Cancel').click();
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    expect(await button(page, 'Merge').count()).toBe(0);
  });
});

test('a role that is lost while a change request is open takes its buttons with it', async () => {
  const { one } = await propose();
  const member = `/v1/orgs/${console.app.organizationId}/members/${zoe.userId}`;
  await expect.poll(() => button(page, 'Merge').getAttribute('aria-disabled')).toBe('false');
  await send('PATCH', member, { body: { role: 'read' } });
  await button(page, 'Merge').click();
  await alert('role').waitFor();
  await expect.poll(() => button(page, 'Merge').getAttribute('aria-disabled')).toBe('true');
  await page.getByText('Your role does not allow merging').first().waitFor();
  expect(await button(page, 'Review').count()).toBe(0);
  expect((await send('GET', one)).status).toBe('open');
  await send('PATCH', member, { body: { role: 'review' } });
  await page.reload();
  await button(page, 'Review').waitFor();
});

describe('a review that cannot be sent', () => {
  test('is kept when the dialog is closed and the tab is loaded again', async () => {
    const { one } = await propose();
    await beginReview('Half a thought');
    await page.keyboard.press('Escape');
    await reviewDialog().waitFor({ state: 'detached' });
    await page.reload();
    await button(page, 'Review').click();
    expect(await reviewText().inputValue()).toBe('Half a thought');
    await button(reviewDialog(), 'Submit').click();
    await page.getByText('Your comment was posted').waitFor();
    await button(page, 'Review').click();
    expect(await reviewText().inputValue()).toBe('');
    await button(reviewDialog(), 'Cancel').click();
    expect(await commentsOf(one)).toEqual(['Half a thought']);
  });

  test('is sent once when the first response was lost', async () => {
    const { one } = await propose();
    await beginReview('Only once');
    await reviewDialog()
      .getByRole('radio', { name: /^Approve/ })
      .check();
    await page.route(
      /\/reviews$/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await button(reviewDialog(), 'Submit').click();
    await reviewDialog().getByRole('alert').waitFor();
    await button(reviewDialog(), 'Submit').click();
    await page.getByText('Your review was submitted').waitFor();
    expect((await send('GET', `${one}/reviews`)).items).toHaveLength(1);
  });

  test('waits for signing in again', async () => {
    const { one } = await propose();
    await beginReview('Signed out');
    await writer.context.clearCookies();
    await button(reviewDialog(), 'Submit').click();
    await signInAgain();
    expect(await reviewText().inputValue()).toBe('Signed out');
    await button(reviewDialog(), 'Submit').click();
    await page.getByText('Your comment was posted').waitFor();
    expect(await commentsOf(one)).toEqual(['Signed out']);
  });
});

describe('a comment that cannot be sent', () => {
  test('is sent when the service is back', async () => {
    const { one } = await propose();
    const form = await beginComment('Are you there?');
    await writer.context.setOffline(true);
    await button(form, 'Comment').click();
    await form.getByText('Not sent yet. Trying again').waitFor();
    await writer.context.setOffline(false);
    await page.getByRole('article', { name: 'Comment by Zoe Reviewer' }).waitFor();
    expect(await commentsOf(one)).toEqual(['Are you there?']);
  });

  test('is sent after signing in again', async () => {
    const { one } = await propose();
    const form = await beginComment('Who am I?');
    await writer.context.clearCookies();
    await button(form, 'Comment').click();
    await signInAgain();
    await page.getByRole('article', { name: 'Comment by Zoe Reviewer' }).waitFor();
    expect(await commentsOf(one)).toEqual(['Who am I?']);
  });
});

test('a description that was begun is kept when the view is left', async () => {
  const { one } = await propose();
  await button(page, 'Say what this changes, and why…').click();
  await page.getByRole('textbox', { name: 'Description' }).click();
  await page.keyboard.type('Because of the new engine.');
  await page.getByRole('link', { name: 'Change requests' }).first().click();
  await page.getByRole('list', { name: 'Change requests' }).waitFor();
  await page.goBack();
  const field = page.getByRole('textbox', { name: 'Description' });
  await field.getByText('Because of the new engine.').waitFor();
  await button(page, 'Save').click();
  await button(page, 'Edit the description').waitFor();
  expect(JSON.stringify((await send('GET', one)).description)).toContain('new engine');
});
