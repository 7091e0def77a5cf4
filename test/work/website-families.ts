import type { Family } from './markdown-families.ts';

const each = (n: number, text: (i: number) => string, separator = '\n'): string =>
  Array.from({ length: n }, (_, i) => text(i)).join(separator);
const group = (rules: string): string => `User-agent: *\n${rules}`;

/** Files of rules for programs, which are applied to an address as long as they are. */
export const robotsFamilies: Record<string, Family> = {
  rules: (n) => group(each(n, (i) => `Disallow: /a${i}`)),
  'equal rules': (n) => group('Disallow: /a\n'.repeat(n)),
  'rules for many programs': (n) => each(n, (i) => `User-agent: a${i}\nDisallow: /a`),
  'many programs with one rule': (n) => `${each(n, (i) => `User-agent: a${i}`)}\nDisallow: /a`,
  'rules of many programs': (n) => `${'User-agent: *\n'.repeat(n)}${'Disallow: /a\n'.repeat(n)}`,
  'a long rule': (n) => group(`Disallow: /${'a'.repeat(n)}`),
  'a rule of wildcards': (n) => group(`Disallow: /${'*'.repeat(n)}b`),
  'a rule of wildcards and letters': (n) => group(`Disallow: /${'*a'.repeat(n)}b`),
  'a wildcard before a long rule': (n) => group(`Disallow: /*${'a'.repeat(n)}b`),
  'a wildcard before a rule of half the length': (n) => group(`Disallow: /*${'a'.repeat(n / 2)}b`),
  'rules of wildcards': (n) => group('Disallow: /*a*a*b$\n'.repeat(n)),
  sitemaps: (n) => each(n, (i) => `Sitemap: https://example.com/${i}`),
  comments: (n) => '# a # b\n'.repeat(n),
  blanks: (n) => group(`Disallow:${' '.repeat(n)}/a`),
  'colons in a line': (n) => ':'.repeat(n),
  'signs in a line': (n) => group(`Disallow: /${'#'.repeat(n)}`),
};

/** Lists of the pages of a website. */
export const sitemapFamilies: Record<string, Family> = {
  addresses: (n) => each(n, (i) => `<url><loc>https://example.com/a/${i}</loc></url>`),
  'equal addresses': (n) => '<loc>https://example.com/a</loc>'.repeat(n),
  'addresses of other websites': (n) => each(n, (i) => `<loc>https://example${i}.com/a</loc>`),
  'addresses without an end': (n) => '<loc>https://example.com/a'.repeat(n),
  'ends without a start': (n) => '</loc>'.repeat(n),
  'starts alone': (n) => '<loc>'.repeat(n),
  'a long address': (n) => `<loc>https://example.com/${'a/'.repeat(n)}</loc>`,
  'blanks around an address': (n) => `<loc>${' '.repeat(n)}https://example.com/a</loc>`,
  entities: (n) => `<loc>https://example.com/${'&amp;'.repeat(n)}</loc>`,
  'sitemaps of sitemaps': (n) =>
    `<sitemapindex>${each(n, (i) => `<loc>https://example.com/${i}.xml</loc>`)}</sitemapindex>`,
};

/** Addresses to which a website links. */
export const linkFamilies: Record<string, (n: number) => string[]> = {
  pages: (n) => Array.from({ length: n }, (_, i) => `/a${i}`),
  'equal pages': (n) => Array.from({ length: n }, () => '/a'),
  'pages ever deeper': (n) =>
    Array.from({ length: n }, (_, i) => `/${each(i % 40, (at) => `a${at}`, '/')}/${i}`),
  'a path of many parts': (n) => [`/${each(n, (i) => `a${i}`, '/')}`],
  'a path of slashes': (n) => [`/${'/'.repeat(n)}a`],
  'a long query': (n) => [`/a?${'a=b&'.repeat(n)}`],
  'queries of one page': (n) => Array.from({ length: n }, (_, i) => `/a?b=${i}`),
};
