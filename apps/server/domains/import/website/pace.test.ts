import { expect, test } from 'vitest';
import { createPace } from './create-pace.ts';
import { readRobots } from './read-robots.ts';

test('requests go out one after the other, with a pause between', async () => {
  const pauses: number[] = [];
  let time = 1000;
  const pace = createPace(
    400,
    async (milliseconds) => {
      pauses.push(milliseconds);
    },
    () => time,
  );
  await Promise.all([pace(), pace(), pace()]);
  time = 5000;
  await pace();
  expect(pauses).toEqual([400, 800]);
});

const robotsOf = (text: string, status = 200) =>
  readRobots('https://docs.example/a', async (url) => ({
    status,
    headers: {},
    url: new URL(url),
    body: Buffer.from(text),
  }));

test('a website says how long to wait, up to ten seconds, and where its sitemap is', async () => {
  const robots = await robotsOf('User-agent: *\nCrawl-delay: 2.5\nSitemap: https://docs.example/s.xml\n');
  expect(robots).toMatchObject({ delayMs: 2500, sitemaps: ['https://docs.example/s.xml'] });
  expect((await robotsOf('User-agent: *\nCrawl-delay: 3600\n')).delayMs).toBe(10_000);
  expect(await robotsOf('', 404)).toMatchObject({
    delayMs: 0,
    sitemaps: ['https://docs.example/sitemap.xml'],
  });
});

test('a website that cannot say what is allowed allows nothing', async () => {
  await expect(robotsOf('', 503)).rejects.toMatchObject({ reason: 'import-source-unavailable' });
});
