import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addCollection, addSpace } from '../factories.ts';
import { auditPage } from './audit-page.ts';
import { type OpenConsole, openConsole } from './console.ts';
import type { WatchedPage } from './watched-page.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const FILES = {
  'README.md': '# Welcome\n\nHello *there*, see [Install](install.md).\n',
  'SUMMARY.md': `# Table of contents

* [Welcome](README.md)
* [Install](install.md)

## Guides

* [Upgrade](upgrade.md)
* [Elsewhere](https://example.com/)
`,
  'install.md':
    '# Install\n\nRun the installer.\n\n## Before you begin\n\n| Name | Meaning |\n| --- | --- |\n| a | b |\n\n{% hint style="info" %}\nCare.\n{% endhint %}\n\n```sh\nls\n```\n\n* one\n* two\n\n## On Linux\n\nUse apt.\n',
  'upgrade.md': '# Upgrade\n\nStop it first.\n',
};

interface Listed {
  id: string;
  title: string;
  pages?: Listed[];
}

let console_: OpenConsole;
let spaceId: string;
let routes: [name: string, path: string][];
const ids = new Map<string, string>();

beforeAll(async () => {
  console_ = await openConsole();
  const { app } = console_;
  const collectionId = await addCollection(app, { title: 'A collection' });
  spaceId = await addSpace(app, { title: 'Guides', parentId: collectionId });
  await putContent(app, spaceId, FILES);
  const empty = await addSpace(app, { title: 'Empty' });
  const emptyCollection = await addCollection(app, { title: 'Nothing in it' });
  const list = (pages: Listed[]): void => {
    for (const { id, title, pages: below = [] } of pages) {
      ids.set(title, id);
      list(below);
    }
  };
  const space = `/v1/spaces/${spaceId}`;
  list((await app.request('GET', `${space}/content/tree`)).json().pages);
  const { number } = (await app.request('POST', `${space}/change-requests`, { body: {} })).json();
  const request = `/s/${spaceId}/change-requests/${number}`;
  const update = (title: string, markdown: string) => ({
    body: { changes: [{ operation: 'update_page', page: ids.get(title), document: { markdown } }] },
  });
  await app.request(
    'POST',
    `${space}/change-requests/${number}/content`,
    update('Install', '# Install\n\nRun the *new* installer.\n\n* one\n* three\n'),
  );
  const { id: before } = (await app.request('GET', `${space}/content`)).json();
  const reviewed = await addReviewed(space, update);
  const comment = { body: { markdown: 'Is this **right**?' } };
  await app.request('POST', `${space}/change-requests/${number}/comments`, { body: comment });
  await app.request('POST', `${space}/comments`, { body: { ...comment, page: ids.get('Upgrade') } });
  await app.request('POST', `${space}/content`, update('Upgrade', '# Upgrade\n\nStop it first, please.\n'));
  const { id: revision } = (await app.request('GET', `${space}/content`)).json();
  routes = [
    ['home', ''],
    ['organization', `/o/${app.organizationId}`],
    ['collection', `/c/${collectionId}`],
    ['empty collection', `/c/${emptyCollection}`],
    ['page', `/s/${spaceId}/${ids.get('Install')}`],
    ['page in a change request', `/s/${spaceId}/change-requests/${number}/${ids.get('Install')}`],
    ['page with a comment', `/s/${spaceId}/${ids.get('Upgrade')}`],
    ['change request', request],
    ['discussion', `${request}?tab=discussion`],
    ['checks', `${request}?tab=checks`],
    ['conflicts', `/s/${spaceId}/change-requests/${reviewed.conflicting}?tab=checks`],
    ['merged change request', `/s/${spaceId}/change-requests/${reviewed.merged}`],
    ['archived change request', `/s/${spaceId}/change-requests/${reviewed.archived}?tab=checks`],
    ['change requests', `/s/${spaceId}/change-requests`],
    ['change requests to review', `/s/${spaceId}/change-requests?view=review`],
    ['inbox', `/o/${app.organizationId}/change-requests`],
    ['notifications', '/notifications'],
    ['add content', `/o/${app.organizationId}/add`],
    ['notification preferences', '/notifications?view=preferences'],
    ['comparison', `/s/${spaceId}/compare?from=${before}&to=${revision}`],
    [
      'comparison of a page',
      `/s/${spaceId}/compare?from=${before}&to=${revision}&page=${ids.get('Upgrade')}`,
    ],
    ['page in a revision', `/s/${spaceId}/revisions/${revision}/${ids.get('Install')}`],
    ['group', `/s/${spaceId}/${ids.get('Guides')}`],
    ['link', `/s/${spaceId}/${ids.get('Elsewhere')}`],
    ['empty space', `/s/${empty}`],
    ['trash', `/s/${spaceId}/trash`],
    ['history', `/s/${spaceId}/revisions`],
    ['history of a page', `/s/${spaceId}/revisions?of=${ids.get('Upgrade')}`],
    ['revision', `/s/${spaceId}/revisions/${revision}`],
  ];
});
afterAll(() => console_?.close());

/** Change requests in every state, one of them with a conflict. Returns their numbers. */
async function addReviewed(
  space: string,
  update: (title: string, markdown: string) => object,
): Promise<Record<'conflicting' | 'merged' | 'archived', number>> {
  const { app } = console_;
  const open = async (changes: object): Promise<number> => {
    const { number } = (
      await app.request('POST', `${space}/change-requests`, { body: { subject: 'Welcome everybody' } })
    ).json();
    const url = `${space}/change-requests/${number}`;
    expect((await app.request('POST', `${url}/content`, changes)).statusCode).toBe(200);
    await app.request('PATCH', url, { body: { status: 'open' } });
    return number;
  };
  const [conflicting, merged, archived] = [
    await open(update('Welcome', '# Welcome\n\nHello *everybody*, see [Install](install.md).\n')),
    await open(update('Welcome', '# Welcome\n\nHello *you*, see [Install](install.md).\n')),
    await open({
      body: {
        changes: [
          { operation: 'delete_page', page: ids.get('Upgrade') },
          { operation: 'insert_page', title: 'Fresh', document: { markdown: '# Fresh\n\nNew.\n' } },
        ],
      },
    }),
  ];
  await app.request('POST', `${space}/change-requests/${merged}/merge`);
  await app.request('PATCH', `${space}/change-requests/${archived}`, { body: { status: 'archived' } });
  return { conflicting, merged, archived };
}

const poll = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });

/** Waits until nothing more is loaded and drawn. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await page.waitForFunction('!document.querySelector("[aria-busy=true]")');
}

const visit = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${console_.baseUrl}/app${path}`);
  await settle(page);
};

const pathOf = (name: string): string => routes.find(([one]) => one === name)?.[1] as string;

/** What opens over a view: how it is opened, and by which role it is known. */
type Opening = [
  name: string,
  route: string,
  open: (page: Page) => Promise<unknown>,
  role: (page: Page) => Locator,
];

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
/** The keys of an item are read with it. */
const menuItem = (page: Page, name: string): Locator =>
  page.getByRole('menuitem', { name: new RegExp(`^${name}`) });
const openMenu =
  (menu: string | RegExp, item?: string) =>
  async (page: Page): Promise<void> => {
    await button(page, menu).click();
    if (item !== undefined) await menuItem(page, item).click();
  };
const menu = (page: Page): Locator => page.getByRole('menu').first();
const dialog = (page: Page): Locator => page.getByRole('dialog').first();
const alertDialog = (page: Page): Locator => page.getByRole('alertdialog');

const OPENINGS: Opening[] = [
  ['organization menu', 'home', openMenu(/^Organization: /), menu],
  ['account menu', 'home', openMenu(/^Account of /), menu],
  ['space menu', 'home', openMenu('More about “Empty”'), menu],
  ['new space', 'organization', async (page) => button(page, 'New space').click(), dialog],
  ['move', 'home', openMenu('More about “Empty”', 'Move to…'), dialog],
  ['rename', 'home', openMenu('More about “Empty”', 'Rename space'), dialog],
  ['delete', 'home', openMenu('More about “Empty”', 'Delete'), alertDialog],
  ['palette', 'trash', (page) => page.keyboard.press('Control+k'), dialog],
  ['keys', 'trash', (page) => page.keyboard.press('?'), dialog],
  [
    'filter',
    'page',
    async (page) => button(page, 'Filter pages').click(),
    (page) => page.getByRole('searchbox'),
  ],
  [
    'page menu',
    'page',
    async (page) => {
      await page.getByRole('treeitem', { name: 'Install' }).hover();
      await button(page, 'More about “Install”').click();
    },
    menu,
  ],
  [
    'settings',
    'page',
    async (page) => button(page, 'Page settings').click(),
    (page) => page.getByLabel('Slug'),
  ],
  [
    'toolbar',
    'page',
    async (page) => {
      await page.getByText('Run the installer.').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Shift+Home');
    },
    (page) => page.getByRole('toolbar', { name: 'Formatting' }),
  ],
  [
    'Markdown',
    'page',
    async (page) => page.getByRole('tab', { name: 'Markdown' }).click(),
    (page) => page.getByRole('textbox', { name: 'Markdown of the page' }),
  ],
  ['more about a change request', 'change request', openMenu('More about this change request'), menu],
  ['review', 'change request', openMenu('More about this change request', 'Review'), dialog],
  ['reviewers', 'change request', async (page) => button(page, 'Request review').click(), dialog],
  ['preview', 'change request', openMenu('More about this change request', 'Preview'), dialog],
  ['schedule', 'change request', openMenu('More about this change request', 'Schedule the merge'), dialog],
  [
    'merge of a draft',
    'change request',
    async (page) => {
      const merge = button(page, 'Merge');
      await button(page, 'Open for review').waitFor();
      // On small screens, it is in the menu until it is the next step.
      if (!(await merge.isVisible())) return openMenu('More about this change request', 'Merge')(page);
      await expect.poll(() => merge.getAttribute('aria-disabled'), { timeout: 20_000 }).toBe('false');
      await merge.click();
    },
    alertDialog,
  ],
  [
    'new change request',
    'change requests',
    async (page) => button(page, 'New change request').click(),
    dialog,
  ],
  [
    'description',
    'change request',
    async (page) => button(page, 'Say what this changes').click(),
    (page) => page.getByRole('textbox', { name: 'Description' }),
  ],
  [
    'comment below a change',
    'change request',
    async (page) => page.getByRole('tabpanel').getByRole('button', { name: 'Comment' }).first().click(),
    (page) => page.getByRole('region', { name: 'New comment' }),
  ],
  // The browser keeps the chosen view of changes.
  [
    'changes side by side',
    'change request',
    async (page) => button(page, 'Side by side').click(),
    (page) => page.getByRole('group', { name: 'Before' }).first(),
  ],
  [
    'changes as source',
    'change request',
    async (page) => button(page, 'Source').click(),
    (page) => page.getByRole('region', { name: 'Markdown' }),
  ],
  [
    'reply',
    'discussion',
    async (page) => button(page, 'Reply').click(),
    (page) => page.getByRole('textbox', { name: /^Reply to / }),
  ],
  [
    'reactions',
    'discussion',
    async (page) => button(page, 'Add reaction').click(),
    (page) => page.getByRole('button', { name: '🎉' }),
  ],
  [
    'decision',
    'conflicts',
    async (page) => {
      await page.getByRole('radio', { name: 'A new text' }).first().check();
    },
    (page) => page.getByRole('textbox', { name: 'New text' }),
  ],
  [
    'comments',
    'page with a comment',
    async (page) => button(page, /^\d+ comments?$/).click(),
    (page) => page.getByRole('complementary', { name: 'Comments' }).getByRole('article'),
  ],
  // The last one: the browser asks before it leaves a page with what was typed.
  [
    'block menu',
    'page',
    async (page) => {
      await page.getByText('Use apt.').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
    },
    (page) => page.getByRole('listbox', { name: 'Insert block' }),
  ],
];

const VIEWS = [
  [1440, 'light'],
  [1440, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const;

describe.each(VIEWS)('at %i in %s', (width, scheme) => {
  let seen: WatchedPage;
  beforeAll(async () => {
    seen = await console_.open({ width, scheme });
  });
  afterAll(() => seen?.context.close());

  it('every view is accessible, fits the window, and asks nobody else', async () => {
    for (const [name, path] of routes) {
      await visit(seen.page, path);
      // A button that is enabled once what it depends on is read has other colors until then.
      await expect.poll(() => auditPage(seen.page), { message: name, timeout: 20_000 }).toEqual([]);
      const tooWide = await seen.page.evaluate(
        `Math.max(...[document.documentElement, document.querySelector('#column')].map((one) => one.scrollWidth - one.clientWidth))`,
      );
      expect(tooWide, name).toBeLessThanOrEqual(0);
      expect(await seen.page.getByRole('main').count(), name).toBe(1);
      expect(await seen.page.title(), name).toMatch(/./);
      expect(seen.takeEvents(), name).toEqual([]);
    }
  });

  it('so is the view of addresses at which nothing is', async () => {
    await visit(seen.page, '/nothing/here');
    expect(await auditPage(seen.page)).toEqual([]);
    // The browser reports the status of the document itself.
    expect(seen.takeEvents()).toEqual([expect.stringContaining('status of 404')]);
  });
});

describe.each([
  [1440, 'light'],
  [360, 'dark'],
] as const)('what opens over a view at %i in %s', (width, scheme) => {
  it('is accessible', async () => {
    const seen = await console_.open({ width, scheme });
    const { page } = seen;
    page.setDefaultTimeout(60_000);
    for (const [name, route, open, role] of OPENINGS) {
      // On small screens, the sidebar with its menus is a drawer of its own.
      if (width === 360 && /menu|filter|palette|keys|toolbar|block/.test(name)) continue;
      await visit(page, pathOf(route));
      await open(page);
      await expect.poll(() => role(page).isVisible(), { message: name, timeout: 40_000 }).toBe(true);
      expect(await auditPage(page), name).toEqual([]);
    }
    expect(seen.takeEvents()).toEqual([]);
    await seen.context.close();
  });
});

describe('with the keyboard alone', () => {
  it('the content is reached past the sidebar, and the tree, its menu and the keys are found', async () => {
    const { page, context } = await console_.open();
    await visit(page, pathOf('page'));
    await page.getByRole('treeitem', { name: 'Install' }).waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('Tab');
    const active = (): Promise<string> =>
      page.evaluate(
        `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`,
      );
    expect(await active()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await poll(() => page.evaluate('location.hash')).toBe('#view');
    await page.getByRole('tree', { name: 'Pages' }).focus();
    await page.keyboard.press('w');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor({ state: 'attached' });
    await page.getByRole('tree', { name: 'Pages' }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type('elsew');
    await page.getByText('1 page found').waitFor();
    await page.keyboard.press('Escape');
    await poll(active).toBe('Pages');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+\\');
    await poll(() => page.getByRole('tree', { name: 'Pages' }).count()).toBe(0);
    await page.keyboard.press('Control+\\');
    await page.getByRole('separator', { name: 'Width of the sidebar' }).focus();
    const before = await page.locator('#sidebar').evaluate((one) => one.clientWidth);
    await page.keyboard.press('ArrowRight');
    await poll(() => page.locator('#sidebar').evaluate((one) => one.clientWidth)).toBe(before + 16);
    await context.close();
  });

  it('a space is renamed, moved into a collection, deleted and restored', async () => {
    const { app } = console_;
    const id = await addSpace(app, { title: 'Traveller' });
    const read = async () => (await app.request('GET', `/v1/spaces/${id}`)).json();
    const seen = await console_.open();
    const { page } = seen;
    await visit(page, '');
    const link = (name: string): Locator =>
      page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name });
    await link('Traveller').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name' }).fill('Voyager');
    await page.keyboard.press('Enter');
    await link('Voyager').focus();
    await poll(async () => (await read()).title).toBe('Voyager');
    await button(page, 'More about “Voyager”').focus();
    await page.keyboard.press('Enter');
    await menuItem(page, 'Move to…').press('Enter');
    await page.getByRole('radio', { name: 'Nothing in it' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await poll(async () => (await read()).parent).toBeDefined();
    await page.getByText('“Voyager” moved to “Nothing in it”').waitFor();
    await link('Voyager').focus();
    await page.keyboard.press('Delete');
    await alertDialog(page).getByRole('button', { name: 'Delete' }).press('Enter');
    await poll(async () => (await read()).deletedAt).toBeDefined();
    await page.getByText('“Voyager” was deleted').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().press('Enter');
    await poll(async () => (await read()).deletedAt).toBeUndefined();
    await app.request('DELETE', `/v1/spaces/${id}`);
    await visit(page, `/o/${app.organizationId}`);
    await button(page, 'Restore “Voyager”').press('Enter');
    await poll(async () => (await read()).deletedAt).toBeUndefined();
    expect(seen.takeEvents()).toEqual([]);
    await seen.context.close();
  });
});

describe('an address', () => {
  it('leads to a heading, and back to where the page before was left', async () => {
    const seen = await console_.open({ width: 800 });
    const { page } = seen;
    await page.setViewportSize({ width: 900, height: 400 });
    const top = (): Promise<number> => page.evaluate(`document.querySelector('#column').scrollTop`);
    await visit(page, `${pathOf('page')}#on-linux`);
    await poll(top).toBeGreaterThan(100);
    const before = await top();
    await page.getByRole('treeitem', { name: 'Welcome' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor({ state: 'attached' });
    await poll(top).toBe(0);
    await page.goBack();
    await poll(top).toBe(before);
    await poll(() => page.title()).toBe('Install – Lectern');
    expect(seen.takeEvents()).toEqual([]);
    await seen.context.close();
  });

  it('that the API gives leads to its object, for every kind of object', async () => {
    const { app } = console_;
    const space = `/v1/spaces/${spaceId}`;
    const reads = [
      `/v1/orgs/${app.organizationId}`,
      `/v1/orgs/${app.organizationId}/collections`,
      `/v1/orgs/${app.organizationId}/spaces`,
      `/v1/orgs/${app.organizationId}/search?query=install`,
      space,
      `${space}/content`,
      `${space}/revisions`,
      `${space}/search?query=linux`,
      `${space}/change-requests/1`,
    ];
    const found = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { urls } = value as { urls?: { app?: string } };
      if (typeof urls?.app === 'string') found.add(urls.app);
      for (const below of Object.values(value)) collect(below);
    };
    for (const read of reads) collect((await app.request('GET', read)).json());
    const kinds = new Set(
      [...found].map((url) =>
        new URL(url).pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/\d+$/, ':number'),
      ),
    );
    expect([...kinds].sort()).toEqual([
      '/app/c/:id',
      '/app/o/:id',
      '/app/s/:id',
      '/app/s/:id/:id',
      '/app/s/:id/change-requests/:number',
      '/app/s/:id/revisions/:id',
    ]);
    const seen = await console_.open();
    for (const url of found) {
      const response = await seen.page.goto(url);
      expect(response?.status(), url).toBe(200);
      await seen.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      expect(await seen.page.getByText('There is nothing at this address').count(), url).toBe(0);
    }
    expect(seen.takeEvents()).toEqual([]);
    await seen.context.close();
  });
});
