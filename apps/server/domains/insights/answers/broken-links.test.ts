import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { createTestClock } from '../../../../../test/clock.ts';
import { type Outside, startOutside } from '../../../../../test/fixtures/content/links/checks/outside.ts';
import { addReadSite, ask, type ReadSite } from '../../../../../test/fixtures/insights/answers/answers.ts';
import { track } from '../../../../../test/fixtures/insights/insights.ts';
import { runJobs, startJob } from '../../../../../test/jobs.ts';
import { createLinkCheckJob, LINK_CHECKS } from '../../content/links/checks/link-checks.jobs.ts';

const clock = createTestClock(new Date('2026-11-22T12:00:00Z'));
let app: TestApp;
let outside: Outside;
let site: ReadSite;
beforeAll(async () => {
  outside = await startOutside((request, response) =>
    response.writeHead(request.url?.startsWith('/gone') ? 404 : 200).end(),
  );
  const config = { linkCheckDays: 7, allowPrivateNetworks: true };
  app = await buildTestApp({ clock: clock.now, config });
  app.app.jobs[LINK_CHECKS] = createLinkCheckJob(app.context, app.app.content, { pauseMs: 0 });
  const link = (path: string) => `[There](${outside.origin}${path})`;
  site = await addReadSite(app, {
    files: {
      'install.md': `# Install\n\n${link('/gone/one?version=2')} ${link('/fine')}\n`,
      'guide.md': `# Guide\n\n${link('/gone/one?version=2')} ${link('/gone/two')} ${link('/gone/two')}\n`,
    },
  });
  await startJob(app, LINK_CHECKS);
  await runJobs(app);
});
afterAll(async () => {
  outside?.close();
  await app?.close();
});

test('broken external links are listed with their pages, those with the most clicks first', async () => {
  const click = (path: string) =>
    site.on('guide', {
      type: 'link_click',
      link: { target: { kind: 'url', url: `${outside.origin}${path}` }, position: 'content' },
    });
  await track(app, site, [click('/gone/two#part'), click('/fine')]);
  const { totals, items } = await ask(app, site, 'broken-links');
  expect(totals).toEqual({ links: 2 });
  const base = new URL(site.address).pathname;
  const page = (path: string, title: string) => ({
    id: site.pages[path],
    space: site.spaceId,
    title,
    path: `${base}/${path}`,
  });
  expect(items).toEqual([
    {
      url: `${outside.origin}/gone/two`,
      reason: expect.stringContaining('404'),
      statusCode: 404,
      checkedAt: expect.stringMatching(/^2026-11-22T12:/),
      clicks: 1,
      pages: [page('guide', 'Guide')],
    },
    expect.objectContaining({
      url: `${outside.origin}/gone/one?version=2`,
      clicks: 0,
      pages: [page('install', 'Install'), page('guide', 'Guide')],
    }),
  ]);
  expect((await ask(app, site, 'broken-links', { section: site.siteSpaceId })).items).toEqual([]);
  expect((await ask(app, site, 'broken-links', { limit: '1' })).items).toHaveLength(1);
});
