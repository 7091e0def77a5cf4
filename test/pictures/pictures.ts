/**
 * The pictures of the documentation and of the README. `npm run docs:pictures` takes them in this order, each in the
 * light and in the dark mode, as `<name>.webp` and `<name>-dark.webp` in docs/.gitbook/assets.
 */
import type { Locator, Page } from 'playwright-core';
import type { Company } from './company.ts';

export interface Shown extends Company {
  /** The address of the console. */
  app: string;
  /** The published site, without a slash at its end. */
  site: string;
  /** The address of a repository that the service can read and write. */
  repository: string;
}

export interface Picture {
  name: string;
  /** An address of the console below /app, or a whole one. */
  address(shown: Shown): string;
  /** Brings the page to what is shown. */
  steps?(page: Page, shown: Shown): Promise<unknown>;
  /** Leaves the sidebar out, so that views with a navigation of their own are larger. */
  isWithoutSidebar?: boolean;
  /** In each mode: a page that does not come to rest after the mode has changed. */
  isLoadedAgain?: boolean;
  /** Of the window in CSS pixels; default: 1120 × 720. */
  size?: { width?: number; height?: number };
}

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true }).first();
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name }).first();
/** A view beside its navigation, in a window in which tables have the room of tables. */
const setting = (height: number, width = 1400): Pick<Picture, 'isWithoutSidebar' | 'size'> => ({
  isWithoutSidebar: true,
  size: { width, height },
});

/** Scrolls so that it is the first of what is shown, below the bar at the top. */
const toTop = (place: Locator): Promise<void> =>
  place.evaluate((element: { style: { scrollMarginTop: string }; scrollIntoView(): void }) => {
    element.style.scrollMarginTop = '80px';
    element.scrollIntoView();
  });
const text = (page: Page): Locator => page.getByRole('textbox', { name: 'Page content' });
const guide = (part: string) => (shown: Shown) => `/s/${shown.guideId}${part}`;
const pageOf = (title: string) => (shown: Shown) => `/s/${shown.guideId}/${shown.pages[title]}`;
const organization = (part: string) => (shown: Shown) => `/o/${shown.organizationId}${part}`;
const siteOf = (part: string) => (shown: Shown) => `/o/${shown.organizationId}/sites/${shown.siteId}${part}`;

const WRITING: readonly Picture[] = [
  {
    name: 'console',
    address: pageOf('Place the station'),
    steps: (page) => text(page).getByText('A good place').waitFor(),
    size: { width: 1280, height: 800 },
  },
  {
    name: 'comments',
    address: pageOf('Connect it to Wi-Fi'),
    async steps(page) {
      await page
        .getByRole('button', { name: /comment/i })
        .first()
        .click();
      await page.getByText('Should we give the number').first().waitFor();
    },
    size: { width: 1360, height: 700 },
  },
];

const REVIEWING: readonly Picture[] = [
  { name: 'change-requests', address: guide('/change-requests?view=all'), size: { height: 560 } },
  {
    name: 'change-request',
    address: guide('/change-requests/2?tab=changes'),
    async steps(page) {
      await page.getByText('four times their height').first().waitFor();
      await toTop(page.getByRole('tab', { name: 'Changes' }));
    },
    size: { height: 860 },
  },
  {
    name: 'conflict',
    address: guide('/change-requests/3?tab=checks'),
    async steps(page) {
      await page.getByRole('radio', { name: 'Both' }).first().check();
      await page.getByRole('region', { name: /^Conflict 1/ }).scrollIntoViewIfNeeded();
    },
    size: { height: 820 },
  },
  {
    name: 'history',
    address: (shown) => `/s/${shown.guideId}/revisions`,
    size: { height: 560 },
  },
];

const CONTENT: readonly Picture[] = [
  {
    name: 'add-content',
    address: organization('/add'),
    async steps(page, shown) {
      await page.getByRole('textbox', { name: 'Address' }).fill(shown.repository);
      await button(page, 'Look').click();
      await page.getByRole('list', { name: 'Choose what to import' }).waitFor({ timeout: 120_000 });
    },
    size: { height: 860 },
  },
  {
    name: 'broken-links',
    address: guide('/settings/broken-links'),
    steps: (page) => heading(page, /^No page at this path/).waitFor(),
    ...setting(820),
  },
  {
    name: 'find-and-replace',
    address: guide('/settings/replace'),
    async steps(page) {
      await page.getByRole('textbox', { name: 'Find', exact: true }).fill('Meadow app');
      await page.getByRole('textbox', { name: 'Replace with' }).fill('Fernhollow app');
      await button(page, 'Show the places').click();
      await heading(page, /places?$/).waitFor();
    },
    ...setting(920),
  },
];

const GIT: readonly Picture[] = [
  {
    name: 'git-connect',
    address: (shown) => `/s/${shown.emptyId}/settings/git`,
    async steps(page) {
      await page.getByRole('radio', { name: 'GitHub' }).check();
      await page.getByLabel('Address of the repository').fill('https://github.com/fernhollow/meadow-docs');
      await page.getByRole('radio', { name: 'Access token' }).check();
    },
    ...setting(1060),
  },
  {
    name: 'git-preview',
    address: (shown) => `/s/${shown.emptyId}/settings/git`,
    async steps(page, shown) {
      await page.getByRole('radio', { name: 'Another Git host' }).check();
      await page.getByLabel('Address of the repository').fill(shown.repository);
      await page.getByRole('radio', { name: 'Without signing in' }).check();
      await button(page, 'Check access').click();
      await button(page, 'Preview the first sync').click();
      const here = page.getByRole('region', { name: 'In this space' });
      await here.waitFor({ timeout: 120_000 });
      await toTop(heading(page, 'What the first sync will change'));
    },
    ...setting(720),
  },
  {
    name: 'git-connected',
    address: (shown) => `/s/${shown.emptyId}/settings/git`,
    async steps(page, shown) {
      await page.getByRole('radio', { name: 'Another Git host' }).check();
      await page.getByLabel('Address of the repository').fill(shown.repository);
      await page.getByRole('radio', { name: 'Without signing in' }).check();
      await button(page, 'Check access').click();
      await button(page, 'Connect').click();
      await page.getByText('In sync', { exact: true }).waitFor({ timeout: 120_000 });
      await page.reload();
      await page.getByText('In sync', { exact: true }).waitFor();
    },
    ...setting(720),
  },
];

const PUBLISHING: readonly Picture[] = [
  {
    name: 'publish',
    address: (shown) => `/s/${shown.handbookId}`,
    async steps(page) {
      await button(page, 'Publish').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Title of the site' }).fill('Team handbook');
      await button(dialog, 'Continue').click();
      await dialog.getByRole('radio', { name: /^Members/ }).check();
    },
    size: { height: 920 },
  },
  { name: 'site-overview', address: siteOf(''), ...setting(720) },
  {
    name: 'site-structure',
    address: siteOf('/structure'),
    steps: (page) => page.getByRole('list', { name: 'Structure' }).waitFor(),
    ...setting(560),
  },
  {
    name: 'readers',
    address: siteOf('/access'),
    async steps(page) {
      await page.getByRole('radio', { name: /^Certain teams/ }).check();
      await page.getByRole('checkbox', { name: 'Support' }).check();
    },
    ...setting(860),
  },
  {
    name: 'customization',
    address: siteOf('/customization'),
    async steps(page) {
      await button(page, 'Colors').click();
      await page.frameLocator('iframe[data-front="true"]').getByRole('heading').first().waitFor();
      await page.waitForTimeout(1500);
      await toTop(heading(page, 'Customization'));
    },
    ...setting(900, 1680),
  },
  {
    name: 'redirects',
    address: siteOf('/redirects'),
    steps: (page) => page.getByRole('rowheader', { name: '/setup' }).waitFor(),
    ...setting(640),
  },
  {
    name: 'visitor',
    address: siteOf('/visitor'),
    async steps(page) {
      await button(page, 'Show').click();
      await page.waitForTimeout(2000);
    },
    ...setting(820, 1560),
  },
  {
    name: 'domain',
    address: siteOf('/domain'),
    async steps(page) {
      await page.getByLabel('Hostname').fill('docs.fernhollow.example');
      await page.keyboard.press('Enter');
      await heading(page, 'DNS records').waitFor();
    },
    ...setting(760),
  },
  {
    name: 'insights',
    address: siteOf('/insights/pages?range=last7Days'),
    steps: (page) => page.getByText('Place the station').first().waitFor(),
    ...setting(720),
  },
  {
    name: 'published-page',
    address: (shown) => `${shown.site}/connect-it-to-wi-fi`,
    size: { width: 1280, height: 800 },
  },
  {
    name: 'published-reference',
    address: (shown) => `${shown.site}/api`,
    size: { width: 1280, height: 800 },
  },
];

const PEOPLE: readonly Picture[] = [
  { name: 'members', address: organization('/members'), ...setting(640) },
  {
    name: 'member',
    address: (shown) => `/o/${shown.organizationId}/members/${shown.tomasId}`,
    async steps(page) {
      await heading(page, 'What they can see').waitFor();
      await toTop(heading(page, 'Teams'));
    },
    ...setting(640),
  },
  {
    name: 'access',
    address: guide('/permissions'),
    async steps(page) {
      await page.getByRole('table', { name: 'Everyone with access' }).waitFor();
      await toTop(heading(page, 'Roles given here'));
    },
    ...setting(860),
  },
  {
    name: 'account',
    address: () => '/account/security',
    steps: (page) => heading(page, 'Second factor').waitFor(),
    ...setting(760),
  },
  { name: 'audit-log', address: organization('/audit'), ...setting(720) },
];

const RUNNING: readonly Picture[] = [
  { name: 'organization-settings', address: organization('/settings'), ...setting(820) },
  {
    name: 'instance',
    // The overview has numbers of the machine.
    address: () => '/instance/users',
    steps: (page) => page.getByText('aiko@fernhollow.example').waitFor(),
    ...setting(640),
  },
  {
    name: 'reference',
    address: (shown) => `${new URL(shown.app).origin}/reference/content/get-a-page-of-the-current-revision`,
    async steps(page) {
      await heading(page, 'Get a page of the current revision').waitFor();
    },
    size: { height: 620 },
  },
];

/** Are taken before anything else happens on the service. */
export const FIRST_PICTURES: readonly Picture[] = [
  {
    name: 'welcome',
    address: () => '/welcome',
    steps: (page) => heading(page, 'Welcome to Lectern').waitFor(),
    isWithoutSidebar: true,
    size: { height: 620 },
  },
];

/** Come last, because they change what others show. */
const CHANGING: readonly Picture[] = [
  {
    name: 'writing',
    address: pageOf('Alerts'),
    async steps(page) {
      await text(page).getByText('An alert is sent').click();
      await page.keyboard.press('Control+Enter');
      await page.keyboard.type('/');
      await page.getByRole('listbox', { name: 'Insert block' }).waitFor();
      await page.getByRole('status', { name: 'Saved', exact: true }).waitFor();
    },
  },
  {
    name: 'formatting',
    address: pageOf('Troubleshooting'),
    async steps(page) {
      await text(page)
        .getByText('Look at the ring')
        .dblclick({ position: { x: 20, y: 8 } });
      await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
    },
    size: { height: 560 },
  },
];

export const PICTURES: readonly Picture[] = [
  ...FIRST_PICTURES,
  ...WRITING,
  ...REVIEWING,
  ...CONTENT,
  ...GIT,
  ...PUBLISHING,
  ...PEOPLE,
  ...RUNNING,
  ...CHANGING,
];

export const fileOf = ({ name }: Pick<Picture, 'name'>, scheme: 'light' | 'dark'): string =>
  `${name}${scheme === 'dark' ? '-dark' : ''}.webp`;
