/** The pictures of the console in the documentation: a space, and what a writer sees of it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../browser/chromium.ts';
import { signInWithToken } from '../browser/sign-in-with-token.ts';
import { createSetup, type RunningService, request } from '../process/service-process.ts';

const ASSETS = fileURLToPath(new URL('../../docs/.gitbook/assets/', import.meta.url));
const TOKEN = 'token-of-the-administrator-0123456789';
const SIZE = { width: 1180, height: 720 };
const WIDE = { width: 1440, height: 860 };

const ICONS = {
  Welcome: 'book-open',
  Install: 'download',
  Configure: 'sliders',
  'Back up': 'box-archive',
  Upgrade: 'rocket',
  Troubleshooting: 'life-ring',
};
const PAGES = Object.keys(ICONS);
const INSTALL = `The service needs one machine with two cores and 4 GB of memory.

## Before you begin

* Create a user for the service, without a password.
* Open port 443 in the firewall.

{% hint style="info" %}
Use a mirror of the packages if the machine has no internet.
{% endhint %}

## Run the installer

| Option | Meaning |
| --- | --- |
| \`--quiet\` | asks nothing |
| \`--prefix\` | where the files go |
`;

export async function run(): Promise<void> {
  const setup = await createSetup();
  const browser = await launchChromium();
  try {
    const service = await setup.serve({ LECTERN_ADMIN_TOKEN: TOKEN });
    const place = await addPages(service);
    const page = await openPage(browser, service, place);
    await showPage(page);
    await showMenu(page);
    await showToolbar(page);
    await service.stop();
  } finally {
    await browser.close();
    await setup.clean();
  }
}

async function addPages(service: RunningService): Promise<{ spaceId: string; pageId: string }> {
  const send = async <Body>(path: string, body?: object): Promise<Body> =>
    (await request<Body>(service, TOKEN, path, body ? { method: 'POST', body } : {})).body;
  const { items } = await send<{ items: { id: string }[] }>('/v1/orgs');
  const { id: spaceId } = await send<{ id: string }>(`/v1/orgs/${items[0]?.id}/spaces`, {
    title: 'Handbook',
  });
  const { changes } = await send<{ changes: { page: { id: string } }[] }>(`/v1/spaces/${spaceId}/content`, {
    changes: Object.entries(ICONS).map(([title, icon]) => ({
      operation: 'insert_page',
      title,
      icon,
      document: { markdown: title === 'Install' ? INSTALL : `How to ${title.toLowerCase()}.` },
    })),
  });
  return { spaceId, pageId: changes[PAGES.indexOf('Install')]?.page.id as string };
}

async function openPage(
  browser: Browser,
  service: RunningService,
  { spaceId, pageId }: { spaceId: string; pageId: string },
): Promise<Page> {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' });
  const page = await context.newPage();
  await signInWithToken(page, service.url, TOKEN);
  await page.goto(`${service.url}/app/s/${spaceId}/${pageId}`);
  await textOf(page).waitFor();
  const ownIcons = page.getByRole('treeitem').locator('a svg:not([viewBox="0 0 16 16"])');
  await ownIcons.nth(PAGES.length - 1).waitFor();
  return page;
}

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Page content' });
const paragraphOf = (page: Page, text: string) => textOf(page).getByText(text);

async function take(page: Page, name: string): Promise<void> {
  await page.getByRole('status', { name: /Saved|Not saved/ }).waitFor();
  // A caret that blinks, and what fades in, would be different each time.
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(ASSETS, name), animations: 'disabled', caret: 'hide' });
}

async function showPage(page: Page): Promise<void> {
  await page.setViewportSize(WIDE);
  await take(page, 'console.png');
  await page.setViewportSize(SIZE);
}

async function showMenu(page: Page): Promise<void> {
  await paragraphOf(page, 'The service needs one machine').click();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('/');
  await page.getByRole('listbox', { name: 'Insert block' }).waitFor();
  await take(page, 'writing.png');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
}

async function showToolbar(page: Page): Promise<void> {
  await paragraphOf(page, 'Use a mirror').dblclick({ position: { x: 150, y: 8 } });
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
  await take(page, 'formatting.png');
}
