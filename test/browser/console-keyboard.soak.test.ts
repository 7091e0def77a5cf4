/** Three journeys with the keyboard alone, on a large and on a small screen. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import { request } from '../process/service-process.ts';
import { Keyboard } from './keyboard.ts';
import { type FirstStart, type Person, startForTheFirstTime } from './people-at-work.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const GUIDE = {
  'README.md': '# Product guide\n\nStart here.\n',
  'SUMMARY.md': '* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '# Install\n\nRun the old installer.\n',
};

describe.each([
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
])('at $width pixels', (viewport) => {
  const isSmall = viewport.width < 800;
  let start: FirstStart;
  let ada: Person;
  let keys: Keyboard;
  beforeAll(async () => {
    start = await startForTheFirstTime();
    await start.addRepository('guide', GUIDE);
    ada = await start.openBrowser({ viewport });
    keys = new Keyboard(ada.page);
  });
  afterAll(() => start?.close());

  const role = (...[name, options]: Parameters<Person['page']['getByRole']>): Locator =>
    ada.page.getByRole(name, { exact: true, ...options });
  /** Opens the sidebar, which is beside the view on large screens. */
  const openSidebar = async (): Promise<void> => {
    if (isSmall) await keys.activate(role('button', { name: 'Open sidebar' }));
  };
  const organizationMenu = () => ada.page.getByRole('button', { name: /^Organization: / });

  test('a repository is imported and published', async () => {
    await ada.page.goto('/app/sign-in');
    await keys.activate(ada.page.locator('summary', { hasText: 'Use an API token' }));
    await keys.goTo(ada.page.getByLabel('API token'));
    await keys.type(start.token);
    await keys.press('Enter');
    await role('heading', { name: 'Welcome to Lectern' }).waitFor();
    await keys.goTo(role('textbox', { name: 'Name of the organization' }));
    await keys.replace('Acme');
    await keys.press('Enter');
    await keys.activate(ada.page.getByRole('button', { name: /^Import what you have/ }));
    await keys.goTo(role('textbox', { name: 'Address' }));
    await keys.type(start.git.url('guide'));
    await keys.press('Enter');
    await keys.activate(role('button', { name: 'Import 1 set' }));
    await keys.chooseRadio(role('radio', { name: 'Anyone' }));
    await keys.activate(role('button', { name: 'Publish' }));
    const link = role('link', { name: 'Open site' });
    await keys.goTo(link);
    expect((await fetch((await link.getAttribute('href')) as string)).status).toBe(200);
  });

  test('a change is proposed by one, and reviewed and merged by another', async () => {
    await keys.activate(role('button', { name: 'Go to your organization' }));
    await keys.activate(ada.page.getByRole('main').getByRole('link', { name: 'Product guide', exact: true }));
    await role('heading', { name: 'Welcome', level: 1 }).waitFor();
    await openSidebar();
    await keys.goTo(role('tree', { name: 'Pages' }));
    await keys.press('End', 'Enter');
    await role('heading', { name: 'Install', level: 1 }).waitFor();
    await keys.activate(role('button', { name: 'Propose changes' }));
    await ada.page.waitForURL(/\/change-requests\/1\//);
    await keys.goTo(ada.content);
    await keys.press('Control+End');
    await keys.type(' It takes a minute.');
    await ada.saved();
    await keys.activate(role('link', { name: 'Change request #1' }));
    await keys.goTo(role('textbox', { name: 'Subject' }));
    await keys.replace('Say how long it takes');
    await keys.press('Enter');
    await keys.activate(role('button', { name: 'Open for review' }));
    await ada.page.getByText('Open', { exact: true }).first().waitFor();

    const ben = await invite();
    const his = new Keyboard(ben.page);
    const of = (...[name, options]: Parameters<Person['page']['getByRole']>): Locator =>
      ben.page.getByRole(name, { exact: true, ...options });
    await ben.page.goto(ada.page.url());
    await his.activate(of('button', { name: 'Review' }));
    await his.goTo(ben.page.getByRole('textbox', { name: /^Your comment/ }));
    await his.type('Thank you.');
    await his.chooseRadio(ben.page.getByRole('radio', { name: /^Approve/ }));
    await his.activate(of('button', { name: 'Submit' }));
    await ben.page.getByText('Your review was submitted').first().waitFor();
    await his.activate(of('button', { name: 'Merge' }));
    await ben.page.getByText('Merged', { exact: true }).first().waitFor();
    await ada.page.getByText('Merged', { exact: true }).first().waitFor();
    await ben.close();
  });

  /** A colleague who may review, signed in. */
  async function invite(): Promise<Person> {
    const { body } = await request<{ items: { id: string }[] }>(start.service, start.token, '/v1/orgs');
    await request(start.service, start.token, `/v1/orgs/${body.items[0]?.id}/invites`, {
      method: 'POST',
      body: { emails: ['ben@example.com'], role: 'review' },
    });
    const ben = await start.openBrowser({ viewport });
    const his = new Keyboard(ben.page);
    await ben.page.goto(await start.readMailedLink('ben@example.com'));
    await his.goTo(ben.page.getByLabel('Your name'));
    await his.type('Ben');
    await his.goTo(ben.page.getByLabel('Password'));
    await his.type(PASSWORD);
    await his.press('Enter');
    await ben.page.waitForURL(/\/app\/o\//);
    return ben;
  }

  test('the structure and the look of a site, and the role of a member are changed', async () => {
    await openSidebar();
    await keys.chooseInMenu(organizationMenu(), 'Sites');
    await keys.activate(role('table', { name: 'Sites' }).getByRole('link', { name: 'Product guide' }));
    await keys.activate(role('link', { name: 'Structure' }));
    await keys.chooseInMenu(role('button', { name: 'Add' }), 'Add section');
    await keys.choose(role('combobox', { name: 'Space' }), 'A new, empty space');
    await keys.goTo(ada.page.getByRole('textbox', { name: /^Title/ }));
    await keys.type('Reference');
    await keys.press('Enter');
    const title = (name: string) =>
      role('list', { name: 'Structure' }).getByRole('button', { name, exact: true }).first();
    await keys.goTo(title('Reference'));
    await keys.press('Alt+ArrowUp');
    await ada.page
      .getByRole('status')
      .filter({ hasText: '“Reference” moved to position 1 of 2' })
      .waitFor({ state: 'attached' });
    await keys.press('Alt+ArrowDown');

    await keys.activate(role('link', { name: 'Customization' }), { isBack: true });
    await keys.activate(role('button', { name: 'Colors' }));
    await keys.goTo(role('textbox', { name: 'Primary color in light mode (#)' }));
    await keys.replace('#b00020');
    await keys.activate(role('button', { name: 'Fonts' }));
    await keys.choose(role('combobox', { name: 'Text' }), 'Roboto');
    await keys.activate(role('button', { name: 'Save' }), { isBack: true });
    await ada.page.getByText('The site has the new look').first().waitFor();

    await openSidebar();
    await keys.chooseInMenu(organizationMenu(), 'Members');
    await keys.activate(
      role('table', { name: 'Members of the organization' }).getByRole('link', { name: 'Ben' }),
    );
    await keys.choose(role('combobox', { name: 'Role of Ben' }), 'Reader');
    await keys.activate(role('button', { name: 'Save' }));
    await ada.page.getByText('Ben is now Reader').first().waitFor();
    expect(ada.faults).toEqual([]);
  });
});
