import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReturnPath } from './return-path.ts';

test.each(['/app', '/app/', '/app/o/1', '/app/s/1/2?q=a%20b&page=%2F', '/app//s'])('%s is kept', (path) => {
  expect(readReturnPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  '/',
  '/v1/user',
  '/application',
  '//evil.example/app',
  '/\\evil.example/app',
  '\\\\evil.example/app',
  '/\t/evil.example/app',
  'https://evil.example/app',
  'https:evil.example/app',
  'javascript:alert(1)//app',
  '/app/../v1',
  '/app/%2e%2e/v1',
  '/app\\..\\v1',
  '%2F%2Fevil.example/app',
  '/%2Fevil.example/app',
  '/app@evil.example',
  'http://[',
  '/app/sign-in?to=/app/sign-in',
  '/app/sign-out',
  '/app/./sign-out/',
  '/app/sign-in/code',
  '/app/forgot-password',
  '/app/reset-password/secret',
  '/app/reset-password/secret?x=1',
])('%j leads home', (path) => {
  expect(readReturnPath(path)).toBe('/app');
});

test('whatever is asked for, the browser stays below /app of this origin', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '%2e',
        '%2f',
        ':',
        '@',
        'app',
        '?',
        '#',
        'evil.example',
        '\t',
        '\n',
      ),
      fc.string({ maxLength: 4 }),
    ),
  );
  fc.assert(
    fc.property(pieces, (some) => {
      const url = new URL(readReturnPath(some.join('')), 'https://docs.example');
      expect(url.origin).toBe('https://docs.example');
      expect(url.pathname).toMatch(/^\/app(?:\/|$)/);
    }),
  );
});
