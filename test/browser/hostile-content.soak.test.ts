/** Stored and reflected scripts: nothing that a user wrote runs, loads or navigates away, anywhere on a site. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { putContent } from '../content.ts';
import { addSpace } from '../factories.ts';
import { plainPng } from '../fixtures/published/files/served-pictures.ts';
import { runJobs } from '../jobs.ts';
import { BREAKOUT, ELSEWHERE, HOSTILE_SPACE } from './hostile-content.ts';
import { type ServedSites, serveSites } from './served-sites.ts';
import { type WatchedPage, watchPage } from './watched-page.ts';

const PICTURE = plainPng({ width: 3, height: 2 });
const NAME = BREAKOUT.slice(0, 100);
/** An address that the test replaces with that of a script in the database. */
const REPLACED = 'https://replaced.example/x';
const SCRIPT = 'javascript:hit(1)//';

let setup: ServedSites;
let siteId: string;
let siteUrl: string;
let paths: string[];
let watched: WatchedPage;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  setup = await serveSites();
  const { app } = setup;
  const spaceIds: string[] = [];
  for (const title of [NAME, `${NAME}2`, `${NAME}3`]) {
    const spaceId = await addSpace(app, { title: title.slice(0, 50) });
    await putContent(
      app,
      spaceId,
      spaceIds.length === 0 ? HOSTILE_SPACE : { 'README.md': '# Small\n\nText.\n' },
    );
    spaceIds.push(spaceId);
  }
  const [main = '', ...others] = spaceIds;
  ({ siteId, url: siteUrl } = await setup.addPublishedSite({ title: NAME, spaceIds: [main] }));
  await dress(others);
  await runJobs(app);
  paths = [...(await read(siteUrl)).matchAll(/<a href="(\/[^"]+)"/g)].map(([, path = '']) => path);
  paths = [...new Set(paths)].filter((path) => !/~|\.md$|-link-/.test(path));
});
afterAll(() => setup?.close());
afterEach(() => watched.context.close());

const call = (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) =>
  setup.app.request(method, `/v1/orgs/${setup.app.organizationId}/sites/${siteId}${path}`, { body });

/** Watches a page without contacting the hosts of pictures. */
async function watch(options: { bypassCSP?: boolean } = {}): Promise<void> {
  watched = await watchPage(setup.browser, { origin: setup.origin, ...options });
  await watched.context.route('**/~/pictures/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: PICTURE }),
  );
}

const read = async (url: string): Promise<string> => (await fetch(url)).text();

const link = (url: string) => ({ title: NAME.slice(0, 60), to: { kind: 'url', url }, links: [] });
const themed = (url: string) => ({ light: url, dark: url });
const CUSTOMIZATION = {
  title: NAME,
  favicon: { emoji: BREAKOUT.slice(0, 50) },
  announcement: { enabled: true, message: BREAKOUT, style: 'danger', link: link(REPLACED) },
  header: {
    preset: 'default',
    links: [link(REPLACED), { ...link(REPLACED), links: [link(REPLACED), link(ELSEWHERE)] }],
  },
  footer: { groups: [{ title: NAME, links: [link(REPLACED), link(ELSEWHERE)] }], copyright: BREAKOUT },
  socialAccounts: ['github', 'slack', 'mastodon'].map((platform, n) => ({
    platform,
    handle: [BREAKOUT, 'javascript:hit(1)', 'https:javascript:hit(1)'][n],
    display: { footer: true, header: true },
  })),
  privacyPolicy: { url: REPLACED },
  pageActions: { items: ['markdown', 'git', 'pdf', 'external-ai'] },
};

/** Adds sections, variants, links and a customization with hostile titles. */
async function dress(spaceIds: readonly string[]): Promise<void> {
  const [section = '', variant = ''] = spaceIds;
  for (const [method, path, body] of [
    ['POST', '/sections', { spaceId: section, title: `Section ${NAME}`.slice(0, 64) }],
    ['POST', '/site-spaces', { spaceId: variant, title: `Variant ${NAME}` }],
    ['POST', '/external-links', { title: NAME, url: REPLACED }],
    ['POST', '/section-groups', { title: NAME }],
    ['PUT', '/customization', CUSTOMIZATION],
  ] as const) {
    const response = await call(method, path, body);
    expect(response.statusCode, response.body).toBeLessThan(300);
  }
  // The service refuses these addresses or stores what is there, but an earlier version may have stored them.
  const { context } = setup.app;
  await context.transact(async ({ trx, announce }) => {
    const logo = JSON.stringify(themed(`${ELSEWHERE}/logo.png`));
    const icon = JSON.stringify(themed(SCRIPT));
    await sql`
      update site set customization =
        jsonb_set(
          jsonb_set(replace(customization::text, ${REPLACED}, ${SCRIPT})::jsonb, '{header,logo}', ${logo}::text::jsonb),
          '{favicon,icon}', ${icon}::text::jsonb)`.execute(trx);
    await sql`update site_external_link set url = ${SCRIPT}`.execute(trx);
    announce({ kind: 'site', siteId });
  });
}

/** Returns the address of the page with this name. */
function addressOf(name: string): string {
  const path = paths.find((one) => one.endsWith(`/${name}`));
  if (path === undefined) throw new Error(`There is no page ${name}: ${paths.join(', ')}`);
  return setup.origin + path;
}

/** Uses everything on the page that a reader can. */
async function useAll(): Promise<void> {
  const { page } = watched;
  await page.evaluate(`(async () => {
    for (let n = 0; n < 2; n += 1)
      for (const one of document.querySelectorAll('summary, [role=tab], .unfold, .copy, .annotation, .load, [data-theme-toggle], input, form, svg, math, mark'))
        one.click?.();
    for (const one of document.querySelectorAll('article *, .bar *')) one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    for (const one of document.querySelectorAll('input, [tabindex]')) one.focus();
    scrollTo(0, document.body.scrollHeight);
  })()`);
  const pictures = page.locator('img[data-zoom]:visible');
  if ((await pictures.count()) > 0) {
    await pictures.first().press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }
  const diagrams = page.locator('.diagram');
  for (const diagram of await diagrams.all()) {
    await diagram.scrollIntoViewIfNeeded();
    await diagram.locator('iframe:not(.drawing), .diagram-note').first().waitFor({ state: 'attached' });
  }
}

/**
 * Returns everything that ran, was requested from other origins, passed as markup, or had to be blocked by the policy.
 */
async function findHarm(): Promise<string[]> {
  return [...(await watched.findFaults()), ...watched.takeEvents()];
}

/** The frames that the reader opened. */
const PROVIDERS = /^asked: https:\/\/(?:www\.youtube-nocookie\.com|embed\.figma\.com|open\.spotify\.com)\//;

describe.each([
  ['with the policy of pages, which has nothing to stop', false],
  ['without the policy of pages', true],
] as const)('hostile content %s', (_how, bypassCSP) => {
  beforeEach(async () => {
    await watch({ bypassCSP });
  });

  test('runs nothing, loads nothing and leads nowhere, whatever the reader does', async () => {
    expect(paths.length).toBeGreaterThan(9);
    const { page, context } = watched;
    await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    for (const path of paths.filter((one) => !one.includes('diagrams'))) {
      const url = setup.origin + path;
      await page.goto(url);
      await useAll();
      expect
        .soft(
          (await findHarm()).filter((one) => !PROVIDERS.test(one)),
          path,
        )
        .toEqual([]);
      expect(page.url()).toBe(url);
      expect(await page.title(), path).toContain('<img src=x onerror=hit(1)>');
    }
  });

  test('runs nothing in a diagram, whose frame loads nothing either', async () => {
    const { page } = watched;
    await page.goto(addressOf('diagrams'));
    await useAll();
    for (const frame of await page.locator('.diagram iframe').all())
      expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
    expect(await page.locator('.diagram iframe:not(.drawing)').count()).toBeGreaterThan(4);
    const events = watched.takeEvents();
    expect(events.filter((one) => /HIT|dialog/.test(one))).toEqual([]);
    expect(await watched.findFaults()).toEqual([]);
    // A style of a diagram may name a picture elsewhere: only the policy of its frame blocks it.
    if (!bypassCSP) expect(events.filter((one) => one.startsWith('asked'))).toEqual([]);
  });
});

describe('a site of hostile content', () => {
  beforeEach(async () => {
    await watch();
  });

  test('runs nothing where pages are opened in place, and searched', async () => {
    const { page } = watched;
    await page.goto(siteUrl);
    for (const _path of paths.slice(0, 5)) {
      const before = page.url();
      await page.locator('a[rel=next]').click();
      await expect.poll(() => page.url(), { timeout: 15_000 }).not.toBe(before);
      expect.soft(await findHarm(), page.url()).toEqual([]);
    }
    for (const query of [BREAKOUT, 'script hit', 'text']) {
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill(query);
      await page.locator('.search-note:has(p), [role=option]').first().waitFor();
      expect.soft(await findHarm(), `search for ${query}`).toEqual([]);
      if (query === 'text') expect(await page.getByRole('option').count()).toBeGreaterThan(1);
      await page.goto(`${siteUrl}~/search?q=${encodeURIComponent(query)}`);
      expect.soft(await findHarm(), `results for ${query}`).toEqual([]);
    }
  });

  test('runs nothing of an address', async () => {
    const { page } = watched;
    const text = encodeURIComponent(BREAKOUT);
    for (const address of [
      `?q=${text}&ask=${text}&jwt_token=${text}`,
      `?visitor.name=${text}`,
      `#${BREAKOUT}`,
      '#"],[onclick]',
      '#javascript:hit(1)',
      `~/search?q=${encodeURIComponent(`</title>${BREAKOUT}`)}`,
      `~/changes/${text}/`,
      encodeURIComponent(BREAKOUT.replaceAll('/', '')),
      'old',
      'older',
    ]) {
      await page.goto(siteUrl + address);
      expect(new URL(page.url()).origin, address).toBe(setup.origin);
      const harm = await findHarm();
      expect
        .soft(
          harm.filter((one) => !one.includes('status of 40')),
          address,
        )
        .toEqual([]);
    }
  });

  test('runs nothing in what is opened by itself: files, Markdown, feeds and lists', async () => {
    const { page } = watched;
    const blocks = await read(addressOf('blocks'));
    const files = [...blocks.matchAll(/(?:href|src)="([^"]*\/files\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(files.length).toBeGreaterThan(1);
    const names = [
      'llms.txt',
      'llms-full.txt',
      'sitemap.xml',
      'feed.xml',
      'feed.json',
      'blocks.md',
      'html.md',
    ];
    for (const url of [...new Set(files), ...names.map((name) => siteUrl + name)]) {
      const { headers } = await fetch(url);
      expect(headers.get('x-content-type-options'), url).toBe('nosniff');
      expect(headers.get('content-type'), url).not.toMatch(/text\/html|^application\/xhtml/);
      expect(headers.get('content-security-policy'), url).toContain("default-src 'none'");
      // A download, or a type that the browser saves, ends the navigation.
      await page.goto(url).catch(() => undefined);
      expect
        .soft(
          watched
            .takeEvents()
            .filter((one) => !/^console: .*(?:Content Security|sandboxed|agent cluster)/.test(one)),
          url,
        )
        .toEqual([]);
    }
  });

  test('has a policy without exceptions on all of its pages, and no cookie', async () => {
    const { page, responses, context } = watched;
    for (const path of paths.slice(0, 3)) await page.goto(setup.origin + path, { waitUntil: 'networkidle' });
    await page.goto(`${siteUrl}nowhere`);
    await page.goto(`${setup.origin}/no-site/`);
    expect(responses.length).toBeGreaterThan(8);
    // `watch` itself responds to the requests for pictures of other hosts.
    const served = responses.filter((one) => /^http(?!.*\/~\/pictures\/)/.test(one.url()));
    for (const response of served) {
      const headers = await response.allHeaders();
      expect(headers['x-content-type-options'], response.url()).toBe('nosniff');
      expect(headers['set-cookie'], response.url()).toBeUndefined();
      if (!headers['content-type']?.startsWith('text/html')) continue;
      const policy = headers['content-security-policy'] ?? '';
      expect(policy, response.url()).toMatch(/^default-src 'none'; /);
      expect(policy, response.url()).not.toMatch(/unsafe|\*|script-src[^;]* (?:https?:|data:|'self')/);
    }
    expect(await context.cookies()).toEqual([]);
  });
});

describe('a frame of a provider that has turned hostile', () => {
  test('runs in its sandbox alone', async () => {
    watched = await watchPage(setup.browser, { origin: setup.origin });
    const { page, context } = watched;
    await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: PROVIDER }));
    const url = addressOf('embeds');
    await page.goto(url);
    await page.locator('.embed .load').first().click();
    await page.frameLocator('.embed iframe').first().getByText('Done').waitFor();
    await page.waitForTimeout(200);
    expect(page.url()).toBe(url);
    expect(watched.takeEvents().filter((one) => /HIT|dialog|evil/.test(one))).toEqual([]);
  });
});

/** The page of an embedded provider that has become hostile. */
const PROVIDER = `<script>
  for (const run of [() => alert(1), () => top.hit(1), () => parent.hit(1), () => { top.location = '${ELSEWHERE}/top'; }, () => { parent.location = 'javascript:hit(1)'; }])
    try { run(); } catch {}
  parent.postMessage({ isDrawn: true, height: 100, title: '<img src=x onerror=hit(1)>' }, '*');
</script><p>Done</p>`;
