import { expect, test } from 'vitest';
import { readRobots } from './read-robots.ts';

const SITE = 'https://example.com';

const read = (text: string) =>
  readRobots(`${SITE}/docs`, async (url) => ({
    status: 200,
    headers: {},
    url: new URL(url),
    hasLeftOrigin: false,
    body: Buffer.from(text),
    isCut: false,
  }));

const forAll = (...rules: string[]): string => ['User-agent: *', ...rules].join('\n');

test.each([
  ['', '/a', true],
  ['Disallow: /', '/a', true],
  [forAll('Disallow:'), '/a', true],
  [forAll('Disallow: /'), '/a', false],
  [forAll('disallow : /a # a comment'), '/ab', false],
  [forAll('Disallow: /a'), '/b/a', true],
  [forAll('Disallow: /a$'), '/a', false],
  [forAll('Disallow: /a$'), '/ab', true],
  [forAll('Disallow: /*.pdf$'), '/a/b.pdf', false],
  [forAll('Disallow: /*.pdf$'), '/a/b.pdf?c', true],
  [forAll('Disallow: /a**b'), '/a/x/b/c', false],
  [forAll('Disallow: /a*b*b$'), '/ab', true],
  [forAll('Disallow: *b'), '/a/b', false],
  [forAll('Disallow: /?a'), '/?a=b', false],
  [forAll('Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
  [forAll('Allow: /a', 'Disallow: /a'), '/a', true],
  [forAll('Disallow: /ü'), '/%c3%bc', false],
  [forAll('Disallow: /%c3%bc'), '/ü', false],
  [`${forAll('Disallow: /')}\n\nUser-agent: LecternImport/2\nAllow: /`, '/a', true],
  [`User-agent: lecternimport\nUser-agent: *\nDisallow: /a`, '/a', false],
  [`User-agent: lecternimport\nDisallow: /a\n${forAll('Disallow: /b')}`, '/b', true],
  [`User-agent: other\nDisallow: /\n${forAll('Disallow: /b')}`, '/a', true],
])('%j and the path %s: %s', async (text, path, isAllowed) => {
  const robots = await read(text);
  expect(robots.allows(SITE + path)).toBe(isAllowed);
  expect(robots.allows(`https://other.example.com${path}`)).toBe(true);
});

test('a delay and sitemaps are read', async () => {
  const text = `${forAll('Crawl-delay: 2.5')}\nSitemap: ${SITE}/a.xml\nSitemap: a.xml\n`;
  expect(await read(text)).toMatchObject({ delayMs: 2500, sitemaps: [`${SITE}/a.xml`] });
  expect(await read(forAll('Crawl-delay: never'))).toMatchObject({
    delayMs: 0,
    sitemaps: [`${SITE}/sitemap.xml`],
  });
});
