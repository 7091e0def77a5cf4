import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { digestOf } from '../pages/theme-style.ts';
import { writeRedirectPage } from './static-redirects.ts';

const FROM = 'https://docs.example.com/old/';

/** Where the script of a redirect page leads a reader; undefined if it leaves that to the page. */
function follow(to: string, rest: string): string | undefined {
  const page = writeRedirectPage({ from: '/old/', to, isPermanent: false }, new URL(to, FROM).href);
  const [, source = ''] = /<script data-to="[^"]*">(.*?)<\/script>/.exec(page) ?? [];
  expect(page).toContain(`script-src ${digestOf(source).replaceAll("'", '&#39;')}`);
  let reached: string | undefined;
  const { href, search, hash } = new URL(FROM + rest);
  const location = {
    search,
    hash,
    toString: () => href,
    replace: (target: URL) => {
      reached = String(target);
    },
  };
  const document = { currentScript: { dataset: { to } } };
  runInContext(source, createContext({ location, document, URL, URLSearchParams }));
  return reached;
}

test.each([
  ['/new/', '?q=a%20b+c&flag&empty=', 'https://docs.example.com/new/?q=a%20b+c&flag&empty='],
  ['/new/?x=1#part', '?x=2&%78=3&y=%26', 'https://docs.example.com/new/?x=1&y=%26#part'],
  ['/new/#part', '#other', 'https://docs.example.com/new/#part'],
  ['/new/', '?a=1#other', 'https://docs.example.com/new/?a=1#other'],
  ['/new/', '?&&', 'https://docs.example.com/new/'],
  [
    'https://elsewhere.example.com/a?b=c',
    '?utm_source=mail',
    'https://elsewhere.example.com/a?b=c&utm_source=mail',
  ],
  [
    '/new/?a="<b>',
    '?next=https://a.example/?b=c',
    'https://docs.example.com/new/?a=%22%3Cb%3E&next=https://a.example/?b=c',
  ],
  ['/new/', '', undefined],
])('a file that redirects to %s leads a reader with “%s” to %s', (to, rest, target) => {
  expect(follow(to, rest)).toBe(target);
});
